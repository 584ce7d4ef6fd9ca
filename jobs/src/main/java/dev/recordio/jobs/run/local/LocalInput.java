// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.HasFileDescriptor;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

/**
 * A local file being read: errors name it; Hadoop's error for a disk that fails does not. It costs
 * a call for each read of a buffer, none for a record.
 */
final class LocalInput extends FSInputStream
    implements HasFileDescriptor, StreamCapabilities, IOStatisticsSource {
  private final FSDataInputStream in;
  private final Path file;

  LocalInput(FSDataInputStream in, Path file) {
    this.in = in;
    this.file = file;
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (FSError e) {
      throw LocalOutput.named(file, e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (FSError e) {
      throw LocalOutput.named(file, e);
    }
  }

  @Override
  public int read(long position, byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(position, bytes, offset, length);
    } catch (FSError e) {
      throw LocalOutput.named(file, e);
    }
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> made)
      throws IOException {
    in.readVectored(ranges, made);
  }

  @Override
  public void seek(long position) throws IOException {
    in.seek(position);
  }

  @Override
  public long getPos() throws IOException {
    return in.getPos();
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    return in.seekToNewSource(position);
  }

  @Override
  public long skip(long count) throws IOException {
    return in.skip(count);
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public FileDescriptor getFileDescriptor() throws IOException {
    return in.getFileDescriptor();
  }

  @Override
  public boolean hasCapability(String capability) {
    return in.hasCapability(capability);
  }

  @Override
  public IOStatistics getIOStatistics() {
    return in.getIOStatistics();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
