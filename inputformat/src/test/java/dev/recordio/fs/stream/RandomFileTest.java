// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Positioned reads of local files do what Hadoop's own stream does. */
class RandomFileTest {
  private static final int BYTES = 2000; // three chunks, and a part of one

  @TempDir Path folder;

  /** A file system that is not Hadoop's own, and may count or change what is read. */
  public static final class OtherLocal extends LocalFileSystem {}

  private final Configuration conf = LocalFiles.raw();

  RandomFileTest() {
    conf.setClass("fs.file.impl", LocalFileSystem.class, FileSystem.class);
  }

  /** Writes a file and changes it, or its checksums; null takes them away. */
  private org.apache.hadoop.fs.Path damaged(
      String name, UnaryOperator<byte[]> data, UnaryOperator<byte[]> sums) throws IOException {
    Path dir = Files.createDirectories(folder.resolve(name));
    var content = new byte[BYTES];
    new Random(1).nextBytes(content);
    var file = new org.apache.hadoop.fs.Path(LocalFiles.path(dir), "file");
    try (var out = file.getFileSystem(conf).create(file, true)) {
      out.write(content);
    }
    change(dir.resolve("file"), data);
    change(dir.resolve(".file.crc"), sums);
    return file;
  }

  private static void change(Path file, UnaryOperator<byte[]> change) throws IOException {
    byte[] bytes = change.apply(Files.readAllBytes(file));
    if (bytes == null) {
      Files.delete(file);
    } else {
      Files.write(file, bytes);
    }
  }

  @FunctionalInterface
  private interface Read {
    void into(byte[] to) throws IOException;
  }

  /** Returns the bytes read, or the error, without the name of the folder. */
  private String outcome(String name, int count, Read read) {
    var bytes = new byte[count];
    try {
      read.into(bytes);
      return Arrays.toString(bytes);
    } catch (ChecksumException e) {
      return e.getClass() + " at " + e.getPos() + ": " + e.getMessage().replace(name, "");
    } catch (IOException e) {
      return e.getClass() + ": " + String.valueOf(e.getMessage()).replace(name, "");
    }
  }

  /** Compares reads of ranges; returns the last outcome. */
  private String assertLikeHadoop(UnaryOperator<byte[]> data, UnaryOperator<byte[]> sums)
      throws IOException {
    String last = null;
    for (int[] range : new int[][] {{0, 10}, {500, 600}, {BYTES - 1, 1}}) {
      var theirs = damaged("theirs", data, sums);
      String expected;
      try (var in = theirs.getFileSystem(conf).open(theirs)) {
        expected = outcome("theirs", range[1], to -> in.readFully(range[0], to, 0, to.length));
      }
      var ours = damaged("ours", data, sums);
      try (var file = RandomFile.open(conf, ours)) {
        last =
            outcome(
                "ours",
                range[1],
                to -> file.readFully(range[0], to, 0, to.length, new CheckedChunks()));
      }
      assertEquals(expected, last);
      assertEquals(exists("theirs"), exists("ours"), "moved away");
    }
    return last;
  }

  private boolean exists(String name) {
    return Files.exists(folder.resolve(name).resolve("file"));
  }

  private static UnaryOperator<byte[]> flip(int at) {
    return bytes -> {
      bytes[at]++;
      return bytes;
    };
  }

  private static UnaryOperator<byte[]> length(int length) {
    return bytes -> Arrays.copyOf(bytes, length);
  }

  private static final UnaryOperator<byte[]> SAME = UnaryOperator.identity();

  @Test
  void damagedDataIsAnErrorWhereItIsWanted() throws IOException {
    for (int at : new int[] {5, 511, 1099, BYTES - 1}) {
      String last = assertLikeHadoop(flip(at), SAME);
      assertEquals(at == BYTES - 1, last.contains("ChecksumException"), last);
    }
    assertLikeHadoop(length(BYTES - 1), SAME);
    assertLikeHadoop(length(1024), SAME);
    assertLikeHadoop(length(0), SAME);
    assertLikeHadoop(length(2048), SAME);
  }

  @Test
  void damagedChecksumsAreErrorsOrAreLeftOutAsByHadoop() throws IOException {
    assertLikeHadoop(SAME, flip(8));
    assertLikeHadoop(SAME, flip(8 + 4 * 3));
    assertLikeHadoop(SAME, length(8 + 4 * 3));
    assertLikeHadoop(SAME, length(8));
    for (int at : new int[] {0, 3}) {
      assertLikeHadoop(flip(1), flip(at)); // no header, no check
    }
    assertLikeHadoop(flip(1), length(7));
    assertLikeHadoop(flip(1), bytes -> null);
  }

  @Test
  void reportsAMissingFile() throws IOException {
    var file = damaged("gone", bytes -> null, SAME);
    assertThrows(FileNotFoundException.class, () -> RandomFile.open(conf, file));
  }

  @Test
  void checksumsThatAreNotToBeVerifiedAreNot() throws IOException {
    var file = damaged("unverified", flip(1), SAME);
    FileSystem fs = file.getFileSystem(conf);
    fs.setVerifyChecksum(false); // of an object that is this test's own
    try (var in = RandomFile.open(fs, file)) {
      in.readFully(0, new byte[10], 0, 10, new CheckedChunks());
    }
  }

  @Test
  void onlyHadoopsOwnStreamIsPassedBy() throws IOException {
    var file = damaged("own", SAME, SAME);
    try (var in = RandomFile.open(conf, file)) {
      assertNotNull(in.stream().getFileDescriptor());
    }
    conf.setClass("fs.file.impl", OtherLocal.class, FileSystem.class);
    try (var in = RandomFile.open(conf, file)) {
      assertNull(in.stream().getFileDescriptor());
    }
  }
}
