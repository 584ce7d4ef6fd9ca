// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputChecker;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class OwnLocalFileSystemTest {
  @TempDir Path folder;

  private static FileSystem open(FileSystem fs) throws IOException {
    fs.initialize(URI.create("file:///"), new Configuration());
    return fs;
  }

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private static int mode(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:mode") & 07777;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 0001, 0124, 0421, 0640, 0755, 0777, 01777})
  void permissionsAreThoseOfHadoopsFileSystem(int mode) throws IOException {
    Path ours = Files.createDirectory(folder.resolve("ours"));
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    try (FileSystem own = open(new OwnLocalFileSystem());
        FileSystem hadoops = open(new LocalFileSystem())) {
      own.setPermission(path(ours), new FsPermission((short) mode));
      hadoops.setPermission(path(theirs), new FsPermission((short) mode));
    }
    assertEquals(mode, mode(ours));
    assertEquals(mode, mode(theirs));
  }

  @Test
  void checksumsAreCheckedWhereThereAreSome() throws Exception {
    byte[] bytes = {1, 2, 3, 4, 5};
    Path plain = Files.write(folder.resolve("plain: file"), bytes);
    Path damaged = folder.resolve("damaged");
    try (FileSystem hadoops = open(new LocalFileSystem());
        OutputStream out = hadoops.create(path(damaged))) {
      out.write(bytes);
    }
    Files.write(damaged, new byte[] {1, 2, 3, 4, 6});
    try (FileSystem own = open(new OwnLocalFileSystem())) {
      try (var in = own.open(path(plain))) {
        assertArrayEquals(bytes, in.readAllBytes());
        assertFalse(in.getWrappedStream() instanceof FSInputChecker);
      }
      try (var in = own.openFile(path(plain)).build().get()) {
        assertArrayEquals(bytes, in.readAllBytes());
        assertFalse(in.getWrappedStream() instanceof FSInputChecker);
      }
      try (var in = own.open(path(damaged))) {
        assertThrows(ChecksumException.class, in::readAllBytes);
      }
      assertThrows(
          FileNotFoundException.class, () -> own.open(path(folder.resolve("none"))).close());
    }
  }

  @Test
  void folderKeepsItsGroupBit() throws IOException {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.setAttribute(shared, "unix:mode", 02775);
    try (FileSystem own = open(new OwnLocalFileSystem())) {
      own.setPermission(path(shared), new FsPermission((short) 0750));
    }
    assertEquals(02750, mode(shared));
  }

  @Test
  void permissionsOfAMissingFileAreAnError() throws IOException {
    try (FileSystem own = open(new OwnLocalFileSystem())) {
      var missing = path(folder.resolve("missing"));
      assertThrows(
          IOException.class, () -> own.setPermission(missing, FsPermission.getFileDefault()));
    }
  }

  @Test
  void filesAndFoldersAreMadeWithoutStartingPrograms() throws IOException {
    Path dump = folder.resolve("events.jfr");
    try (FileSystem own = open(new OwnLocalFileSystem());
        var recording = new Recording()) {
      var made = path(folder.resolve("a/b/c"));
      own.exists(made); // Hadoop's shell checks once what the system has
      recording.enable("jdk.ProcessStart");
      recording.start();
      FileSystem.mkdirs(own, made.getParent(), new FsPermission((short) 0700));
      own.create(made, new FsPermission((short) 0600), true, 4096, (short) 1, 1 << 20, null)
          .close();
      recording.stop();
      recording.dump(dump);
    }
    assertEquals(0700, mode(folder.resolve("a/b")));
    assertEquals(0600, mode(folder.resolve("a/b/c")));
    assertTrue(RecordingFile.readAllEvents(dump).isEmpty());
  }

  @Test
  void foldersAndMissingFilesAreAsInHadoops() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[1]);
    Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
    for (FileSystem made : List.of(new OwnLocalFileSystem(), new LocalFileSystem())) {
      try (FileSystem fs = open(made)) {
        assertTrue(fs.mkdirs(path(folder)));
        assertTrue(fs.mkdirs(path(folder.resolve("a/b"))));
        assertThrows(IOException.class, () -> fs.mkdirs(path(file)));
        assertThrows(IOException.class, () -> fs.mkdirs(path(file.resolve("below"))));
        assertThrows(IOException.class, () -> fs.delete(path(folder.resolve("a")), false));
        assertTrue(fs.delete(path(folder.resolve("a")), true));
        assertFalse(fs.delete(path(folder.resolve("a")), true));
        assertFalse(fs.delete(path(folder.resolve("dangling")), false));
      }
    }
  }

  @Test
  void statusesAreThoseOfHadoops() throws IOException {
    Path plain = Files.write(folder.resolve("plain: 100 % of ü"), new byte[5]);
    Files.setAttribute(plain, "unix:mode", 0641);
    Files.setLastModifiedTime(plain, FileTime.from(Instant.parse("2020-02-03T04:05:06.789999Z")));
    Path below = Files.createDirectory(folder.resolve("be#low?"));
    Files.setAttribute(below, "unix:mode", 01750);
    Files.write(below.resolve("[one]"), new byte[7]);
    Files.createSymbolicLink(folder.resolve("link"), plain);
    Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
    try (FileSystem own = open(new OwnLocalFileSystem());
        FileSystem hadoops = open(new LocalFileSystem())) {
      for (Path of : List.of(folder, below, plain, below.resolve("[one]"))) {
        assertEquals(described(hadoops.listStatus(path(of))), described(own.listStatus(path(of))));
        assertEquals(
            described(hadoops.getFileStatus(path(of))), described(own.getFileStatus(path(of))));
      }
      assertEquals(3, own.listStatus(path(folder)).length);
      own.setWorkingDirectory(path(folder));
      hadoops.setWorkingDirectory(path(folder));
      var relative = new org.apache.hadoop.fs.Path("link");
      assertEquals(
          described(hadoops.getFileStatus(relative)), described(own.getFileStatus(relative)));
      for (String gone : List.of("none", "dangling")) {
        var missing = path(folder.resolve(gone));
        assertEquals(
            assertThrows(FileNotFoundException.class, () -> hadoops.getFileStatus(missing))
                .getMessage(),
            assertThrows(FileNotFoundException.class, () -> own.getFileStatus(missing))
                .getMessage());
        assertThrows(FileNotFoundException.class, () -> own.listStatus(missing));
      }
      var copy = new FileStatus();
      var bytes = new DataOutputBuffer();
      own.getFileStatus(path(plain)).write(bytes);
      var in = new DataInputBuffer();
      in.reset(bytes.getData(), bytes.getLength());
      copy.readFields(in);
      assertEquals(described(hadoops.getFileStatus(path(plain))), described(copy));
    }
  }

  private static String described(FileStatus... statuses) {
    return Arrays.stream(statuses)
        .map(
            of ->
                of.getPath()
                    + (of.isDirectory() ? " folder " : " file ")
                    + of.getLen()
                    + (" " + of.getModificationTime() + " " + of.getBlockSize() + " ")
                    + (of.getReplication() + " " + of.getPermission() + " " + of.getOwner())
                    + (" " + of.getGroup()))
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  /** A file replaces another one with its checksums; in a folder it keeps its name. */
  @Test
  void filesAreRenamedAsInHadoops() throws IOException {
    for (FileSystem made : List.of(new OwnLocalFileSystem(), new LocalFileSystem())) {
      Path in = Files.createDirectory(folder.resolve(made.getClass().getSimpleName()));
      try (FileSystem fs = open(made);
          FileSystem summing = open(new LocalFileSystem())) {
        for (String name : List.of("bare", "summed", "other")) {
          summing.create(path(in.resolve(name))).close();
        }
        Files.delete(in.resolve(".bare.crc"));
        Files.createDirectory(in.resolve("folder"));
        assertTrue(fs.rename(path(in.resolve("summed")), path(in.resolve("other"))));
        assertTrue(Files.exists(in.resolve(".other.crc")));
        assertFalse(Files.exists(in.resolve(".summed.crc")));
        assertTrue(fs.rename(path(in.resolve("bare")), path(in.resolve("other"))));
        assertFalse(Files.exists(in.resolve(".other.crc")), "of the file that is gone");
        assertTrue(fs.rename(path(in.resolve("other")), path(in.resolve("free"))));
        assertTrue(fs.rename(path(in.resolve("free")), path(in.resolve("folder"))));
        assertTrue(Files.exists(in.resolve("folder/free")));
        assertThrows(
            FileNotFoundException.class,
            () -> fs.rename(path(in.resolve("free")), path(in.resolve("new"))));
        assertTrue(fs.rename(path(in.resolve("folder")), path(in.resolve("moved"))));
        assertTrue(Files.exists(in.resolve("moved/free")));
      }
    }
  }

  @Test
  void filesAreCreatedAsInHadoops() throws IOException {
    for (LocalFileSystem made : List.of(new OwnLocalFileSystem(), new LocalFileSystem())) {
      Path in = Files.createDirectory(folder.resolve(made.getClass().getSimpleName() + "-new"));
      try (FileSystem fs = open(made);
          FileSystem summing = open(new LocalFileSystem())) {
        made.setWriteChecksum(false);
        fs.create(path(in.resolve("a/b/c"))).close();
        assertEquals(0644, mode(in.resolve("a/b/c")));
        assertThrows(IOException.class, () -> fs.create(path(in.resolve("a/b/c")), false));
        assertThrows(IOException.class, () -> fs.create(path(in.resolve("a/b"))));
        assertThrows(IOException.class, () -> fs.create(path(in.resolve("a/b/c/d"))));
        summing.create(path(in.resolve("summed"))).close();
        assertTrue(Files.exists(in.resolve(".summed.crc")));
        try (OutputStream out = fs.create(path(in.resolve("summed")))) {
          out.write(new byte[9]);
        }
        assertFalse(Files.exists(in.resolve(".summed.crc")), "of the file that is gone");
        assertEquals(9, Files.size(in.resolve("summed")));
        assertFalse(Files.exists(in.resolve("a/b/.c.crc")));
        fs.setWriteChecksum(true);
        fs.create(path(in.resolve("checked"))).close();
        assertTrue(Files.exists(in.resolve(".checked.crc")));
      }
    }
  }

  @Test
  void hadoopsAndOursAreAlike() throws IOException {
    try (FileSystem own = open(new OwnLocalFileSystem());
        FileSystem hadoops = open(new LocalFileSystem());
        FileSystem ofOurRaw = open(new LocalFileSystem(((LocalFileSystem) own).getRaw()))) {
      assertTrue(OwnLocalFileSystem.isLikeHadoops(own));
      assertTrue(OwnLocalFileSystem.isLikeHadoops(hadoops));
      assertFalse(OwnLocalFileSystem.isLikeHadoops(ofOurRaw));
    }
  }

  @Test
  void aFullDiskIsReportedWithTheFile() throws IOException {
    try (var fs = (LocalFileSystem) open(new OwnLocalFileSystem())) {
      OutputStream out = fs.getRaw().create(path(Path.of("/dev/full")), true, 1);
      IOException e = assertThrows(IOException.class, () -> out.write(new byte[100]));
      assertEquals("file:/dev/full: No space left on device", e.getMessage());
    }
  }

  /** The memory of a process is a file whose first byte can't be read. */
  @Test
  void anErrorOfAReadNamesTheFile() throws Exception {
    Path memory = Path.of("/proc/self/mem");
    assumeTrue(Files.isReadable(memory));
    try (var fs = (LocalFileSystem) open(new OwnLocalFileSystem());
        FSDataInputStream in = fs.open(path(memory), 1)) {
      IOException e = assertThrows(IOException.class, () -> in.read(new byte[10]));
      assertEquals("file:/proc/self/mem: Input/output error", e.getMessage());
      e = assertThrows(IOException.class, () -> in.readFully(0, new byte[10]));
      assertEquals("file:/proc/self/mem: Input/output error", e.getMessage());
      assertNotNull(in.getFileDescriptor());
    }
  }

  @Test
  void filesWithColonsInTheirNamesAreRead() throws IOException {
    Files.write(folder.resolve("co:lon"), new byte[] {1, 2, 3});
    try (FileSystem fs = open(new OwnLocalFileSystem());
        InputStream in = fs.open(fs.listStatus(path(folder))[0].getPath())) {
      assertEquals(3, in.readAllBytes().length);
    }
  }
}
