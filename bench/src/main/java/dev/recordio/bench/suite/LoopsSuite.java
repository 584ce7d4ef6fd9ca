// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.data.RowSums;
import dev.recordio.bench.data.RowText;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Tally;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.loop.CursorLoop;
import dev.recordio.bench.loop.EncoderLoop;
import dev.recordio.bench.loop.JmhWork;
import dev.recordio.bench.loop.ParserLoop;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The loops over a chunk of 1 MiB in memory, each side of each round in a JVM of JMH's: the cursor,
 * the LibSVM parser, the encoder.
 */
public final class LoopsSuite implements Suite {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final Tally NOTHING = new Tally(0, 0, 0);

  private final int millis;
  private final int forks;

  /** Makes the suite with its defaults. */
  public LoopsSuite() {
    this(300, 1);
  }

  /**
   * Makes the suite.
   *
   * @param millis of an iteration
   * @param forks JVMs for each side of a round; 0 for only this one
   */
  public LoopsSuite(int millis, int forks) {
    this.millis = millis;
    this.forks = forks;
  }

  @Override
  public String name() {
    return "loops";
  }

  @Override
  public List<Stage> stages(Settings settings) {
    return List.of((conf, folder) -> loops(settings));
  }

  private List<Trial> loops(Settings settings) throws IOException {
    var trials = new ArrayList<Trial>();
    for (long recordSize : settings.recordSizes()) {
      int size = Math.toIntExact(recordSize);
      verify(size);
      var parameters = Map.of("size", Integer.toString(size));
      trials.add(trial("cursor", size, CursorLoop.class, "cursor", "arraycopy", parameters));
      trials.add(trial("encoder", size, EncoderLoop.class, "encoder", "arraycopy", parameters));
    }
    for (RowText text : RowText.values()) {
      verify(text);
      trials.add(
          trial(
              "parser, " + text,
              0,
              ParserLoop.class,
              "parser",
              "split",
              Map.of("text", text.name())));
    }
    return trials;
  }

  private Trial trial(
      String name,
      int size,
      Class<?> loop,
      String ours,
      String peer,
      Map<String, String> parameters) {
    return new Trial(
        name(),
        name,
        size,
        CHUNK_BYTES,
        0,
        new Subject(ours, new JmhWork(loop, ours, parameters, millis, forks), NOTHING),
        new Subject(
            peer.equals("split") ? "String.split" : peer,
            new JmhWork(loop, peer, parameters, millis, forks),
            NOTHING));
  }

  private static void verify(int size) throws IOException {
    var payloads = new Payloads(size, CHUNK_BYTES, 1);
    var cursor = new CursorLoop();
    cursor.size = size;
    cursor.setUp();
    Shards.same(payloads.tally(), cursor.cursor());
    var encoder = new EncoderLoop();
    encoder.size = size;
    encoder.setUp();
    long padded = 8 + (size + 3L) / 4 * 4;
    if (encoder.encoder() < payloads.count() * padded) {
      throw new IllegalStateException("the encoder has lost records");
    }
  }

  private static void verify(RowText text) throws IOException {
    RowSums truth = text.write(OutputStream.nullOutputStream(), CHUNK_BYTES, 1);
    var loop = new ParserLoop();
    loop.text = text;
    loop.setUp();
    Shards.same(truth.tally(0, truth, 0), RowSums.NONE.plus(loop.parser()).tally(0, truth, 0));
    Shards.same(truth.tally(0, truth, 0), loop.split().tally(0, truth, 1));
  }
}
