// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFiles;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code index --check} reports for indexes that do not match the file. */
@Supports(row = "indexes, made and checked in parallel within a file", engine = "command line")
class IndexCheckTest extends IndexTestBase {
  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalIndexJobTest.conf(temp);
  }

  @Override
  public Path testDir() {
    return new Path(temp.resolve("files").toUri());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a.idx; gone; a.idx is missing",
        "a.ridx; gone; a.ridx is missing",
        "a.idx; lineless; .idx, record 120: expected key 120 offset",
        "a.idx; longer; .idx, record 121: expected the end of the index, found key 121 offset 9",
        "a.idx; changed; .ridx, record 0: expected key 1 offset 0, found key 0 offset 0",
        "a.idx; garbage; malformed index",
        "a.idx; cut; malformed index",
        "a.ridx; cut; truncated binary index",
        "a.ridx; changed; not a binary index",
        "a.ridx; entry; .ridx, record 0: expected key 0 offset 0, found key 0 offset 16",
        "a.ridx; checksum; damaged binary index",
        "a.ridx; other; .ridx, record 1: expected 1 bytes, found 719 bytes",
      })
  void checkReportsTheFirstDifference(String file, String damage, String expected)
      throws IOException {
    Path rec = rewritten(damage.equals("other") ? "tiny.rec" : "indexed.rec", "a.rec");
    byte[] bytes = read(path(file));
    switch (damage) {
      case "gone" -> fs().delete(path(file), false);
      case "lineless" -> write(file, new String(bytes).replaceFirst("[^\n]*\n$", "").getBytes());
      case "cut" -> write(file, Arrays.copyOf(bytes, bytes.length - 9));
      case "longer" -> write(file, (new String(bytes) + "121\t9\n").getBytes());
      case "garbage" -> write(file, (new String(bytes, 0, 100) + "x\t9\n").getBytes());
      case "changed", "entry", "checksum" -> {
        bytes[damage.equals("changed") ? 0 : damage.equals("entry") ? 16 : 30] ^= 1 << 4;
        bytes[0] ^= damage.equals("changed") && file.equals("a.idx") ? 1 << 4 ^ 1 : 0;
        write(file, bytes);
      }
      default -> {
        Path other = rewritten("indexed.rec", "b.rec");
        write(file, ridx(other));
        fs().delete(other, false);
        fs().delete(RecordFiles.index(other), false);
        fs().delete(RecordFiles.binaryIndex(other), false);
      }
    }
    List<String> before = names();
    Recordio run = index("--check {}", rec).ended(4);
    assertEquals(1, run.lines().size(), run.out());
    String[] cells = run.lines().get(0).split("\t");
    assertEquals(fs().makeQualified(rec).toString(), cells[0]);
    assertHas(cells[1], expected);
    assertReported(run, damage.equals("gone") ? "indexes missing" : "indexes wrong", "1");
    assertTrue(cells[1].endsWith("recordio index '" + cells[0] + "'"), cells[1]);
    assertEquals(before, names());
  }

  @Test
  void checkFindsADamagedPayloadOnlyByItsChecksum() throws IOException {
    Path rec = rewritten("indexed.rec", "a.rec");
    Fixtures.Row row =
        Fixtures.records("indexed.rec").stream().filter(r -> r.length() > 4).findFirst().get();
    byte[] bytes = read(rec);
    index("--check --checksums {}", rec).ended(0);
    bytes[(int) row.offset() + 8] ^= 1;
    write("a.rec", bytes);
    index("--check {}", rec).ended(0);
    Recordio run = index("--check --checksums {}", rec).ended(4);
    String expected = ".ridx, record " + row.ordinal() + ": expected CRC32C ";
    assertHas(run.out(), expected);
  }

  @Test
  void filesChangedWithoutTheirChecksumFilesAreReportedAsSuch() throws IOException {
    Path rec = rewritten("indexed.rec", "a.rec");
    assertTrue(Files.exists(temp.resolve("files/.a.idx.crc")));
    Files.writeString(temp.resolve("files/a.idx"), "0\t0\n");
    assertHas(index("--check {}", rec).ended(4).out(), "Checksum error");

    java.nio.file.Path local = temp.resolve("files/a.rec");
    byte[] bytes = Files.readAllBytes(local);
    bytes[4] ^= 1;
    Files.write(local, bytes);
    assertHas(run("info {}", rec).ended(1).err(), "remove the hidden .crc file beside it");
  }
}
