// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A tar in the ustar format whose bytes depend on names and contents only: times and owners are 0,
 * without names, files may be read by all. It ends as GNU tar's do, in zeros up to a multiple of 20
 * blocks.
 */
final class SampleTar {
  private static final int BLOCK = 512;
  private static final int RECORD = 20 * BLOCK;
  private static final int MODE = 0444;

  private final TarArchiveOutputStream tar;
  private final TarArchiveEntry entry = new TarArchiveEntry("member", true);
  private long position;

  SampleTar(OutputStream out) {
    tar = new TarArchiveOutputStream(out, RECORD, StandardCharsets.US_ASCII.name());
    entry.setMode(MODE);
    entry.setModTime(0);
    entry.setIds(0, 0);
    entry.setNames("", "");
  }

  /**
   * Appends a member.
   *
   * @param name in ASCII, at most 100 characters
   * @return the offset of its content, in bytes
   */
  long add(String name, byte[] bytes, int offset, int length) throws IOException {
    entry.setName(name);
    entry.setSize(length);
    tar.putArchiveEntry(entry);
    tar.write(bytes, offset, length);
    tar.closeArchiveEntry();
    long content = position + BLOCK;
    position = content + (length + BLOCK - 1L) / BLOCK * BLOCK;
    return content;
  }

  /** Writes the end mark. The stream below stays open. */
  void finish() throws IOException {
    tar.finish();
  }
}
