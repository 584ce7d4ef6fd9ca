// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.RecordIOConf;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;

/** The keys {@code recordio.gather.*}, and what the streams themselves specify if keys do not. */
final class GatherSettings {
  /** For streams whose reads are remote requests: bytes that can be read in the time of one. */
  private static final int GAP_OF_REQUESTS = 64 << 10;

  /** For local files: bytes that can be copied from memory in the time of a system call. */
  private static final int GAP_OF_CALLS = 4 << 10;

  private static final int READ_OF_REQUESTS = 4 << 20;
  private static final int UNSET = -1;

  private final int batchBytes;
  private final int threads;
  private final int maxGap;
  private final int maxRead;

  GatherSettings(Configuration conf) {
    batchBytes = RecordIOConf.GATHER_BATCH_SIZE.getInt(conf);
    maxGap = intOrAuto(conf, RecordIOConf.GATHER_MAX_GAP);
    maxRead = intOrAuto(conf, RecordIOConf.GATHER_MAX_READ);
    threads = RecordIOConf.GATHER_THREADS.getInt(conf);
  }

  private static int intOrAuto(Configuration conf, ConfKey key) {
    return key.isAuto(conf) ? UNSET : key.getInt(conf);
  }

  /** Returns the bytes of a batch. */
  int batchBytes() {
    return batchBytes;
  }

  /** Returns how many reads run at a time. */
  int threads() {
    return threads;
  }

  /** Returns the most bytes between two ranges of a stream that are read instead of skipped. */
  int maxGap(FSDataInputStream stream, StreamReads reads) {
    if (reads != StreamReads.MAPPED && maxGap != UNSET) {
      return maxGap;
    }
    return switch (reads) {
      case MAPPED -> 0;
      case IN_A_ROW -> GAP_OF_CALLS;
      case VECTORED -> VectoredReads.maxGap(stream);
      case APART -> GAP_OF_REQUESTS;
    };
  }

  /** Returns the most bytes of a read of several ranges of a stream. */
  int maxRead(FSDataInputStream stream, StreamReads reads) {
    if (maxRead != UNSET) {
      return maxRead;
    }
    // A stream that joins nothing itself, such as a local file with checksums, returns 0.
    boolean asked = reads != StreamReads.APART && StreamReads.EXIST_VECTORED;
    int says = asked ? VectoredReads.maxRead(stream) : 0;
    return says > 0 ? says : READ_OF_REQUESTS;
  }
}
