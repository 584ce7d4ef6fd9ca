// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;

/** A local file being written: errors name it; Hadoop's error for a full disk does not. */
final class LocalOutput extends FilterOutputStream implements Syncable, StreamCapabilities {
  private final Path file;

  LocalOutput(OutputStream out, Path file) {
    super(out);
    this.file = file;
  }

  @Override
  public void write(int b) throws IOException {
    try {
      out.write(b);
    } catch (FSError e) {
      throw named(file, e);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (FSError e) {
      throw named(file, e);
    }
  }

  /** Returns the error of the operating system, with the file. */
  static IOException named(Path file, FSError e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new IOException(file + ": " + cause.getMessage(), cause);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  @Override
  public void hflush() throws IOException {
    ((Syncable) out).hflush();
  }

  @Override
  public void hsync() throws IOException {
    ((Syncable) out).hsync();
  }

  @Override
  public boolean hasCapability(String capability) {
    return ((StreamCapabilities) out).hasCapability(capability);
  }
}
