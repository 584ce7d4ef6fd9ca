// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes a file's indexes, under temporary names until {@link #commit}. */
public final class IndexFiles implements IndexSink {
  private final FileSystem fs;
  private final Path oldBinary;
  private final FileReplacement text;
  private final FileReplacement binary; // or null
  private final IdxWriter lines;
  private final RidxWriter entries;

  /**
   * Creates the temporary files.
   *
   * @param tag ends their names
   */
  public IndexFiles(
      Configuration conf,
      FileSystem fs,
      Path records,
      boolean withBinary,
      RecordIndexLayout layout,
      String tag)
      throws IOException {
    this.fs = fs;
    oldBinary = RecordFiles.binaryIndex(records);
    text = new FileReplacement(conf, fs, RecordFiles.index(records), tag);
    try {
      binary = withBinary ? new FileReplacement(conf, fs, oldBinary, tag) : null;
    } catch (IOException | RuntimeException | Error e) {
      try (text) {
        throw e;
      }
    }
    lines = new IdxWriter(text.out());
    entries = withBinary ? new RidxWriter(binary.out(), layout) : null;
  }

  @Override
  public void entry(long key, long offset, int length, int checksum) throws IOException {
    lines.write(key, offset);
    if (entries != null) {
      entries.write(key, offset, length, checksum);
    }
  }

  @Override
  public void finish(long recordsLength, int recordsChecksum) throws IOException {
    lines.close();
    if (entries != null) {
      entries.finish(recordsLength, recordsChecksum);
      entries.close();
    }
  }

  /**
   * Puts the indexes in their places. If this is interrupted, or no binary index is written, no old
   * binary index is left beside a new text index, which it would contradict.
   */
  public void commit() throws IOException {
    if (!Files.isKnownMissing(fs, oldBinary)) {
      fs.delete(oldBinary, false);
    }
    text.commit();
    if (binary != null) {
      binary.commit();
    }
  }

  @Override
  public void close() throws IOException {
    try (text;
        binary) {
      // Removes what is not committed.
    }
  }
}
