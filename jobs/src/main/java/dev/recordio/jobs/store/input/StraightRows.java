// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.SourceFiles;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;

/**
 * Rows whose bytes are side by side in the file, or deflated. Rows of a member of a zip that are
 * read from the first to the last are checked by its checksum.
 */
final class StraightRows implements Rows {
  private static final int SKIP = 1 << 16;

  private final Configuration conf;
  private final ArrayFile array;
  private final long rowBytes;
  private FSDataInputStream file; // or:
  private InputStream member;
  private long position; // in the file; or in the member

  StraightRows(Configuration conf, ArrayFile array, long from) throws IOException {
    this.conf = conf;
    this.array = array;
    rowBytes = array.rowBytes();
    if (array.member() != null && (from == 0 || array.isDeflated())) {
      member = new MemberStream(conf, array.file(), array.member());
    } else {
      FileSystem fs = SourceFiles.of(conf, array.file().getPath());
      long start = array.base() + from * rowBytes;
      long end = array.base() + array.header().dataBytes();
      file = Files.open(fs, array.file(), Files.Reading.SEQUENTIAL, start, end);
    }
  }

  @Override
  public void read(long first, int count, byte[] into) throws IOException {
    long offset = first * rowBytes;
    int bytes = (int) (count * rowBytes);
    if (member != null) {
      readMember(array.header().dataOffset() + offset, bytes, into);
      return;
    }
    offset += array.base();
    if (position != offset) {
      file.seek(offset);
    }
    try {
      file.readFully(into, 0, bytes);
    } catch (EOFException e) {
      throw array.changed(offset, bytes + " bytes", "the end of the file: it changed meanwhile");
    }
    position = offset + bytes;
  }

  private void readMember(long offset, int bytes, byte[] into) throws IOException {
    if (offset < position) {
      member.close();
      member = new MemberStream(conf, array.file(), array.member());
      position = 0;
    }
    byte[] skipped = new byte[(int) Math.min(SKIP, offset - position)];
    while (position < offset) {
      position += member.read(skipped, 0, (int) Math.min(skipped.length, offset - position));
    }
    position += member.readNBytes(into, 0, bytes); // which are there, or it would have thrown
  }

  @Override
  public void close() throws IOException {
    try (FSDataInputStream closing = file) {
      if (member != null) {
        member.close();
      }
    }
  }
}
