// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.order.RecordOrder;
import dev.recordio.reader.share.InputPart;
import dev.recordio.reader.share.InputPart.Rule;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of an input: every rule, order and kind of file, against a plain list. */
class PartTest {
  private static final int[] COUNTS = {7, 0, 11, 5};
  private static final int RECORDS = 23;

  @TempDir static Path dir;

  @BeforeAll
  static void write() throws IOException {
    int ordinal = 0;
    for (int file = 0; file < COUNTS.length; file++) {
      for (String folder : new String[] {"indexed", "bare"}) {
        var path = LocalFiles.path(dir.resolve(folder + "/" + file + ".rec"));
        boolean indexed = folder.equals("indexed");
        try (var writer =
            RecordFileWriter.create(
                LocalFiles.raw(), path, indexed ? RecordFiles.index(path) : null)) {
          for (int i = 0; i < COUNTS[file]; i++) {
            byte[] payload = new byte[(ordinal + i) % 6 * 20];
            writer.write(ordinal + i, payload, 0, payload.length);
          }
        }
      }
      ordinal += COUNTS[file];
      Path gz = Files.createDirectories(dir.resolve("gz")).resolve(file + ".rec.gz");
      try (var out = new GZIPOutputStream(Files.newOutputStream(gz))) {
        out.write(Files.readAllBytes(dir.resolve("bare/" + file + ".rec")));
      }
      boolean packed = file == 0;
      Path mixed = Files.createDirectories(dir.resolve("mixed"));
      Files.copy(
          packed ? gz : dir.resolve("bare/" + file + ".rec"),
          mixed.resolve(file + (packed ? ".rec.gz" : ".rec")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"indexed", "bare", "gz", "mixed"})
  void partsAreConsecutiveRecordsByTheirRule(String folder) throws IOException {
    for (int parts : new int[] {1, 3, 5, 24}) {
      for (Rule rule : Rule.values()) {
        List<List<Long>> expected = expected(folder, parts, rule);
        for (int part = 0; part < parts; part++) {
          String spec = spec(folder, part + "/" + parts, rule);
          assertEquals(expected.get(part), ordinals(spec, 0), spec);
        }
      }
    }
  }

  @Test
  void anOrderPermutesTheRecordsOfThePartOnly() throws IOException {
    for (String folder : List.of("indexed", "bare")) {
      for (Rule rule : Rule.values()) {
        for (int part = 0; part < 3; part++) {
          List<Long> own = expected(folder, 3, rule).get(part);
          String spec = spec(folder, part + "/3", rule) + " | order(epoch,seed=7,block=2,window=5)";
          for (int epoch = 0; epoch < 3; epoch++) {
            RecordOrder order = RecordOrder.epoch(own.size(), 7, epoch, 2, 5);
            var expected = new ArrayList<Long>();
            for (int i = 0; i < own.size(); i++) {
              expected.add(own.get((int) order.at(i)));
            }
            assertEquals(expected, ordinals(spec, epoch), spec);
          }
        }
      }
    }
  }

  @Test
  void equalPartsDifferByOneAtMostAndLargeOnesDoNotOverflow() {
    for (long items : new long[] {0, 1, 22, 23, 100, (1L << 62) - 1}) {
      for (int parts : new int[] {1, 2, 7, Integer.MAX_VALUE}) {
        long least = items / parts;
        for (int part : new int[] {0, parts / 2, parts - 1}) {
          var one = new InputPart(part, parts, Rule.EQUAL);
          long size = one.first(items, 1) - one.first(items, 0);
          assertTrue(size == least || size == least + 1, items + " " + one);
          var count = new InputPart(part, parts, Rule.COUNT);
          long each = least + (items % parts == 0 ? 0 : 1);
          assertTrue(count.first(items, 1) - count.first(items, 0) <= each, items + " " + count);
        }
        assertEquals(items, new InputPart(parts - 1, parts, Rule.EQUAL).first(items, 1));
        assertEquals(items, new InputPart(parts - 1, parts, Rule.COUNT).first(items, 1));
      }
    }
  }

  @Test
  void stagesAfterAPartAreOfItsRecords() throws IOException {
    String part = spec("bare", "1/3", Rule.EQUAL); // 7 .. 14
    assertEquals(List.of(9L, 10L), ordinals(part + " | skip(2) | take(2)", 0));
    assertEquals(List.of(8L, 10L, 12L, 14L), ordinals(part + " | shard(1/2)", 0));
    assertEquals(List.of(8L, 11L, 14L), ordinals(part + " | order(sequential,start=1,step=3)", 0));
  }

  @Test
  void wrongPartsAreRefused() throws IOException {
    for (String wrong : List.of("2/2", "-1/2", "1", "a/b", "0/1/2", "0/0")) {
      refused("bare", "part(" + wrong + ")", "is no part");
    }
    refused("bare", "part(0/2,rule=half)", "rule");
    refused("bare", "part(0/2) | part(0/2)", "only once");
    refused("bare", "order(epoch) | part(0/2)", "must come first");
    refused("bare", "take(4) | part(0/2)", "must come first");
    refused("bare", "batch(4) | part(0/2)", "must come first");
    refused("bare", "part(0/2) | files(2)", "must come first");
    Files.writeString(dir.resolve("a.libsvm"), "1 0:1\n");
    refused("a.libsvm", "part(0/2)", "read by number");
  }

  private static void refused(String input, String stages, String expected) {
    String spec = dir.resolve(input) + " | " + stages;
    var error =
        assertThrows(InvalidSettingException.class, () -> Readers.open(LocalFiles.raw(), spec));
    assertTrue(error.getMessage().contains(expected), error.getMessage());
  }

  private static String spec(String folder, String part, Rule rule) {
    return "recordio:" + dir.resolve(folder) + "/*.rec* | part(" + part + ",rule=" + rule + ")";
  }

  /** Returns the records of each part. */
  private static List<List<Long>> expected(String folder, int parts, Rule rule) throws IOException {
    var expected = new ArrayList<List<Long>>();
    for (int part = 0; part < parts; part++) {
      expected.add(new ArrayList<>());
    }
    long total = 0;
    for (int file = 0; file < COUNTS.length; file++) {
      total += Files.size(file(folder, file));
    }
    long step = ((total + parts - 1) / parts + 3) / 4 * 4;
    long each = (RECORDS + parts - 1) / parts;
    long fileStart = 0;
    long ordinal = 0;
    for (int file = 0; file < COUNTS.length; file++) {
      long at = 0;
      for (int i = 0; i < COUNTS[file]; i++, ordinal++) {
        long begin = fileStart + (isPacked(folder, file) ? 0 : at); // its file's first byte
        long bytes = rule == Rule.BYTES ? begin / step : 0;
        long count = ordinal / each;
        long equal = 0;
        while ((equal + 1) * RECORDS / parts <= ordinal) {
          equal++;
        }
        long part = rule == Rule.BYTES ? bytes : rule == Rule.COUNT ? count : equal;
        expected.get((int) part).add(ordinal);
        at += 8 + (ordinal % 6 * 20 + 3) / 4 * 4;
      }
      fileStart += Files.size(file(folder, file));
    }
    return expected;
  }

  private static boolean isPacked(String folder, int file) {
    return folder.equals("gz") || folder.equals("mixed") && file == 0;
  }

  private static Path file(String folder, int file) {
    return dir.resolve(folder + "/" + file + (isPacked(folder, file) ? ".rec.gz" : ".rec"));
  }

  private static List<Long> ordinals(String spec, int epoch) throws IOException {
    var ordinals = new ArrayList<Long>();
    try (Reader<Record> reader = Readers.open(LocalFiles.raw(), spec)) {
      for (int i = 0; i < epoch; i++) {
        reader.reset();
      }
      while (reader.next()) {
        Record record = reader.get();
        assertEquals(record.ordinal() % 6 * 20, record.length());
        ordinals.add(record.ordinal());
      }
    }
    return ordinals;
  }
}
