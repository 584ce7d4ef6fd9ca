// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Files of records with indexes of all kinds beside them, or none, as one job's input. */
final class IndexedInput {
  /**
   * A record of the input.
   *
   * @param numbered its number over the whole input, in place of an offset, and its digest
   * @param file which file it is of
   */
  record Numbered(ReadRecord numbered, long key, int file) {}

  private final List<String> paths = new ArrayList<>();
  private final List<Numbered> records = new ArrayList<>();
  private long bytes;

  /** Writes the files, which replace those of the input before. */
  static IndexedInput write(FileSystemUnderTest files, SplittableRandom random) throws IOException {
    var input = new IndexedInput();
    files.fs().delete(files.testDir(), true);
    for (int file = random.nextInt(1, 5); file > 0; file--) {
      input.add(files, random);
    }
    return input;
  }

  String paths() {
    return String.join(";", paths);
  }

  List<Numbered> records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  private void add(FileSystemUnderTest files, SplittableRandom random) throws IOException {
    HostileFile made = HostileFile.of(random, random.nextInt(4) == 0 ? 90 : 25);
    int count = made.records().size();
    int index = random.nextInt(5); // 0: none; 1: .idx; 2: .idx in any order; others: .ridx too
    long[] keys = keys(random, count, index == 0);
    Path path = files.path("f" + paths.size() + ".rec");
    Path idx = files.path("f" + paths.size() + ".idx");
    Configuration conf = files.conf();
    RecordIOConf.OUTPUT_INDEX_BINARY.set(conf, index > 2);
    try (RecordFileWriter writer =
        RecordFileWriter.create(conf, path, index == 0 ? null : idx, false)) {
      for (int i = 0; i < count; i++) {
        byte[] payload = made.records().get(i).payload();
        writer.write(keys[i], payload, 0, payload.length);
      }
    }
    if (index == 2) {
      var lines = new ArrayList<String>(files.readText(idx).lines().toList());
      Collections.shuffle(lines, new Random(random.nextLong()));
      String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
      files.write(idx.getName(), text.getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < count; i++) {
      byte[] payload = made.records().get(i).payload();
      records.add(
          new Numbered(
              ReadRecord.of("?", records.size(), payload, 0, payload.length),
              keys[i],
              paths.size()));
    }
    paths.add(path.toString());
    bytes += made.bytes().length;
  }

  /** Ordinals, or numbers that go up with gaps, or any, some of them twice. */
  private static long[] keys(SplittableRandom random, int count, boolean ordinals) {
    var keys = new long[count];
    int kind = ordinals ? 0 : random.nextInt(4);
    long last = 0;
    for (int i = 0; i < count; i++) {
      last += random.nextInt(1, 1000);
      keys[i] =
          switch (kind) {
            case 0 -> i;
            case 1 -> last;
            case 2 -> random.nextInt(1 + count);
            default -> random.nextLong();
          };
    }
    return keys;
  }

  /** Returns some keys that records have, all of them different. */
  static long[] someKeys(SplittableRandom random, List<Numbered> of) {
    var keys = new long[1 + random.nextInt(6)];
    Arrays.setAll(keys, i -> of.get(random.nextInt(of.size())).key());
    return Arrays.stream(keys).distinct().toArray();
  }
}
