// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.Notes;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.Row;
import dev.recordio.reader.Stage;
import dev.recordio.reader.source.RowSource;
import dev.recordio.testing.Faults;
import dev.recordio.testing.SageMakerFiles;
import dev.recordio.testing.Sampled;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ParallelRowsTest {
  private static final int PIECE = 128;

  @TempDir java.nio.file.Path folder;

  private Inputs inputs;

  @BeforeEach
  void prepare() {
    inputs = new Inputs(folder);
  }

  @AfterEach
  void nothingIsLeft() {
    inputs.requireNothingOpen("");
  }

  private RowSource source(String format, List<FileStatus> files, int threads) {
    TextSettings settings = TextSettings.of(inputs.conf).withFormat(format);
    return new RowSource(inputs.conf, format + ":f", settings, files, threads);
  }

  private List<String> rows(String format, List<FileStatus> files, int threads) throws IOException {
    try (Stage<Row> stage = source(format, files, threads)) {
      return Trace.epochs(stage, 2);
    }
  }

  private void assertSame(String format, List<FileStatus> files) throws IOException {
    List<String> expected = rows(format, files, 1);
    for (int threads = 2; threads < 5; threads++) {
      assertEquals(expected, rows(format, files, threads), threads + " threads");
    }
  }

  private static String lines(Random random, int count) {
    String[] ends = {"\n", "\r\n", "\n\n", " \n", " # note\n", "\n# 1:1\n"};
    var text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i);
      int entries = random.nextInt(10) == 0 ? 60 : random.nextInt(6);
      for (int entry = 1; entry <= entries; entry++) {
        text.append(' ').append(entry).append(':').append(random.nextInt(100));
      }
      text.append(i + 1 == count && random.nextBoolean() ? "" : ends[random.nextInt(ends.length)]);
    }
    return text.toString();
  }

  @Test
  void rowsAndPlacesAreThoseOfOneThread() throws IOException {
    for (int seed = 0; seed < 6; seed++) {
      var random = new Random(seed);
      var paths = new ArrayList<Path>();
      for (int file = 0; file < 4; file++) {
        paths.add(inputs.text(seed + "-" + file, lines(random, random.nextInt(60))));
      }
      assertSame("libsvm", inputs.watched(paths.toArray(new Path[0])));
    }
  }

  @Test
  void compressedFilesAreReadAsAWhole() throws IOException {
    String text = lines(new Random(1), 100);
    try (var out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("b.gz")))) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    Path whole = inputs.text("a", text);
    assertSame("libsvm", inputs.watched(whole, new Path(folder + "/b.gz"), whole));
  }

  private Path sageMaker(String name, int rows, int strange) throws IOException {
    var messages = new ArrayList<byte[]>();
    float magic = Float.intBitsToFloat(RecordIOFormat.MAGIC);
    for (int i = 0; i < rows; i++) {
      messages.add(SageMakerFiles.message(i, i == strange ? 41 : 40, i, magic, magic, 0));
    }
    return inputs.bytes(name, SageMakerFiles.file(messages));
  }

  @Test
  void sageMakersRowsAndShapesThatDifferAreThoseOfOneThread() throws IOException {
    assertSame("sagemaker", inputs.watched(sageMaker("a", 50, -1), sageMaker("b", 20, -1)));
    for (int strange = 0; strange < 20; strange += 3) {
      List<FileStatus> files = inputs.watched(sageMaker("a", 50, -1), sageMaker("b", 20, strange));
      assertSame("sagemaker", files);
      List<String> steps = rows("sagemaker", files, 3);
      assertTrue(steps.stream().anyMatch(step -> step.contains("shape that differs")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,2,3", "1,2,x", "1,2", "\"1\",2,3,4"})
  void brokenCsv(String bad) throws IOException {
    for (int at = 0; at < 60; at += 13) {
      var text = new StringBuilder();
      for (int i = 0; i < 60; i++) {
        text.append(i == at ? bad : i + "," + i * 1000 + "," + i).append('\n');
      }
      assertSame("csv", inputs.watched(inputs.text("c" + at, text.toString())));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1 2:x", "1 qid:3 2:1", "1:0.5 2:1", "1 2 3", "nonsense", "1 5:1 2:", "LONG"})
  void errorsAreThoseOfOneThreadAfterTheSameRows(String bad) throws IOException {
    inputs.conf.set("libsvm.line.max-size", "300");
    boolean longLine = bad.equals("LONG");
    for (int at = 0; at < 60; at += 11) {
      var text = new StringBuilder();
      for (int i = 0; i < 60; i++) {
        text.append(i == at ? longLine ? "1" + " 1:1".repeat(200) : bad : i + " 1:" + i + " 3:7");
        text.append('\n');
      }
      Path sound = inputs.text("sound", "0 1:1\n".repeat(50));
      List<FileStatus> files = inputs.watched(sound, inputs.text("bad", text.toString()));
      List<String> expected = rows("libsvm", files, 1);
      assertTrue(expected.stream().anyMatch(step -> step.contains("Exception: ")), bad);
      for (int threads = 2; threads < 4; threads++) {
        assertEquals(expected, rows("libsvm", files, threads), at + ", " + threads + " threads");
      }
    }
  }

  @Test
  void aResumedRunGivesTheSameErrors() throws IOException {
    var text = new StringBuilder("0 1:1\n".repeat(200)).append("x\n").append("0 1:1\n".repeat(9));
    List<FileStatus> files = inputs.watched(inputs.text("f", text.toString()));
    for (int items = 0; items < 200; items += 23) {
      var tails = new ArrayList<List<String>>();
      for (int threads = 1; threads < 4; threads++) {
        try (Stage<Row> stage = source("libsvm", files, threads)) {
          stage.resume(new long[] {0, items}, 0);
          tails.add(Trace.rest(stage));
        }
      }
      assertEquals(201 - items, tails.get(0).size());
      assertEquals(tails.get(0), tails.get(1));
      assertEquals(tails.get(0), tails.get(2));
    }
  }

  @Test
  void aFailingReadEndsTheRowsWithItsErrorAfterSomeOfThem() throws IOException {
    List<FileStatus> files =
        inputs.watched(
            inputs.text("a", lines(new Random(2), 50)), inputs.text("b", lines(new Random(3), 50)));
    List<String> sound;
    inputs.bytes.never();
    try (Stage<Row> stage = source("libsvm", files, 1)) {
      sound = Trace.rest(stage);
    }
    long reads = inputs.bytes.count();
    int step = Sampled.step(3, 1);
    int failed = 0;
    for (Faults.Kind kind : Faults.Kind.values()) {
      for (long n = kind.ordinal() % step; n < reads; n += step) {
        inputs.bytes.breaks(kind, n);
        try (Stage<Row> stage = source("libsvm", files, 3)) {
          List<String> found = Trace.rest(stage);
          String last = found.get(found.size() - 1);
          if (last.contains("Exception")) {
            failed++;
            assertEquals(sound.subList(0, found.size() - 1), found.subList(0, found.size() - 1));
            assertTrue(last.contains("fault") || last.contains("end"), last);
            assertEquals(last, Trace.step(stage), "again and again");
          } else {
            assertEquals(sound, found);
          }
        }
        inputs.requireNothingOpen(kind + " at " + n);
      }
    }
    assertTrue(step * failed >= 2 * (reads - step), failed + " of " + 3 * reads / step);
  }

  @Test
  void closeEndsAReadThatStallsAnywhere() throws Exception {
    List<FileStatus> files = inputs.watched(inputs.text("a", "0 1:1\n".repeat(500)));
    for (int n = 0; n < 8; n++) {
      inputs.bytes.from(n).stalls();
      stallAndClose(files, "stalled at " + n);
    }
    inputs.bytes.from(6).stallsUntilClosed();
    stallAndClose(files, "heeds no interrupt");
  }

  private void stallAndClose(List<FileStatus> files, String when) throws Exception {
    try (var stage = new PrefetchStage<>(source("libsvm", files, 3), 1000, 10)) {
      stage.start();
      inputs.bytes.awaitStall();
    }
    inputs.requireNothingOpen(when);
  }

  @Test
  void aRowThatDiffersIsFoundInAPieceOfItsOwn() throws IOException {
    String features = "";
    for (int i = 1; i < 90; i++) {
      features += " " + i + ":1";
    }
    for (int at = 1; at < 30; at += 7) {
      var text = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        text.append(i).append(i == at ? " qid:1" : "").append(features).append('\n');
      }
      List<FileStatus> files = inputs.watched(inputs.text("f" + at, text.toString()));
      List<String> expected = rows("libsvm", files, 1);
      assertTrue(expected.get(1 + at).contains("query ids"), expected.get(1 + at));
      for (int threads = 2; threads < 4; threads++) {
        assertEquals(expected, rows("libsvm", files, threads), at + ", " + threads + " threads");
      }
    }
  }

  @Test
  void anErrorAfterRowsWithWeightsIsNamedForItself() throws IOException {
    for (String bad : List.of("1:2 5:x", "0 1:1")) {
      String text = "1:0.5 1:1\n".repeat(60) + bad + "\n";
      List<FileStatus> files = inputs.watched(inputs.text("w", text));
      List<String> expected = rows("libsvm", files, 1);
      String rule = bad.endsWith("x") ? "bad-value" : "mixed-weights";
      assertTrue(expected.stream().anyMatch(step -> step.contains(rule)), expected.toString());
      assertEquals(expected, rows("libsvm", files, 3));
    }
  }

  @Test
  void lenientReadingRefusesLaterWeightsWithAnyNumberOfThreads() throws IOException {
    LibSvmConf.MODE.set(inputs.conf, "lenient");
    for (int at : new int[] {1, 13, 40}) { // the first line of a piece, too
      String text = "1 1:1\n".repeat(at) + "3:0.5 7:1\n".repeat(60 - at);
      List<FileStatus> files = inputs.watched(inputs.text("f" + at, text));
      List<String> expected = rows("libsvm", files, 1);
      assertTrue(expected.get(1 + at).contains("mixed-weights"), expected.get(1 + at));
      assertEquals(expected, rows("libsvm", files, 3));
    }
  }

  @Test
  void notesAreThoseOfOneThreadAndOfOneEpoch() throws IOException {
    List<FileStatus> files =
        inputs.watched(
            inputs.text("a", "1 1:1\n"), inputs.text("b", "1 16777217:16777217 # \n".repeat(60)));
    for (int threads = 1; threads < 4; threads++) {
      var said = new ArrayList<String>();
      try (Notes.Listening listening = Notes.listen(said::add)) {
        rows("libsvm", files, threads);
      }
      assertEquals(1, said.size(), said.toString());
      assertTrue(said.get(0).startsWith("60 integers are rounded"), said.get(0));
      assertTrue(said.get(0).contains("b at offset 11, line 1)"), said.get(0));
    }
  }

  @Test
  void closedAtAnyRow() throws IOException {
    List<FileStatus> files = inputs.watched(inputs.text("a", "0 1:1\n".repeat(100)));
    for (int n = 0; n <= 100; n += 3) {
      try (Stage<Row> stage = source("libsvm", files, 3)) {
        for (int i = 0; i < n; i++) {
          assertTrue(stage.next());
        }
      }
      inputs.requireNothingOpen("closed after " + n);
    }
  }

  @Test
  void thereAreManyPieces() throws IOException {
    List<FileStatus> files = inputs.watched(inputs.text("a", "0 1:1\n".repeat(500)));
    assertTrue(files.get(0).getLen() > 20 * PIECE);
    assertEquals(2 * 64, PIECE, "the buffer of these tests");
    assertTrue(RowInputs.isText(inputs.conf, files.get(0).getPath()));
    inputs.faults.recount();
    rows("libsvm", files, 2);
    assertTrue(inputs.faults.opened() > 40, inputs.faults.opened() + " opened");
  }
}
