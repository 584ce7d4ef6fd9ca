// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of arrays that NumPy wrote in both orders, alone and in archives, are those in C order. */
class ArrayRowsTest {
  private final Configuration conf = new Configuration(LocalFiles.checked());

  @TempDir private Path folder;

  @BeforeEach
  void localFolder() {
    conf.set("mapreduce.cluster.local.dir", folder.resolve("local").toString());
  }

  private FileStatus status(Path file) throws IOException {
    var path = LocalFiles.path(file);
    return path.getFileSystem(conf).getFileStatus(path);
  }

  private ArrayFile open(String archive, String name) throws IOException {
    if (archive.isEmpty()) {
      return ArrayFile.ofNpy(conf, status(ColumnFixtures.copy(folder, name + ".npy")));
    }
    return ArrayFile.ofNpz(conf, status(ColumnFixtures.copy(folder, archive)), name);
  }

  @ParameterizedTest
  @CsvSource({
    "'',i4",
    "'',u1",
    "'',f8",
    "'',one",
    "'',row",
    "stored.npz,i4",
    "stored.npz,f8",
    "stored.npz,row",
    "deflated.npz,i4",
    "deflated.npz,one",
  })
  void anyRowsFromAnyStart(String archive, String name) throws IOException {
    byte[] whole = ColumnFixtures.fixture(name + ".npy");
    for (String order : new String[] {"", ".f"}) {
      ArrayFile array = open(archive, name + order);
      int row = (int) array.rowBytes();
      int begin = whole.length - row * (int) array.rows();
      assertEquals(
          !order.isEmpty() && !"one row".contains(name),
          array.isTransposed() && row > 1 && !name.equals("row"));
      for (int from = 0; from < array.rows(); from++) {
        try (Rows rows = array.open(conf, from)) {
          // From each start to each end, with one reader: also back to rows before.
          for (int count = (int) array.rows() - from; count > 0; count--) {
            byte[] into = new byte[count * row];
            rows.read(from, count, into);
            byte[] expected =
                Arrays.copyOfRange(whole, begin + from * row, begin + (from + count) * row);
            assertArrayEquals(expected, into, order + " " + from + " " + count);
          }
        }
      }
    }
    try (var left = Files.walk(folder)) {
      assertTrue(left.noneMatch(file -> file.toString().endsWith(".spill")), "a file is left");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stored.npz", "deflated.npz"})
  void aFlippedByteOfAnArchiveIsNoOtherValue(String archive) throws IOException {
    byte[] sound = ColumnFixtures.fixture(archive);
    Path file = folder.resolve(archive);
    for (String name : new String[] {"i4", "f8.f"}) {
      Files.write(file, sound);
      ArrayFile array = ArrayFile.ofNpz(conf, status(file), name);
      long begin = array.member().offset();
      int bytes = (int) (array.rows() * array.rowBytes());
      byte[] expected = new byte[bytes];
      try (Rows rows = array.open(conf, 0)) {
        rows.read(0, (int) array.rows(), expected);
      }
      int refused = 0;
      for (int at = 0; at < array.member().length(); at++) {
        byte[] damaged = sound.clone();
        damaged[(int) begin + at] ^= 0x10;
        Files.write(file, damaged);
        byte[] into = new byte[bytes];
        try (Rows rows = ArrayFile.ofNpz(conf, status(file), name).open(conf, 0)) {
          rows.read(0, (int) array.rows(), into);
          assertArrayEquals(expected, into, name + " " + at);
        } catch (IOException e) {
          refused++;
          assertTrue(e.getMessage().contains(archive + "#" + name), e.getMessage());
        }
      }
      // Another distance to a copy of the same bytes changes nothing.
      long most = array.member().length();
      assertTrue(refused >= (array.isDeflated() ? most / 2 : most), refused + " of " + most);
    }
  }

  @Test
  void aMissingMemberIsNamedWithThoseThere() throws IOException {
    FileStatus file = status(ColumnFixtures.copy(folder, "stored.npz"));
    var missing = assertThrows(BadInputException.class, () -> ArrayFile.ofNpz(conf, file, "label"));
    assertTrue(
        missing
            .getMessage()
            .endsWith(
                "has no member label: it has i4, i4.f, u1, u1.f, f8, f8.f,"
                    + " pair, pair.f, one, one.f, row, row.f"),
        missing.getMessage());
    assertEquals("i4.npy", ArrayFile.ofNpz(conf, file, "i4.npy").member().name().text());
  }
}
