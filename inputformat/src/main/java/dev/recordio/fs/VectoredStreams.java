// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.io.InputStream;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Tells which streams have vectored reads of their own, and not Hadoop's one read after another.
 */
final class VectoredStreams {
  private VectoredStreams() {}

  /**
   * Whether a stream has them: it says so, or has its own {@code readVectored}. S3A's streams of
   * Hadoop 3.5 have it and do not say so.
   */
  static boolean has(FSDataInputStream stream) {
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
