// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * How to read many ranges of a stream, depending on what a read costs.
 *
 * <p>Hadoop's {@code readVectored} alone would suffice for {@link #VECTORED} streams only: for the
 * others it does one read after the other on the calling thread, each into its own buffer.
 */
enum StreamReads {
  /** Each read is a request that waits for an answer: one read for a thread at a time. */
  APART,
  /** Several reads are passed to the stream at once, which can combine them. */
  VECTORED,
  /** A read is little more than a system call: a thread does many in a row. */
  IN_A_ROW,
  /** The bytes are in memory: nothing that is not wanted is read. */
  MAPPED;

  /** Whether this Hadoop has {@link VectoredReads}. */
  static final boolean EXIST_VECTORED =
      Arrays.stream(PositionedReadable.class.getMethods())
          .anyMatch(method -> method.getName().equals("readVectored"));

  /**
   * Returns how a stream is read best. One with a file descriptor is a local file: its own vectored
   * reads would pass each range to another thread. For others, vectored reads distinguish object
   * stores from HDFS.
   */
  static StreamReads of(FSDataInputStream stream) throws IOException {
    if (stream.getFileDescriptor() != null) {
      return IN_A_ROW;
    }
    return EXIST_VECTORED && isVectored(stream) ? VECTORED : APART;
  }

  /**
   * Whether a stream has vectored reads of its own, not Hadoop's one read after another: it reports
   * them, or has a {@code readVectored}. S3A's streams of Hadoop 3.5 have it and do not report it.
   */
  private static boolean isVectored(FSDataInputStream stream) {
    if (stream.hasCapability(StreamCapabilities.VECTOREDIO)) {
      return true;
    }
    InputStream wrapped = stream.getWrappedStream();
    while (wrapped instanceof FSDataInputStream outer) {
      wrapped = outer.getWrappedStream();
    }
    try {
      return wrapped
              .getClass()
              .getMethod("readVectored", List.class, IntFunction.class)
              .getDeclaringClass()
          != PositionedReadable.class;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }
}
