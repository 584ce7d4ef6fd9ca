// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * Rows of a member of a zip, one after the other. When they are read from the first to the last,
 * its checksum is checked.
 */
final class MemberRows implements Rows {
  private static final int SKIP = 1 << 16;

  private final Configuration conf;
  private final ArrayFile array;
  private InputStream member;
  private long position; // in the member

  MemberRows(Configuration conf, ArrayFile array) throws IOException {
    this.conf = conf;
    this.array = array;
    member = new MemberStream(conf, array.file(), array.member());
  }

  @Override
  public void read(long first, int count, byte[] into) throws IOException {
    long offset = array.header().dataOffset() + first * array.rowBytes();
    if (offset < position) {
      member.close();
      member = new MemberStream(conf, array.file(), array.member());
      position = 0;
    }
    byte[] skipped = new byte[(int) Math.min(SKIP, offset - position)];
    while (position < offset) {
      position += member.read(skipped, 0, (int) Math.min(skipped.length, offset - position));
    }
    // All bytes are there, or it would have thrown.
    position += member.readNBytes(into, 0, (int) (count * array.rowBytes()));
  }

  @Override
  public void close() throws IOException {
    member.close();
  }
}
