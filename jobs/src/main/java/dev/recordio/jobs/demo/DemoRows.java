// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.demo;

import dev.recordio.fs.stream.Files;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Rows of LibSVM text, the same each time: a label of 0 or 1, and features of three digits. */
final class DemoRows {
  static final int COUNT = 1000;

  private static final int COLUMNS = 2000;
  private static final int MAX_STEP = 120;

  private DemoRows() {}

  static void writeTo(FileSystem fs, Path file) throws IOException {
    var random = new SplittableRandom(1);
    var text = new StringBuilder();
    for (int row = 0; row < COUNT; row++) {
      text.append(random.nextInt(2));
      for (int i = random.nextInt(MAX_STEP); i < COLUMNS; i += 1 + random.nextInt(MAX_STEP)) {
        text.append(' ').append(i).append(":0.").append(100 + random.nextInt(900));
      }
      text.append('\n');
    }
    try (var out = Files.create(fs, file)) {
      out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
  }
}
