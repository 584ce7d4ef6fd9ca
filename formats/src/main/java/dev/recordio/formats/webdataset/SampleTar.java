// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * A tar in the ustar format whose bytes depend on names and contents only: times and owners are 0,
 * without names, files may be read by all. It ends as GNU tar's do, in at least two blocks of zeros
 * and a whole number of 20 blocks.
 *
 * <p>All headers are the header of one entry, with another name and length: contents go to the
 * stream below as they are, and nothing is allocated for a member.
 */
final class SampleTar {
  private static final int BLOCK = 512;
  private static final int RECORD = 20 * BLOCK;
  private static final int MODE = 0444;
  private static final int SIZE_AT =
      TarConstants.NAMELEN + TarConstants.MODELEN + TarConstants.UIDLEN + TarConstants.GIDLEN;
  private static final int CHECKSUM_AT = SIZE_AT + TarConstants.SIZELEN + TarConstants.MODTIMELEN;
  private static final byte[] ZEROS = new byte[RECORD + BLOCK];

  private final OutputStream out;
  private final byte[] header = new byte[BLOCK];
  private long position;

  SampleTar(OutputStream out) {
    this.out = out;
    var entry = new TarArchiveEntry("member", true);
    entry.setMode(MODE);
    entry.setModTime(0);
    entry.setIds(0, 0);
    entry.setNames("", "");
    entry.writeEntryHeader(header);
  }

  /**
   * Appends a member.
   *
   * @param name in ASCII, at most 100 characters
   * @return the offset of its content, in bytes
   * @throws IllegalArgumentException when the name is longer
   */
  long add(String name, byte[] bytes, int offset, int length) throws IOException {
    putName(name);
    TarUtils.formatLongOctalBytes(length, header, SIZE_AT, TarConstants.SIZELEN);
    Arrays.fill(header, CHECKSUM_AT, CHECKSUM_AT + TarConstants.CHKSUMLEN, (byte) ' ');
    long sum = TarUtils.computeCheckSum(header);
    TarUtils.formatCheckSumOctalBytes(sum, header, CHECKSUM_AT, TarConstants.CHKSUMLEN);
    out.write(header, 0, BLOCK);
    out.write(bytes, offset, length);
    out.write(ZEROS, 0, -length & BLOCK - 1);
    long content = position + BLOCK;
    position += memberBytes(length);
    return content;
  }

  private void putName(String name) {
    if (name.length() > TarConstants.NAMELEN) {
      throw new IllegalArgumentException("too long for a tar: " + name);
    }
    for (int i = 0; i < TarConstants.NAMELEN; i++) {
      header[i] = i < name.length() ? (byte) name.charAt(i) : 0;
    }
  }

  /** Returns the bytes of a member: its header, and its content in whole blocks. */
  static long memberBytes(long length) {
    return BLOCK + (length + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Returns the bytes of a tar whose members have {@code members} bytes. */
  static long endOf(long members) {
    return (members + 2 * BLOCK + RECORD - 1) / RECORD * RECORD;
  }

  /** Writes the end mark. The stream below stays open. */
  void finish() throws IOException {
    long end = endOf(position);
    for (long left = end - position; left > 0; ) {
      int count = (int) Math.min(left, ZEROS.length);
      out.write(ZEROS, 0, count);
      left -= count;
    }
    position = end;
  }
}
