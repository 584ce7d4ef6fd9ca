// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.source.InputScan;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.testing.Faults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipEncodingHelper;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes claimed by archives are trusted only as far as there are bytes. */
class HostileArchiveTest extends LocalTestBase {
  private final Faults faults = new Faults();

  /** A zip of "good", and "liar" of ten deflated bytes that claims to hold {@code size}. */
  private static byte[] lyingZip(long packed, long size) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipArchiveOutputStream(bytes)) {
      zip.setUseZip64(Zip64Mode.Always);
      for (String name : List.of("good", "liar")) {
        var entry = new ZipArchiveEntry(name);
        entry.setMethod(ZipEntry.DEFLATED);
        zip.putArchiveEntry(entry);
        zip.write(name.getBytes(StandardCharsets.UTF_8));
        zip.closeArchiveEntry();
      }
    }
    byte[] zip = bytes.toByteArray();
    int header = Archives.nth(zip, 1, 1, 2); // of the liar, in the directory
    var extra = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).position(header + 46 + 4 + 4);
    extra.putLong(size);
    if (packed >= 0) {
      extra.putLong(packed);
    }
    return zip;
  }

  private void assertOnlyLiarIsLeftOut(Path archive, String... reasons) throws Exception {
    var e =
        assertThrows(
            BadInputException.class,
            () -> pack(conf(PackConf.SHARDS, 0, PackConf.HEADER, "none"), archive));
    assertHas(e.getMessage(), archive + "!liar: ");
    assertHas(e.getMessage(), reasons);

    Packed packed = pack(conf(PackConf.ON_ERROR, "skip", PackConf.SHARDS, 0), archive);
    assertEquals(List.of("good"), texts(packed));
    assertEquals(1, packed.plan().shards().size());
    assertTrue(packed.plan().bytes() < 1000, "its size does not count: " + packed.plan());
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), archive + "!liar\t");
    assertHas(packed.rejects().get(0), reasons);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 439804651110400, can't inflate to", // 400 TiB
    "-1, 524288000, can't inflate to",
    "9223372036854775807, 9223372036854775807, outside the archive",
  })
  void memberOfAZipThatClaimsTooMuchIsLeftOutOfThePlan(long packed, long size, String reason)
      throws Exception {
    assertOnlyLiarIsLeftOut(write("a.zip", lyingZip(packed, size)), reason);
  }

  /** The library rejects these before it names a member. */
  @ParameterizedTest
  @CsvSource({"-1, -5", "2000000000, 524288000"})
  void zipWhoseSizesCanNotBeIsRefused(long packed, long size) throws Exception {
    Path archive = write("a.zip", lyingZip(packed, size));
    var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
    assertHas(e.getMessage(), "a.zip: no sound zip: ");
    Packed packed2 =
        pack(conf(PackConf.ON_ERROR, "skip"), archive, write("b.zip", lyingZip(-1, 4)));
    assertEquals(List.of("good", "liar"), texts(packed2));
    assertHas(packed2.rejects().get(0), "a.zip\tno sound zip: ");
  }

  private static byte[] tar(byte kind, long claimed, int held, char fill) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(bytes)) {
      var good = new TarArchiveEntry("good");
      good.setSize(4);
      tar.putArchiveEntry(good);
      tar.write("good".getBytes(StandardCharsets.UTF_8));
      tar.closeArchiveEntry();
    }
    byte[] header = new byte[512];
    var liar = new TarArchiveEntry("liar", kind);
    liar.setSize(claimed);
    liar.writeEntryHeader(header, ZipEncodingHelper.getZipEncoding("UTF-8"), true);
    byte[] content = new byte[held];
    Arrays.fill(content, (byte) fill);
    var all = new ByteArrayOutputStream();
    all.write(bytes.toByteArray(), 0, 1024);
    all.write(header);
    all.write(content);
    all.write(new byte[1024 + (512 - held % 512) % 512]);
    return all.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "a.tar, 0, 4611686018427387904",
    "a.tar, 0, 9223372036854775807",
    "a.tar.gz, 0, 4611686018427387904",
    "a.tar, 2, 9223372036854775807", // a link, whose content is skipped
    "a.tar.gz, 2, 9223372036854775807",
  })
  void entryOfATarThatClaimsTooMuchIsAnError(String name, char kind, long size) throws Exception {
    byte[] tar = tar((byte) kind, size, 100, 'x');
    Path archive = write(name, name.endsWith("gz") ? Archives.compress("gz", tar) : tar);
    var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
    assertHas(e.getMessage(), name);
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip", PackConf.SHARDS, 0), archive);
    assertEquals(List.of("good"), texts(packed));
    assertTrue(packed.plan().bytes() < 1000, "its size does not count: " + packed.plan());
  }

  /** A name of forty mebibytes makes a small compressed file. */
  @ParameterizedTest
  @ValueSource(bytes = {TarConstants.LF_GNUTYPE_LONGNAME, TarConstants.LF_PAX_EXTENDED_HEADER_LC})
  void headersOfATarAreBounded(byte kind) throws Exception {
    int length = 40 << 20;
    byte[] tar = tar(kind, length, length, kind == TarConstants.LF_GNUTYPE_LONGNAME ? 'n' : '1');
    Path archive = write("a.tar.gz", Archives.compress("gz", tar));
    var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
    assertHas(e.getMessage(), "a.tar.gz", "damaged");
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), archive);
    assertEquals(List.of("good"), texts(packed));
  }

  @Test
  void plainTarIsListedByItsHeaders() throws Exception {
    var members = new TreeMap<String, byte[]>();
    for (int i = 0; i < 4; i++) {
      members.put("m" + i, new byte[4 << 20]);
    }
    Configuration conf = conf();
    Path archive = faults.over(conf, write("a.tar", Archives.tar(members)));
    var found = new java.util.ArrayList<String>();
    try (var scan =
        new InputScan(
            conf, new SourceErrors(conf), new Selection(conf), new InputScan.Foreign() {})) {
      scan.inputs(List.of(archive), source -> found.add(source.name));
    }
    assertEquals(List.copyOf(members.keySet()), found);
    assertTrue(faults.bytesRead() < 1 << 20, faults.bytesRead() + " bytes");
  }

  /** Overwrites the length of the key, or the value, of the second record with almost 2 GiB. */
  private byte[] lyingSequence(boolean key) throws IOException {
    var members = new TreeMap<>(Map.of("first", bytes("good"), "second", bytes("liar")));
    byte[] file = Sequences.write(this, CompressionType.NONE, members);
    if (key) {
      int at = indexOf(file, "\6second");
      byte[] claim = ByteBuffer.allocate(5).put((byte) -116).putInt(0x7FFFFFF0).array();
      System.arraycopy(claim, 0, file, at, claim.length);
    } else {
      ByteBuffer.wrap(file).putInt(indexOf(file, "liar") - 4, 0x7FFFFFF0);
    }
    return file;
  }

  private static int indexOf(byte[] file, String text) {
    int at = new String(file, StandardCharsets.ISO_8859_1).indexOf(text);
    assertTrue(at > 0, text);
    return at;
  }

  @Test
  void nameOfASequenceFileThatClaimsTooMuchIsAnError() throws Exception {
    Path file = write("a.seq", lyingSequence(true));
    var e = assertThrows(BadInputException.class, () -> pack(conf(), file));
    assertHas(e.getMessage(), "a.seq", "damaged", "!first");
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"), file);
    assertEquals(List.of("good"), texts(packed));
  }

  @Test
  void valueOfASequenceFileThatClaimsTooMuchIsAnError() throws Exception {
    Path file = write("a.seq", lyingSequence(false));
    var e = assertThrows(JobFailedException.class, () -> pack(conf(), file));
    assertEquals(3, e.exitCode().code());
    assertHas(e.getMessage(), file + "!second: ", "at most");
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"), file);
    assertEquals(List.of("good"), texts(packed));
    assertHas(packed.rejects().get(0), file + "!second\t");
  }
}
