// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.UnixStat;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that are made to harm: what they unpack to, where their members are, their names. */
@Tag("deep")
class ArchiveLimitTest extends LocalTestBase {
  private static final String RATIO = "recordio.pack.archive.max-ratio";
  private static final String BYTES = "recordio.pack.archive.max-bytes";

  /** A compressed tar of "good", and of zeros that take a thousandth. */
  private static byte[] bomb(int mebibytes) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(packed, 1 << 16))) {
      add(tar, new TarArchiveEntry("good"), bytes("good"));
      var zeros = new TarArchiveEntry("zeros");
      zeros.setSize((long) mebibytes << 20);
      tar.putArchiveEntry(zeros);
      byte[] mebibyte = new byte[1 << 20];
      for (int i = 0; i < mebibytes; i++) {
        tar.write(mebibyte);
      }
      tar.closeArchiveEntry();
    }
    return packed.toByteArray();
  }

  private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] content)
      throws IOException {
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  private void assertOnlyGood(Path archive, String key, String reason, Object... settings)
      throws Exception {
    var all = new Object[settings.length + 2];
    System.arraycopy(settings, 0, all, 2, settings.length);
    all[0] = PackConf.HEADER;
    all[1] = "none";
    var e = assertThrows(BadInputException.class, () -> pack(conf(all), archive));
    assertHas(e.getMessage(), archive.toString(), key, reason);
    all[0] = PackConf.ON_ERROR;
    all[1] = "skip";
    Packed packed = pack(conf(all), archive);
    assertEquals(List.of("good"), texts(packed));
    assertEquals(1, packed.rejects().size(), packed.rejects().toString());
    assertHas(packed.rejects().get(0), key, reason);
  }

  @Test
  void tarThatUnpacksToManyTimesItsBytesIsRefused() throws Exception {
    Path archive = write("a.tar.gz", bomb(70));
    assertOnlyGood(
        archive, "-D " + RATIO + "=N", "at most 67108864 bytes, 200 times its own or 64 MiB");
    assertOnlyGood(
        archive,
        "-D " + RATIO + "=N",
        "at most 67108864 bytes, 200 times its own or 64 MiB",
        PackConf.SHUFFLE,
        true);
    Packed packed = pack(conf(RATIO, 2000), archive);
    assertEquals(70 << 20, packed.payloads().get(1).length);
  }

  @Test
  void tarThatUnpacksToManyBytesIsRefused() throws Exception {
    Path archive = write("a.tgz", bomb(2));
    assertOnlyGood(archive, "-D " + BYTES + "=N", "at most 1048576 bytes", BYTES, "1m");
    assertEquals(2, pack(conf(BYTES, "3m"), archive).payloads().size());
  }

  @ParameterizedTest
  @CsvSource({RATIO + ", 10, 80", BYTES + ", 1m, 2"})
  void zipThatUnpacksToTooMuchIsRefused(String key, String limit, int mebibytes) throws Exception {
    var members = new TreeMap<>(Map.of("a", new byte[mebibytes << 20], "good", bytes("good")));
    Path archive = write("a.zip", Archives.zip(members));
    var e = assertThrows(BadInputException.class, () -> pack(conf(key, limit), archive));
    assertHas(e.getMessage(), "a.zip: expected at most ", "-D " + key + "=N");
    Packed packed =
        pack(conf(key, limit, PackConf.ON_ERROR, "skip"), archive, write("ok", bytes("ok")));
    assertEquals(List.of("ok"), texts(packed));
    String enough = key.equals(RATIO) ? "2000" : "2000m";
    assertEquals(2, pack(conf(key, enough), archive).payloads().size());
  }

  @Test
  void bombIsBadInputOfTheCommand() throws Exception {
    Path archive = write("a.tgz", bomb(2));
    String out = testDir() + "/out";
    Recordio run = run("pack -D {}=1m {} {}", BYTES, archive, out).ended(3);
    assertFalse(Files.exists(local("out")));
    run = run("pack --on-error skip -D {}=1m {} {}", BYTES, archive, out).ended(5);
  }

  /** Both entries of the directory have the same stored bytes. */
  @Test
  void membersThatOverlapAreLeftOut() throws Exception {
    var members = new TreeMap<>(Map.of("b", bytes("good"), "c", bytes("evil")));
    byte[] zip = Archives.zip(members);
    int first = Archives.nth(zip, 1, 1, 2);
    int second = Archives.nth(zip, 2, 1, 2);
    var bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(second + 42, bytes.getInt(first + 42)); // where the member begins
    assertOnlyGood(write("a.zip", zip), "!", "overlaps the member before it");
  }

  @ParameterizedTest
  @ValueSource(
      bytes = {
        TarConstants.LF_LINK,
        TarConstants.LF_SYMLINK,
        TarConstants.LF_CHR,
        TarConstants.LF_BLK,
        TarConstants.LF_FIFO
      })
  void linksAndDevicesAreLeftOut(byte kind) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes)) {
      var special = new TarArchiveEntry("special", kind);
      special.setLinkName("/etc/passwd");
      add(tar, special, new byte[0]);
      add(tar, new TarArchiveEntry("good"), bytes("good"));
    }
    assertOnlyGood(write("a.tar", bytes.toByteArray()), "!special", "links, devices");
  }

  @ParameterizedTest
  @ValueSource(ints = {UnixStat.LINK_FLAG, 0020000, 0060000, 0010000})
  void linksAndDevicesOfAZipAreLeftOut(int kind) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipArchiveOutputStream(bytes)) {
      for (String name : List.of("special", "good")) {
        var entry = new ZipArchiveEntry(name);
        entry.setUnixMode((name.equals("good") ? UnixStat.FILE_FLAG : kind) | 0644);
        zip.putArchiveEntry(entry);
        zip.write(bytes(name));
        zip.closeArchiveEntry();
      }
    }
    assertOnlyGood(write("a.zip", bytes.toByteArray()), "!special", "links and devices");
  }

  @Test
  void aMillionNestedFoldersAreRefused() throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes)) {
      add(tar, new TarArchiveEntry("good"), bytes("good"));
      var name = new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
      add(tar, name, bytes("d/".repeat(1_000_000) + "deep"));
      add(tar, new TarArchiveEntry("deep"), bytes("deep"));
    }
    Path archive = write("a.tar.gz", Archives.compress("gz", bytes.toByteArray()));
    assertOnlyGood(archive, "damaged", "at most 1048576 bytes of headers, its name among them");
  }

  /** Each folder is an entry of its own, and the names are as long as a zip can have them. */
  @Test
  void nestedFoldersAreNoFolders() throws Exception {
    String deep = "d/".repeat(10_000);
    var members = new TreeMap<>(Map.of(deep + "a.jpg", bytes("A"), deep + "d/b.jpg", bytes("B")));
    assertEquals(2, pack(conf(), write("a.zip", Archives.zip(members))).payloads().size());
    assertEquals(2, pack(conf(), write("a.tar", Archives.tar(members))).payloads().size());
  }

  /** Nothing is unpacked into folders: names are only looked at. */
  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.zip"})
  void namesThatLeaveTheFolderAreOnlyNames(String name) throws Exception {
    var members =
        new TreeMap<>(
            Map.of(
                "../../out.jpg", bytes("1"),
                "/etc/out.jpg", bytes("2"),
                "x/../../../out.jpg", bytes("3"),
                "C:\\out.jpg", bytes("4")));
    byte[] bytes = name.endsWith("zip") ? Archives.zip(members) : Archives.tar(members);
    Path archive = write(name, name.endsWith("gz") ? Archives.compress("gz", bytes) : bytes);
    for (boolean shuffle : List.of(false, true)) {
      Packed packed = pack(conf(PackConf.SHUFFLE, shuffle), archive);
      assertEquals(4, packed.payloads().size());
      try (var files = Files.walk(temp)) {
        assertFalse(files.anyMatch(file -> file.endsWith("out.jpg")));
      }
    }
  }

  @Test
  void archivesInArchivesAreNeverOpened() throws Exception {
    byte[] inner = Archives.zip(new TreeMap<>(Map.of("in.jpg", bytes("IN"))));
    Path archive = write("a.zip", Archives.zip(new TreeMap<>(Map.of("inner.zip", inner))));
    Packed packed = pack(conf(PackConf.HEADER, "none", SampleConf.FROM, "files"), archive);
    assertEquals(1, packed.payloads().size());
    assertEquals(inner.length, packed.payloads().get(0).length);
  }
}
