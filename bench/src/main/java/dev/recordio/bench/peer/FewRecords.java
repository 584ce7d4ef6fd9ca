// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.data.Payloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Files of ten records, or ten rows of LibSVM text, in one folder. */
public final class FewRecords {
  private static final int EACH = 10;
  private static final int SIZE = 100;
  private static final byte[] ROWS =
      "1 1:0.5 3:2\n0 2:1\n".repeat(EACH / 2).getBytes(StandardCharsets.US_ASCII);

  private final int count;
  private final Payloads payloads;
  private long recordBytes;

  /** Makes the records of {@code count} files, which are the same in each. */
  public FewRecords(int count, long seed) {
    this.count = count;
    payloads = new Payloads(SIZE, (long) EACH * SIZE, seed);
  }

  /** Writes RecordIO files without indexes; returns the folder. */
  public Path writeRecords(Configuration conf, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path first = name(folder, 0, "rec");
    Writes.records(conf, payloads, new org.apache.hadoop.fs.Path(first.toUri()), null, null);
    byte[] file = Files.readAllBytes(first);
    recordBytes = (long) count * file.length;
    for (int i = 1; i < count; i++) {
      Files.write(name(folder, i, "rec"), file);
    }
    return folder;
  }

  /** Writes LibSVM text; returns the folder. */
  public Path writeRows(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < count; i++) {
      Files.write(name(folder, i, "libsvm"), ROWS);
    }
    return folder;
  }

  private static Path name(Path folder, int number, String suffix) {
    return folder.resolve(String.format("%08d.%s", number, suffix));
  }

  /** Returns the number of files. */
  public int count() {
    return count;
  }

  /** Returns the number of records, or of rows, of all files. */
  public long records() {
    return (long) count * EACH;
  }

  /** Returns the bytes of the RecordIO files, once they are written. */
  public long recordBytes() {
    return recordBytes;
  }

  /** Returns the bytes of the text. */
  public long rowBytes() {
    return (long) count * ROWS.length;
  }
}
