// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.index.IndexJob;
import dev.recordio.jobs.records.shuffle.ShuffleJob;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many small files are read by few tasks, with the same result as one task per file. */
class SmallFilesTest extends ArrangeTestBase {
  private static final int FILES = 1500;

  @TempDir static java.nio.file.Path input;
  private static byte[] whole;

  /** A record of eight bytes in each file, and two records or a large one in some. */
  @BeforeAll
  static void writeFiles() throws IOException {
    var all = new ByteArrayOutputStream();
    for (int i = 0; i < FILES; i++) {
      var file = new ByteArrayOutputStream();
      file.writeBytes(record(i, 8));
      if (i % 100 == 7) {
        file.writeBytes(record(-i, i % 200 == 7 ? 70_000 : 8));
      }
      Files.write(input.resolve(String.format("f%05d.rec", i)), file.toByteArray());
      all.writeBytes(file.toByteArray());
    }
    whole = all.toByteArray();
  }

  private static byte[] record(long number, int length) {
    return ByteBuffer.allocate(8 + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0xced7230a)
        .putInt(length)
        .putLong(number)
        .array();
  }

  private static int tasks(Job job) throws Exception {
    InputFormat<?, ?> format =
        ReflectionUtils.newInstance(job.getInputFormatClass(), job.getConfiguration());
    return format.getSplits(job).size();
  }

  @Test
  void fewTasksCountAndShuffleThem() throws Exception {
    try (var shuffle = new ShuffleJob(conf(), List.of(LocalFiles.path(input)), path("out"))) {
      assertTrue(tasks(shuffle.census()) < 10, tasks(shuffle.census()) + " tasks");
      Jobs.run(shuffle.census());
      assertTrue(tasks(shuffle.job()) < 10, tasks(shuffle.job()) + " tasks");
    }
  }

  @Test
  void reshardedTheyAreTheInputEndToEnd() throws IOException {
    ok("reshard --shards 3 {} ./out", input);
    assertArrayEquals(whole, end2end("out"));
  }

  @Test
  void shuffledTheyAreWhatOneFileWithTheirRecordsGives() throws IOException {
    Path one = write("one.rec", whole);
    ok("shuffle --seed 3 --shards 2 {} ./one", one);
    ok("shuffle --seed 3 --shards 2 {} ./many", input);
    assertSameFiles("one", "many");
  }

  @Test
  void rowsOfSmallFilesAreSplitAsThoseOfOneFile() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      String rows = i % 50 == 3 ? "# nothing\n" : i % 2 + " 1:" + i + "\n" + "1 2:5\n";
      text.append(rows);
      write(String.format("rows/%03d.libsvm", i), rows.getBytes());
    }
    write("one.libsvm", text.toString().getBytes());
    for (String input : List.of("rows", "one.libsvm")) {
      ok("split --fractions a=0.7,b=0.3 --stratify {} {}", out(input), out("out-" + input));
    }
    for (String subset : List.of("a", "b")) {
      String file = "/" + subset + "/part-00000.libsvm";
      assertEquals(
          readText(path("out-one.libsvm" + file)), readText(path("out-rows" + file)), subset);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "skip", "quarantine"})
  void damageInOneOfThemIsThatFilesAlone(String policy) throws IOException {
    for (int i = 0; i < 20; i++) {
      byte[] bytes = new byte[3 * 16];
      for (int k = 0; k < 3; k++) {
        System.arraycopy(record(10 * i + k, 8), 0, bytes, k * 16, 16);
      }
      bytes[16] ^= i == 4 || i == 9 ? 1 : 0;
      write(String.format("in/%02d.rec", i), bytes);
    }
    String line = "shuffle -D recordio.input.corrupt-record.policy={} ./in ./out";
    if (policy.equals("fail")) {
      String err = fails(3, line, policy);
      assertTrue(err.contains("04.rec at offset 16") || err.contains("09.rec at offset 16"), err);
      return;
    }
    Recordio run = run(line, policy).ended(5);
    assertEquals(58, shards("out").get(0).size());
    if (policy.equals("quarantine")) {
      var lines = new ArrayList<String>();
      for (var file : fs().listStatus(path("out/_quarantine"))) {
        lines.addAll(readText(file.getPath()).lines().toList());
      }
      assertEquals(2, lines.size(), lines.toString());
    }
  }

  @Test
  void fewTasksIndexThemAndTheJobDoesNotCarryTheirNames() throws Exception {
    var files = path("files");
    for (int i = 0; i < 600; i++) {
      write(String.format("files/f%05d.rec", i), record(i, 8));
    }
    try (var index = new IndexJob(conf(), List.of(files))) {
      Job job = index.job();
      assertTrue(tasks(job) < 10, tasks(job) + " tasks");
      for (Map.Entry<String, String> setting : job.getConfiguration()) {
        assertFalse(setting.getValue().contains("f00100.rec"), setting.getKey());
      }
      Jobs.run(job);
    }
    for (int i = 0; i < 600; i += 7) {
      assertEquals("0\t0\n", readText(path(String.format("files/f%05d.idx", i))));
    }
  }
}
