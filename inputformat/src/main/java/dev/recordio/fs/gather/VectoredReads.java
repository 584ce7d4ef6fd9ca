// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Hadoop's vectored reads. Versions before 3.3.5 have none: all that needs them is here, and {@link
 * StreamReads#EXIST_VECTORED} says whether it may be used.
 */
final class VectoredReads {
  private final List<FileRange> ranges = new ArrayList<>();

  /** Requests a range. */
  void add(long offset, int length) {
    ranges.add(FileRange.createFileRange(offset, length));
  }

  /** Begins to read all ranges. */
  void begin(FSDataInputStream in) throws IOException {
    in.readVectored(ranges, ByteBuffer::allocate);
  }

  /** Waits for a range, counted from 0 in the order requested. */
  ByteBuffer await(int range) throws IOException {
    return FutureIO.awaitFuture(ranges.get(range).getData());
  }

  /** Returns the most bytes between two ranges that a stream reads instead of skipping them. */
  static int maxGap(PositionedReadable stream) {
    return stream.minSeekForVectorReads();
  }

  /** Returns the most bytes of ranges that a stream reads together; 0 when it joins none. */
  static int maxRead(PositionedReadable stream) {
    return stream.maxReadSizeForVectorReads();
  }
}
