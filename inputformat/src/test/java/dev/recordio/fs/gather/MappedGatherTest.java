// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.fs.stream.Files;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local files whose readers check what they read. */
class MappedGatherTest {
  private static final int BYTES = 300_000;

  @TempDir java.nio.file.Path folder;

  /** A file system that is not Hadoop's own, and may count or change what is read. */
  public static final class OtherLocal extends LocalFileSystem {}

  /** Hadoop's own, which other tests avoid. */
  private static Configuration checked() {
    Configuration conf = LocalFiles.raw();
    conf.setClass("fs.file.impl", LocalFileSystem.class, FileSystem.class);
    return conf;
  }

  private final byte[] content = new byte[BYTES];

  private Path file(Configuration conf) throws IOException {
    new Random(1).nextBytes(content);
    var file = new Path(LocalFiles.path(folder), "file");
    try (var out = file.getFileSystem(conf).create(file)) {
      out.write(content);
    }
    return file;
  }

  private java.nio.file.Path local() {
    return folder.resolve("file");
  }

  private void assertGathered(Gather gather) throws IOException {
    var random = new Random(2);
    gather.clear();
    long[] offsets = new long[500];
    int wanted = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = i % 7 == 1 ? offsets[i - 1] : random.nextInt(BYTES - 100);
      assertTrue(gather.add(0, offsets[i], 1 + i % 100));
      wanted += 1 + i % 100;
    }
    gather.fetch();
    for (int i = 0; i < offsets.length; i++) {
      int from = (int) offsets[i];
      assertArrayEquals(
          Arrays.copyOfRange(content, from, from + gather.length(i)),
          Arrays.copyOfRange(gather.bytes(), gather.start(i), gather.start(i) + gather.length(i)));
    }
    assertTrue(gather.bytesRead() <= wanted, gather.bytesRead() + " of " + wanted);
  }

  @Test
  void onlyWhatIsWantedIsReadOfAFileInMemory() throws IOException {
    for (Configuration conf : List.of(LocalFiles.raw(), checked())) {
      Path file = file(conf);
      assumeTrue(Files.map(conf, file) != null, "skipped: the file is not in memory");
      try (Gather gather = Gather.ofVerified(conf, List.of(file))) {
        assertGathered(gather);
      }
    }
  }

  @Test
  void checksumsBesideTheFileAreForOthers() throws IOException {
    Configuration conf = checked();
    Path file = file(conf);
    content[5000]++;
    java.nio.file.Files.write(local(), content);
    try (var plain = new Gather(conf, List.of(file));
        var verified = Gather.ofVerified(conf, List.of(file))) {
      plain.add(0, 4990, 20);
      IOException e = assertThrows(IOException.class, plain::fetch);
      assertTrue(e.getCause() instanceof ChecksumException, e::toString);
      verified.add(0, 5000, 1);
      verified.fetch();
      assertEquals(content[5000], verified.bytes()[verified.start(0)]);
    }
  }

  @Test
  void aRangeBeyondTheEndIsAnError() throws IOException {
    Configuration conf = LocalFiles.raw();
    Path file = file(conf);
    for (long offset : new long[] {BYTES - 9, BYTES, 3L << 31}) {
      try (Gather gather = Gather.ofVerified(conf, List.of(file))) {
        gather.add(0, offset, 10);
        IOException e = assertThrows(IOException.class, gather::fetch);
        assertTrue(
            e.getMessage().endsWith("the file ends before offset " + (offset + 10)), e::getMessage);
      }
    }
  }

  @Test
  void otherFileSystemsSeeWhatIsRead() throws IOException {
    Configuration conf = checked();
    Path file = file(conf);
    conf.setClass("fs.file.impl", OtherLocal.class, FileSystem.class);
    assertNull(Files.map(conf, file));
    content[5000]++;
    java.nio.file.Files.write(local(), content);
    try (var in = Files.openUnverified(conf, file, Files.Reading.RANDOM)) {
      assertThrows(ChecksumException.class, () -> in.readFully(4990, new byte[20]));
    }
  }
}
