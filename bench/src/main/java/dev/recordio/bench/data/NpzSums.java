// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Sums the numbers in the npz shards of a folder, without using the library. */
public final class NpzSums {
  private static final int MAGIC_AND_VERSION = 8;

  private long rows;
  private long entries;
  private long indices;
  private long values;
  private long labels;

  private NpzSums() {}

  /** Returns the sums, except of query ids and weights. */
  public static RowSums of(Path folder) throws IOException {
    var sums = new NpzSums();
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.sorted().toList();
    }
    for (Path file : files) {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
        if (file.toString().endsWith(".npz")) {
          sums.matrix(new ZipInputStream(in));
        } else if (file.toString().endsWith(".label.npy")) {
          sums.rows += sums.array(in, "labels");
        }
      }
    }
    return new RowSums(sums.rows, sums.entries, sums.indices, 0, sums.labels, 0, sums.values);
  }

  private void matrix(ZipInputStream zip) throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      String name = entry.getName().replace(".npy", "");
      if (name.equals("indices") || name.equals("data")) {
        long count = array(zip, name);
        entries += name.equals("data") ? count : 0;
      }
    }
  }

  /** Adds the numbers of one array of 4-byte numbers, and returns how many there are. */
  private long array(InputStream stream, String name) throws IOException {
    var in = new DataInputStream(stream);
    in.skipNBytes(MAGIC_AND_VERSION);
    int header = in.readUnsignedByte() | in.readUnsignedByte() << 8;
    in.skipNBytes(header);
    long count = 0;
    for (byte[] bytes = in.readNBytes(1 << 16); bytes.length > 0; bytes = in.readNBytes(1 << 16)) {
      ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      while (numbers.hasRemaining()) {
        add(name, numbers.getInt());
        count++;
      }
    }
    return count;
  }

  private void add(String name, int bits) {
    switch (name) {
      case "indices" -> indices += bits;
      case "data" -> values += bits;
      default -> labels += bits;
    }
  }
}
