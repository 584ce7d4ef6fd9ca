// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.demo;

import dev.recordio.fs.stream.Files;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The images that ship in the jar, and rows that are made. */
final class DemoFiles {
  /** The number of rows. */
  static final int ROWS = 1000;

  private static final int COLUMNS = 2000;
  private static final int MAX_STEP = 120;
  private static final String LIST = "images.txt";

  private DemoFiles() {}

  /** Returns their names, in the order in which pack reads them from a folder. */
  static List<String> names() throws IOException {
    try (var lines =
        new BufferedReader(new InputStreamReader(open(LIST), StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  /** Returns the bytes of an image. */
  static byte[] bytes(String name) throws IOException {
    try (InputStream in = open("images/" + name)) {
      return in.readAllBytes();
    }
  }

  /** Writes all of them into a folder. */
  static void copyTo(FileSystem fs, Path folder) throws IOException {
    for (String name : names()) {
      try (OutputStream out = Files.create(fs, new Path(folder, name))) {
        out.write(bytes(name));
      }
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream in = DemoFiles.class.getResourceAsStream(resource);
    if (in == null) {
      throw new FileNotFoundException("the jar lacks " + resource);
    }
    return in;
  }

  /**
   * Writes rows of LibSVM text, the same each time: a label of 0 or 1, features of three digits.
   */
  static void writeRows(FileSystem fs, Path file) throws IOException {
    var random = new SplittableRandom(1);
    var text = new StringBuilder();
    for (int row = 0; row < ROWS; row++) {
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
