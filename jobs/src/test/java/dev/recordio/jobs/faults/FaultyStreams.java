// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;

/** The streams of {@link FaultyHdfs}: they tell it how far they are before they go on. */
final class FaultyStreams {
  private FaultyStreams() {}

  /** A file that is read, sequentially or by position. */
  static final class Input extends FSInputStream {
    private final FaultyHdfs fs;
    private final Path file;
    private final FSDataInputStream in;
    private long got;

    Input(FaultyHdfs fs, Path file, FSDataInputStream in) {
      this.fs = fs;
      this.file = file;
      this.in = in;
    }

    private int count(int bytes) {
      got += Math.max(bytes, 0);
      return bytes;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] to, int start, int length) throws IOException {
      fs.at(file, in, false, got);
      return count(in.read(to, start, length));
    }

    @Override
    public int read(long position, byte[] to, int start, int length) throws IOException {
      fs.at(file, in, false, got);
      return count(in.read(position, to, start, length));
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
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** A file that is written. */
  static final class Output extends OutputStream {
    private final FaultyHdfs fs;
    private final Path file;
    private final FSDataOutputStream out;

    Output(FaultyHdfs fs, Path file, FSDataOutputStream out) {
      this.fs = fs;
      this.file = file;
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int start, int length) throws IOException {
      fs.at(file, out, true, out.getPos());
      out.write(from, start, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      fs.at(file, out, true, out.getPos());
      out.close();
    }
  }
}
