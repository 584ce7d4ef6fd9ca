// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.JobFailedException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives that are damaged, or have members that can't be packed. */
class PackArchiveErrorTest extends LocalTestBase {
  /** Members m0 to m9 of 2000 bytes that don't compress. */
  private static TreeMap<String, byte[]> members() {
    var members = new TreeMap<String, byte[]>();
    var random = new Random(1);
    for (int i = 0; i < 10; i++) {
      byte[] bytes = new byte[2000];
      random.nextBytes(bytes);
      members.put("m" + i, bytes);
    }
    return members;
  }

  /** Fails naming {@code archive!member}; skipping, packs all members but this one. */
  private void assertOnlyBad(Path archive, int bad, String... reasons) throws Exception {
    String name = archive + "!m" + bad;
    String said;
    try {
      pack(conf(), archive);
      throw new AssertionError("not noticed");
    } catch (BadInputException e) {
      said = e.getMessage();
    } catch (JobFailedException e) {
      assertEquals(3, e.exitCode().code());
      said = e.getMessage();
    }
    assertHas(said, name);
    assertHas(said, reasons);

    var left = members();
    left.remove("m" + bad);
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), archive);
    assertEquals(digests(List.copyOf(left.values())), digests(packed.payloads()));
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), name + "\t");
    assertEquals(1, packed.count(PackCounter.SKIPPED_SOURCES));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5}) // deflated, stored
  void damagedMemberOfAZipIsFoundByItsChecksum(int member) throws Exception {
    byte[] zip = Archives.zip(members());
    // Local headers: the folder's own comes first.
    zip[Archives.nth(zip, member + 1, 3, 4) + 1000] ^= 1;
    assertOnlyBad(write("a.zip", zip), member, "damaged in the archive", "CRC-32");
  }

  @Test
  void encryptedMemberOfAZipIsNotPacked() throws Exception {
    byte[] zip = Archives.patchZip(Archives.zip(members()), 4, 6, 1);
    assertOnlyBad(write("a.zip", zip), 3, "encrypted");
  }

  @Test
  void memberOfAZipCompressedInAnotherWayIsNotPacked() throws Exception {
    byte[] zip = Archives.patchZip(Archives.zip(members()), 4, 8, 12);
    assertOnlyBad(write("a.zip", zip), 3, "compression method 12");
  }

  @Test
  void whatIsNoZipIsNamed() throws Exception {
    byte[] zip = Archives.zip(members());
    Path cut = write("cut.zip", Arrays.copyOf(zip, zip.length - 100));
    var e = assertThrows(BadInputException.class, () -> pack(conf(), cut));
    assertHas(e.getMessage(), "/cut.zip");
    Path good = write("good.zip", zip);
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), cut, good);
    assertEquals(10, packed.payloads().size());
    assertHas(packed.rejects().get(0), "/cut.zip\t");
  }

  @ParameterizedTest
  @CsvSource({"a.tar, false", "a.tar.gz, false", "a.tar.gz, true"})
  void truncatedTarGivesWhatIsWhole(String name, boolean shuffle) throws Exception {
    byte[] tar = Archives.tar(members());
    byte[] whole = name.endsWith("gz") ? Archives.compress("gz", tar) : tar;
    // Within m5: a folder's entry, five members of a header and four blocks each, a header, data.
    int at = name.endsWith("gz") ? (int) (whole.length * 5.5 / 10) : 512 + 5 * 2560 + 512 + 1000;
    Path archive = write(name, Arrays.copyOf(whole, at));

    var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
    assertHas(e.getMessage(), archive + "!m5", "what follows it is lost");
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip", PackConf.SHUFFLE, shuffle), archive);
    assertEquals(sorted(List.copyOf(members().headMap("m5").values())), sorted(packed.payloads()));
    assertEquals(1, packed.rejects().size());
    assertHas(packed.rejects().get(0), archive + "!m5\t");
  }

  @Test
  void damagedHeaderOfATarLosesWhatIsAfterIt() throws Exception {
    byte[] tar = Archives.tar(members());
    tar[512 + 3 * 2560 + 150] ^= 7; // the checksum field of m3
    Path archive = write("a.tar", tar);
    var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
    assertEquals(
        "can't read "
            + archive
            + ": damaged at offset "
            + (512 + 3 * 2560)
            + ": expected the header of a member, found one with a wrong checksum, after the member"
            + " m2 (to leave such files out: --on-error skip)",
        e.getMessage());
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), archive);
    assertEquals(3, packed.payloads().size());
    assertHas(packed.rejects().get(0), archive + "\t", "after the member m2");
  }

  @Test
  void aDamagedTarOfAFolderIsNamedItself() throws Exception {
    var samples = new TreeMap<String, byte[]>();
    samples.put("s0.cls", new byte[] {'1'});
    samples.put("s0.jpg", new byte[2000]);
    byte[] tar = Archives.tar(samples);
    Path folder = write("set/a.tar", tar).getParent();
    byte[] damaged = tar.clone();
    damaged[512 + 150] ^= 7; // the checksum field of the first member
    byte[] garbage = "garbage ".repeat(500).getBytes(US_ASCII);
    for (byte[] second : List.of(damaged, garbage, new byte[0], Arrays.copyOf(tar, 1100))) {
      Path bad = write("set/b.tar", second);
      var e =
          assertThrows(
              BadInputException.class, () -> pack(conf(SampleConf.FROM, "webdataset"), folder));
      assertTrue(
          e.getMessage().matches("can't read " + bad + ": [a-z ]+ at offset \\d+: expected .*"),
          e.getMessage());
      assertFalse(e.getMessage().contains("a.tar"), e.getMessage());
      Files.delete(local("set/b.tar"));
      Files.deleteIfExists(local("set/.b.tar.crc"));
    }
  }

  @ParameterizedTest
  @ValueSource(bytes = {'1', '2', '6'}) // hard link, symbolic link, fifo
  void linksOfATarAreNotPackedAsEmptyRecords(byte kind) throws Exception {
    for (boolean gz : new boolean[] {false, true}) {
      byte[] tar = Archives.tarWithLink(kind);
      Path archive = gz ? write("l.tar.gz", Archives.compress("gz", tar)) : write("l.tar", tar);
      var e = assertThrows(BadInputException.class, () -> pack(conf(), archive));
      assertHas(e.getMessage(), archive + "!link.txt");
      Packed packed = pack(conf(PackConf.ON_ERROR, "skip"), archive);
      assertEquals(List.of("a", "z"), texts(packed));
      assertEquals(1, packed.rejects().size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.zip"})
  void archiveThatIsReplacedAfterThePlanIsNotPacked(String name) throws Exception {
    var changed = members();
    changed.put("m0", new byte[2600]);
    Path archive = write(name, archive(name, members()));
    try (var job = new PackJob(conf(), List.of(archive), newOutput())) {
      overwrite(name, archive(name, changed));
      var e = assertThrows(JobFailedException.class, () -> run(job));
      assertHas(e.getMessage(), archive + "!m0: ");
    }
    try (var job = new PackJob(conf(PackConf.ON_ERROR, "skip"), List.of(archive), newOutput())) {
      Files.delete(local(name));
      assertEquals(10, run(job).rejects().size());
    }
  }

  private static byte[] archive(String name, TreeMap<String, byte[]> members) throws Exception {
    return switch (name) {
      case "a.tar" -> Archives.tar(members);
      case "a.tar.gz" -> Archives.compress("gz", Archives.tar(members));
      default -> Archives.zip(members);
    };
  }

  @Test
  void sequenceFileOfOtherValuesOrCutShortIsNamed() throws Exception {
    var path = new Path(testDir(), "numbers.seq");
    try (var out =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(path),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(IntWritable.class))) {
      out.append(new Text("one"), new IntWritable(1));
    }
    var e = assertThrows(BadInputException.class, () -> pack(conf(), path));
    assertHas(e.getMessage(), path.toString(), "BytesWritable or Text", "IntWritable");

    var cut = new Path(testDir(), "cut.seq");
    try (var out =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(cut),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(Text.class))) {
      out.append(new Text("one"), new Text("first"));
      out.append(new Text("two"), new Text("second"));
    }
    byte[] whole = Files.readAllBytes(local("cut.seq"));
    Files.delete(local(".cut.seq.crc"));
    overwrite("cut.seq", Arrays.copyOf(whole, whole.length - 3));
    Packed packed = pack(conf(PackConf.ON_ERROR, "skip", PackConf.HEADER, "none"), cut);
    assertEquals(List.of("first"), texts(packed));
    assertHas(packed.rejects().get(0), cut + "\t", "cut short", "after " + cut + "!one");
  }
}
