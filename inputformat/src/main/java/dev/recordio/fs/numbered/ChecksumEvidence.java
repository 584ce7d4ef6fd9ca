// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Distinguishes damaged payloads from an index of other payloads: in both cases a payload does not
 * have the checksum that the index gives. Other records of the same index decide. If half of those
 * checked are not what it says, or one of them in a file that was modified after its index, the
 * index is not the file's.
 */
final class ChecksumEvidence {
  /** How many other records are looked at after one was wrong. */
  private static final int LOOKS = 64;

  /** How many are looked at where nothing is known to be wrong. */
  private static final int FIRST_LOOKS = 4;

  private static final int MAX_RECORD_BYTES = 4 << 20;

  private final Configuration conf;
  private final Path file;
  private final RecordCheck check = new RecordCheck();

  ChecksumEvidence(Configuration conf, Path file) {
    this.conf = conf;
    this.file = file;
  }

  /**
   * Checks whether the checksums belong to other payloads, after one record did not match.
   *
   * @param wrong the number in the file of that record
   * @return the evidence against them; null if there is none
   * @throws dev.recordio.bytes.MalformedRecordException when the index is damaged
   */
  String contradiction(long wrong) throws IOException {
    return contradiction(wrong, LOOKS);
  }

  /**
   * Checks some records, without knowing of a wrong one.
   *
   * @return the evidence against them; null if there is none
   */
  static String contradiction(Configuration conf, Path file) throws IOException {
    return new ChecksumEvidence(conf, file).contradiction(-1, FIRST_LOOKS);
  }

  private String contradiction(long wrong, int looks) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    try (var index = RidxReader.open(conf, RecordFiles.binaryIndex(file));
        var gather = new Gather(conf, List.of(file))) {
      boolean younger =
          index.status().getModificationTime() < fs.getFileStatus(file).getModificationTime();
      while (index.next()) {
        // The checksum over all entries is checked: loading a part of an index does not do that.
      }
      int others = 0;
      int different = 0;
      long step = Math.max(1, index.count() / looks);
      for (long i = Math.max(0, wrong) % step; i < index.count(); i += step) {
        index.read(i);
        int checksum = index.payloadChecksum();
        long begin = index.offset();
        long bytes = index.view().end(i) - begin;
        if (i != wrong && bytes <= MAX_RECORD_BYTES) {
          others++;
          gather.clear();
          gather.add(0, begin, (int) bytes);
          gather.fetch();
          different += check.isRecord(begin, gather, checksum) ? 0 : 1;
        }
      }
      boolean isStale =
          younger
              ? others == 0 && wrong >= 0 || different > 0
              : different > 0 && 2 * different >= others;
      return isStale
          ? String.format(
              wrong < 0
                  ? "%d of %d records looked at have other payloads%s"
                  : "%d of %d others have other payloads too%s",
              different,
              others,
              younger ? ", and the file was modified after its index" : "")
          : null;
    }
  }
}
