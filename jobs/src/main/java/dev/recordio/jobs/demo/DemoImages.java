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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The images that ship in the jar. */
final class DemoImages {
  private static final String LIST = "images.txt";

  private DemoImages() {}

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
    InputStream in = DemoImages.class.getResourceAsStream(resource);
    if (in == null) {
      throw new FileNotFoundException("the jar lacks " + resource);
    }
    return in;
  }
}
