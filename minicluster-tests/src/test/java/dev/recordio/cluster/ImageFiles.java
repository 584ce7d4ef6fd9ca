// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The images of {@code fixtures/images} and the files that MXNet packed from them. */
public final class ImageFiles {
  private ImageFiles() {}

  /** Returns the bytes of a file of the fixtures. */
  public static byte[] bytes(String name) throws IOException {
    try (InputStream in = ImageFiles.class.getResourceAsStream("/fixtures/images/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no such fixture: " + name);
      }
      return in.readAllBytes();
    }
  }

  /** Returns the lines of a text file of the fixtures. */
  public static List<String> lines(String name) throws IOException {
    return new String(bytes(name), StandardCharsets.UTF_8).lines().toList();
  }

  /** Writes the listed images below {@code folder}, and their list, which is returned. */
  public static Path write(MiniDfs dfs, Path folder, String list) throws IOException {
    for (String line : lines(list)) {
      String name = line.substring(line.lastIndexOf('\t') + 1);
      Path image = new Path(folder, new Path(null, null, name));
      dfs.write(image, bytes("files/" + name), MiniDfs.OTHERS_BLOCK_SIZE, MiniDfs.REPLICATION);
    }
    return dfs.write(new Path(folder, list), bytes(list));
  }
}
