// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.fs.gather.Gather;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import java.io.IOException;
import java.util.ArrayList;
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

  ChecksumEvidence(Configuration conf, Path file) {
    this.conf = conf;
    this.file = file;
  }

  /**
   * Checks whether the checksums are those of other payloads, after one record did not match.
   *
   * @param wrong the number in the file of that record
   * @return the evidence against them; null if there is none
   * @throws dev.recordio.bytes.MalformedRecordException when the index is damaged
   */
  String contradiction(long wrong) throws IOException {
    return contradiction(wrong, LOOKS);
  }

  /**
   * Checks some records, none of which is known to be wrong.
   *
   * @return the evidence against them; null if there is none
   */
  static String contradiction(Configuration conf, Path file) throws IOException {
    return new ChecksumEvidence(conf, file).contradiction(-1, FIRST_LOOKS);
  }

  private String contradiction(long wrong, int looks) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    try (var index = RidxReader.open(conf, RecordFiles.binaryIndex(file))) {
      boolean younger =
          index.status().getModificationTime() < fs.getFileStatus(file).getModificationTime();
      List<RecordIndex> others = others(index, wrong, looks);
      int different = different(others);
      boolean isStale =
          younger
              ? others.isEmpty() && wrong >= 0 || different > 0
              : different > 0 && 2 * different >= others.size();
      return isStale
          ? String.format(
              wrong < 0
                  ? "%d of %d records looked at have other payloads%s"
                  : "%d of %d others have other payloads too%s",
              different,
              others.size(),
              younger ? ", and the file was modified after its index" : "")
          : null;
    }
  }

  /**
   * Returns some other records, each as an index of its own. All entries are read to check their
   * checksum, which loading a part of the index does not check.
   */
  private List<RecordIndex> others(RidxReader index, long wrong, int looks) throws IOException {
    var others = new ArrayList<RecordIndex>();
    long step = Math.max(1, index.count() / looks);
    long offset = -1; // of the record before, if it is one to check
    int checksum = 0;
    while (index.next()) {
      if (offset >= 0) {
        add(others, index.ordinal() - 1, offset, index.offset(), checksum);
      }
      boolean chosen =
          index.ordinal() % step == Math.max(0, wrong) % step && index.ordinal() != wrong;
      offset = chosen ? index.offset() : -1;
      checksum = index.payloadChecksum();
    }
    if (offset >= 0) {
      add(others, index.count() - 1, offset, index.recordsLength(), checksum);
    }
    return others;
  }

  private void add(List<RecordIndex> others, long number, long offset, long end, int checksum) {
    if (end - offset <= MAX_RECORD_BYTES) {
      long[] ends = {offset, end};
      int[] sums = {checksum};
      others.add(new RecordIndex(file, RecordIndex.Source.BINARY, 1, number, ends, null, sums));
    }
  }

  private int different(List<RecordIndex> others) throws IOException {
    var check = new RecordCheck();
    int different = 0;
    try (var gather = new Gather(conf, List.of(file))) {
      for (RecordIndex other : others) {
        gather.clear();
        gather.add(0, other.offset(0), (int) (other.end(0) - other.offset(0)));
        gather.fetch();
        if (check.frame(other, 0, gather.bytes(), gather.start(0)) != null
            || !check.hasChecksum(other.checksum(0))) {
          different++;
        }
      }
    }
    return different;
  }
}
