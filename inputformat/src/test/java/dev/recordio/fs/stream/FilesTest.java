// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static dev.recordio.testing.Faults.Call.OPEN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Faults;
import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FilesTest {
  private static final String OPTION = "fs.option.openfile.";

  @TempDir java.nio.file.Path folder;

  private final Configuration conf = LocalFiles.raw();
  private final Told fs = new Told();
  private Path file;

  /** Local files under another scheme, which remember what the last one was opened with. */
  private static final class Told extends RawLocalFileSystem {
    private OpenFileParameters told;

    @Override
    public URI getUri() {
      return URI.create("told:///");
    }

    @Override
    protected void checkPath(Path path) {
      // Of either scheme.
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(
        Path path, OpenFileParameters parameters) throws IOException {
      told = parameters;
      return super.openFileWithOptions(path, parameters);
    }

    String option(String key) {
      return told.getOptions().get(OPTION + key);
    }
  }

  @BeforeEach
  void write() throws IOException {
    fs.initialize(URI.create("file:///"), conf);
    file = new Path("file://" + folder.resolve("a"));
    try (OutputStream out = Files.create(conf, file)) {
      out.write("abc".getBytes(UTF_8));
    }
  }

  /** Engines set large buffers, which a stream fills again after each seek. */
  @ParameterizedTest
  @CsvSource({"SEQUENTIAL, 65536", "WHOLE, 65536", "PIECES, 4096", "RANDOM, 4096"})
  void localFilesThatAreReadInPiecesHaveSmallBuffers(Files.Reading how, long read)
      throws IOException {
    java.nio.file.Files.write(folder.resolve("a"), new byte[1 << 20]);
    var engine = new Configuration(conf);
    engine.setInt("io.file.buffer.size", 1 << 16);
    try (var local = new RawLocalFileSystem()) {
      local.initialize(URI.create("file:///"), engine);
      FileSystem.Statistics statistics = FileSystem.getStatistics("file", RawLocalFileSystem.class);
      long before = statistics.getBytesRead();
      try (FSDataInputStream in = Files.open(local, file, how)) {
        for (int seek = 0; seek < 3; seek++) {
          in.seek(seek * 300_000L);
          in.readFully(new byte[8]);
        }
      }
      assertEquals(3 * read, statistics.getBytesRead() - before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SEQUENTIAL, sequential",
    "WHOLE, 'whole-file, sequential'",
    "PIECES, adaptive",
    "RANDOM, 'vector, random'"
  })
  void fileSystemGetsHowTheFileIsRead(Files.Reading how, String policy) throws IOException {
    try (FSDataInputStream in = Files.open(fs, file, how)) {
      assertEquals('a', in.read());
    }
    assertEquals(policy, fs.option("read.policy"));
    assertNull(fs.told.getStatus());
  }

  @Test
  void knownStatusIsPassedOn() throws IOException {
    FileStatus status = fs.getFileStatus(file);
    Files.open(fs, status, Files.Reading.WHOLE).close();
    assertSame(status, fs.told.getStatus());
    assertNull(fs.option("split.start"));
    Files.open(fs, status, Files.Reading.SEQUENTIAL, 1, Long.MAX_VALUE).close();
    assertSame(status, fs.told.getStatus());
    assertEquals("1", fs.option("split.start"));
    assertEquals("3", fs.option("split.end"));
  }

  @Test
  void knownLengthIsPassedOn() throws IOException {
    Files.open(fs, file, 3, Files.Reading.WHOLE).close();
    assertEquals("3", fs.option("length"));
  }

  @Test
  void missingFileIsNotFound() {
    var missing = new Path(file + "-missing");
    for (Files.Reading how : Files.Reading.values()) {
      assertThrows(FileNotFoundException.class, () -> Files.open(conf, missing, how));
    }
    assertThrows(FileNotFoundException.class, () -> Files.readAll(fs, missing));
  }

  @ParameterizedTest
  @EnumSource
  void fileThatMayNotBeReadIsNotMissing(Faults.Denial like) {
    Configuration denied = Faults.denied(new Configuration(conf), like, "**/" + file.getName());
    for (Files.Reading how : Files.Reading.values()) {
      var e = assertThrows(IOException.class, () -> Files.open(denied, file, how));
      assertEquals(AccessControlException.class, e.getClass());
      assertTrue(e.getMessage().contains(file.toUri().getPath()), e.getMessage());
    }
  }

  @Test
  void linkThatLeadsNowhereIsNotMissing() throws IOException {
    java.nio.file.Files.createSymbolicLink(folder.resolve("link"), folder.resolve("gone"));
    var link = new Path(folder.resolve("link").toUri());
    FileSystem local = link.getFileSystem(conf);
    assertTrue(Files.isThere(local, link));
    assertFalse(Files.isKnownMissing(local, link));
    for (Executable reading :
        List.<Executable>of(
            () -> Files.open(conf, link, Files.Reading.WHOLE), () -> Files.status(local, link))) {
      var e = assertThrows(NoSuchFileException.class, reading);
      assertTrue(e.getMessage().contains("link that leads nowhere"), e.getMessage());
    }
    var missing = new Path(folder.resolve("gone").toUri());
    assertFalse(Files.isThere(local, missing));
    assertTrue(Files.isKnownMissing(local, missing));
    assertThrows(FileNotFoundException.class, () -> Files.status(local, missing));
  }

  @Test
  void tooManyOpenFilesAreNoMissingFile() throws IOException {
    var faults = new Faults();
    faults
        .on(OPEN)
        .fails(at -> new FileNotFoundException(at.toUri().getPath() + " (Too many open files)"));
    FileSystem full = faults.local(conf);
    var e = assertThrows(IOException.class, () -> Files.open(full, file, 1, Files.Reading.RANDOM));
    assertEquals("too many open files: " + file, e.getMessage());
    assertEquals(IOException.class, e.getClass());
  }

  @Test
  void existingFileIsKeptOrOverwritten() throws IOException {
    assertThrows(FileAlreadyExistsException.class, () -> Files.create(conf, file));
    assertArrayEquals("abc".getBytes(UTF_8), Files.readAll(fs, file));
    Files.overwrite(fs, file).close();
    assertEquals(0, Files.readAll(fs, file).length);
    try (OutputStream out = Files.overwrite(fs, file, 16)) {
      out.write(7);
    }
    assertArrayEquals(new byte[] {7}, Files.readAll(fs, file));
  }

  @Test
  void renamingThatIsRefusedFails() throws IOException {
    var other = new Path(file + "-renamed");
    Files.rename(fs, file, other);
    assertEquals(3, Files.readAll(fs, other).length);
    var refusing =
        new RawLocalFileSystem() {
          @Override
          public boolean rename(Path from, Path to) {
            return false;
          }
        };
    var e = assertThrows(IOException.class, () -> Files.rename(refusing, other, file));
    assertEquals("can't rename " + other + " to " + file, e.getMessage());
  }

  @Test
  void replacedFileHasTheOthersBytes() throws IOException {
    var other = new Path(file + "-new");
    Files.create(conf, other).close();
    Files.replace(conf, file.getFileSystem(conf), other, file);
    FileSystem local = file.getFileSystem(conf);
    assertEquals(0, local.getFileStatus(file).getLen());
    assertThrows(FileNotFoundException.class, () -> local.getFileStatus(other));
  }
}
