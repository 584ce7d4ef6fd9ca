// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * How to read many ranges of a stream, by what a read of it costs.
 *
 * <p>Hadoop's {@code readVectored} alone would do for {@link #VECTORED} streams only: what it does
 * for the others is one read after the other on the calling thread, each into a buffer of its own.
 */
enum StreamReads {
  /** Each read is a request that waits for an answer: one read for a thread at a time. */
  APART,
  /** Several reads are handed to the stream at once, which knows how to do them together. */
  VECTORED,
  /** A read is a call of this machine's system and little more: a thread does many in a row. */
  IN_A_ROW;

  /**
   * Returns how a stream is read best. One with a file descriptor is a local file: its own vectored
   * reading would hand each range to another thread. For others it is what tells object stores from
   * HDFS.
   */
  static StreamReads of(FSDataInputStream stream) throws IOException {
    if (stream.getFileDescriptor() != null) {
      return IN_A_ROW;
    }
    return isVectored(stream) ? VECTORED : APART;
  }

  /**
   * Whether a stream has vectored reads of its own, not Hadoop's one read after another: it says
   * so, or has a {@code readVectored}. S3A's streams of Hadoop 3.5 have it and do not say so.
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
