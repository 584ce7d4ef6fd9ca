// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.order.RecordOrder;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that stops on some workers and goes on, on any number of others, again and again. */
@Tag("deep")
class ElasticTest {
  private static final int RECORDS = 23;

  @TempDir static Path dir;

  @BeforeAll
  static void write() throws IOException {
    Configuration conf = LocalFiles.raw();
    int[] counts = {7, 0, 11, 5};
    int ordinal = 0;
    var text = new StringBuilder();
    for (String folder : new String[] {"indexed", "bare"}) {
      ordinal = 0;
      for (int file = 0; file < counts.length; file++) {
        var path = new org.apache.hadoop.fs.Path(dir.toString(), folder + "/" + file + ".rec");
        boolean indexed = folder.equals("indexed");
        try (var writer =
            RecordFileWriter.create(conf, path, indexed ? RecordFiles.index(path) : null)) {
          for (int i = 0; i < counts[file]; i++, ordinal++) {
            byte[] payload = new byte[ordinal % 9];
            java.util.Arrays.fill(payload, (byte) ordinal);
            writer.write(ordinal, payload, 0, payload.length);
          }
        }
      }
    }
    for (int i = 0; i < RECORDS; i++) {
      text.append(i).append(" 1:").append(i).append('\n');
    }
    java.nio.file.Files.createDirectories(dir.resolve("text"));
    java.nio.file.Files.writeString(
        dir.resolve("text/a.libsvm"), text.substring(0, text.indexOf("7 1:")));
    java.nio.file.Files.writeString(
        dir.resolve("text/b.libsvm"), text.substring(text.indexOf("7 1:")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recordio:DIR/indexed/*.rec | order(epoch,seed=7,block=2,window=5)",
        "recordio:DIR/indexed/*.rec | order(permutation,seed=1)",
        "recordio:DIR/indexed/*.rec | order(replacement,seed=1,count=31)",
        "recordio:DIR/indexed/*.rec | order(circular,window=3,step=2)",
        "recordio:DIR/indexed/*.rec",
        "recordio:DIR/indexed/*.rec | part(1/2) | order(epoch,seed=7,block=2,window=5)",
        "recordio:DIR/indexed/*.rec | part(1/2)",
        "recordio:DIR/bare/*.rec | part(1/2)",
        "recordio:DIR/bare/*.rec",
        "recordio:DIR/bare/*.rec | order(sequential,start=3,step=2)",
        "libsvm:DIR/text",
      })
  void whatIsLeftIsSharedByAnyNumberOfWorkers(String spec) throws IOException {
    for (int seed = 0; seed < 8; seed++) {
      run(spec.replace("DIR", dir.toString()) + " | repeat(3)", new Random(seed));
    }
  }

  private static long first(String spec) {
    return spec.contains("part(1/2)") ? RECORDS / 2 : 0;
  }

  /** Returns the order of the records from {@link #first} on. */
  private static RecordOrder order(String spec, long epoch) {
    OptionalLong none = OptionalLong.empty();
    if (first(spec) > 0) {
      long part = RECORDS - first(spec);
      return spec.contains("order(epoch")
          ? RecordOrder.epoch(part, 7, epoch, 2, 5)
          : RecordOrder.sequential(part, 0, 1, none);
    } else if (spec.contains("order(epoch")) {
      return RecordOrder.epoch(RECORDS, 7, epoch, 2, 5);
    } else if (spec.contains("permutation")) {
      return RecordOrder.permutation(RECORDS, 1, epoch);
    } else if (spec.contains("replacement")) {
      return RecordOrder.replacement(RECORDS, 1, epoch, OptionalLong.of(31));
    } else if (spec.contains("circular")) {
      return RecordOrder.circular(RECORDS, 0, 3, OptionalLong.of(2), none);
    }
    return spec.contains("start=3")
        ? RecordOrder.sequential(RECORDS, 3, 2, none)
        : RecordOrder.sequential(RECORDS, 0, 1, none);
  }

  /** Stops and goes on until nothing is left, and compares each run with a plain list. */
  private static void run(String spec, Random random) throws IOException {
    var left = new TreeMap<Long, List<Long>>(); // positions of each epoch
    for (long epoch = 0; epoch < 3; epoch++) {
      left.put(epoch, new ArrayList<>());
      for (long p = 0; p < order(spec, epoch).count(); p++) {
        left.get(epoch).add(p);
      }
    }
    List<ReaderState> states = null;
    while (!left.values().stream().allMatch(List::isEmpty)) {
      int workers = 1 + random.nextInt(7);
      var next = new ArrayList<ReaderState>();
      var read = new TreeMap<Long, List<Long>>();
      for (int worker = 0; worker < workers; worker++) {
        long stop = random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(60 / workers + 2);
        Configuration conf = new Configuration(LocalFiles.raw());
        ReaderConf.SHARD.set(conf, worker + "/" + workers);
        try (Reader<Placed> reader = Readers.open(conf, spec)) {
          if (states != null) {
            Collections.shuffle(states, random);
            reader.restore(ReaderState.of(states));
          }
          var expected = new ArrayList<String>();
          for (long epoch : left.keySet()) {
            for (int i = worker; i < left.get(epoch).size(); i += workers) {
              long position = left.get(epoch).get(i);
              long ordinal = first(spec) + order(spec, epoch).at(position);
              expected.add(epoch + " " + position + " " + ordinal);
            }
          }
          long k = 0;
          for (; k < stop && reader.next(); k++) {
            Placed item = reader.get();
            assertEquals(
                expected.get((int) k),
                reader.epoch() + " " + item.position() + " " + item.ordinal(),
                spec);
            check(item);
            read.computeIfAbsent(reader.epoch(), e -> new ArrayList<>()).add(item.position());
          }
          assertEquals(Math.min(stop, expected.size()), k, spec);
          next.add(ReaderState.parse(reader.state().toString()));
        }
      }
      read.forEach((epoch, positions) -> left.get(epoch).removeAll(positions));
      states = next;
    }
  }

  private static void check(Placed item) {
    if (item instanceof Record record) {
      assertEquals(item.ordinal() % 9, record.length());
      assertTrue(record.length() == 0 || record.copy()[0] == item.ordinal());
    } else {
      var row = (Row) item;
      assertEquals(item.ordinal(), row.block().labels()[row.row()]);
    }
  }
}
