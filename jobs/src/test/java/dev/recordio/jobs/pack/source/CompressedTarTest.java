// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static dev.recordio.testing.Faults.Call.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.Bzip2;
import dev.recordio.testing.Faults;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tar compressed by bzip2, read from a failing file system, or damaged: all of it or an error.
 */
class CompressedTarTest implements FileSystemUnderTest {
  private final Faults faults = new Faults();
  private final Faults.Rule bytes = faults.onBytes();
  private static final int ENTRY_BYTES = 1024; // no entry's end is padded: blocks can go missing

  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return LocalFiles.raw();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private static byte[] tar() throws IOException {
    var random = new Random(4);
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes)) {
      for (int i = 0; i < 60; i++) {
        var entry = new TarArchiveEntry(i + ".bin");
        entry.setSize(ENTRY_BYTES);
        tar.putArchiveEntry(entry);
        var content = new byte[ENTRY_BYTES];
        random.nextBytes(content);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static int entries(Configuration conf, Path file) throws IOException {
    int entries = 0;
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    try (var tar = new Tar(conf, file, length, () -> {})) {
      while (tar.next() != null) {
        assertEquals(ENTRY_BYTES, tar.content().readAllBytes().length);
        entries++;
      }
    }
    return entries;
  }

  @Test
  void damagedMarkIsAnError() throws Exception {
    byte[] packed = Bzip2.packStreams(tar(), 15 * (512 + ENTRY_BYTES), 1); // streams of 15 entries
    Path file = write("t.tar.bz2", packed);
    assertEquals(60, entries(conf(), file));
    for (long mark : Bzip2.marks(packed, Bzip2.BLOCK_MARK)) {
      Bzip2.flip(packed, mark + 5);
      Path damaged = write("d.tar.bz2", packed);
      var e = assertThrows(MalformedRecordException.class, () -> entries(conf(), damaged));
      assertEquals(damaged.toString(), e.path());
      Bzip2.flip(packed, mark + 5);
    }
  }

  @Test
  void failureOfTheFileSystemIsPassedOn() throws Exception {
    Configuration conf = conf();
    byte[] packed = Bzip2.packStreams(tar(), 15 * (512 + ENTRY_BYTES), 1);
    Path file = faults.over(conf, write("t.tar.bz2", packed));
    faults.on(READ).gives(asked -> Math.min(asked, 2048));
    bytes.never();
    assertEquals(60, entries(conf, file));
    long reads = bytes.count();
    int errors = 0;
    for (Faults.Kind kind : Faults.Kind.values()) {
      for (long at = 0; at < reads; at++) {
        bytes.breaks(kind, at);
        String where = kind + " at " + at + " of " + reads;
        try {
          assertEquals(60, entries(conf, file), where);
        } catch (IOException e) {
          assertFalse(e instanceof MalformedRecordException, where + ": " + e.getMessage());
          errors++;
        }
        assertEquals(0, faults.open(), where);
      }
    }
    assertTrue(errors > 2 * reads, errors + " errors of " + 3 * reads + " faults");
  }
}
