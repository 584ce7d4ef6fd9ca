// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static dev.recordio.testing.Faults.Call.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.Archives;
import dev.recordio.jobs.pack.LocalTestBase;
import dev.recordio.jobs.pack.Sequences;
import dev.recordio.testing.Faults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Archives that end early, before or after they are listed, and reads that fail. */
@Tag("deep")
class ArchiveCutTest extends LocalTestBase {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveCutTest.class);
  private static final int STEP = 64;

  /** Members of whole and of broken blocks; one ends in zeros, as padding and end marks do. */
  private static Map<String, byte[]> members() {
    var members = new TreeMap<String, byte[]>();
    var random = new Random(1);
    int[] lengths = {512, 700, 0, 1536, 40};
    for (int i = 0; i < lengths.length; i++) {
      byte[] bytes = new byte[lengths[i]];
      random.nextBytes(bytes);
      members.put("m" + i, bytes);
    }
    Arrays.fill(members.get("m3"), 400, 1536, (byte) 0);
    return members;
  }

  private byte[] archive(String name) throws IOException {
    Map<String, byte[]> members = members();
    return switch (name) {
      case "gnu.tar" -> Archives.tar(members, TarArchiveOutputStream.LONGFILE_GNU);
      case "pax.tar" -> Archives.tar(members);
      case "a.tar.gz" -> Archives.compress("gz", Archives.tar(members));
      case "a.tar.bz2" -> Archives.compress("bzip2", Archives.tar(members));
      case "a.zip" -> Archives.zip(members);
      case "plain.seq" -> Sequences.write(this, CompressionType.NONE, members);
      case "record.seq" -> Sequences.write(this, CompressionType.RECORD, members);
      case "block.seq" -> Sequences.write(this, CompressionType.BLOCK, members);
      default -> throw new AssertionError(name);
    };
  }

  /** The contents of the members of an archive in order, and their listed offsets. */
  private record Contents(List<String> digests, Set<Long> offsets) {}

  private static Contents read(Configuration conf, Path archive) throws IOException {
    var sources = new ArrayList<Source>();
    try (var scan =
        new InputScan(
            conf, new SourceErrors(conf), new Selection(conf), new InputScan.Foreign() {})) {
      scan.inputs(List.of(archive), source -> sources.add(copy(source)));
    }
    return read(conf, sources);
  }

  private static Contents read(Configuration conf, List<Source> sources) throws IOException {
    var contents = new Contents(new ArrayList<>(), new HashSet<>());
    var payload = new PayloadBuilder();
    try (var reader = new SourceReader(conf, () -> {})) {
      for (Source source : sources) {
        payload.begin(0);
        reader.read(source, payload);
        contents.digests.add(digest(Arrays.copyOf(payload.bytes(), payload.length())));
        contents.offsets.add(source.offset);
      }
      reader.finish();
    }
    return contents;
  }

  private static Source copy(Source s) {
    var copy = new Source().set(s.kind, s.path, s.name, s.offset, s.length, s.tag, s.size);
    copy.fileLength = s.fileLength;
    copy.modified = s.modified;
    return copy;
  }

  private static List<String> expected() {
    return digests(List.copyOf(members().values()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gnu.tar",
        "pax.tar",
        "a.tar.gz",
        "a.tar.bz2",
        "a.zip",
        "plain.seq",
        "record.seq",
        "block.seq"
      })
  void archiveThatEndsEarlyIsAnErrorOrWhole(String name) throws Exception {
    byte[] whole = archive(name);
    Path archive = write(name, whole);
    Contents all = read(conf(), archive);
    assertEquals(expected(), all.digests);

    int errors = 0;
    int complete = 0;
    for (int length = 0; length < whole.length; length += STEP) {
      overwrite(name, Arrays.copyOf(whole, length));
      if (name.endsWith(".seq") && (length == 0 || all.offsets.contains((long) length))) {
        continue; // an empty file is a valid file; a SequenceFile has no end mark
      }
      try {
        assertEquals(expected(), read(conf(), archive).digests, name + " of " + length + " bytes");
        complete++;
      } catch (IOException e) {
        assertHas(String.valueOf(e.getMessage()), name);
        errors++;
      }
      // What is packed under "skip" is a correct prefix.
      List<String> some = new ArrayList<>();
      var skip = conf(PackConf.ON_ERROR, "skip");
      try (var scan =
              new InputScan(
                  skip, new SourceErrors(skip), new Selection(skip), new InputScan.Foreign() {});
          var reader = new SourceReader(skip, () -> {})) {
        var payload = new PayloadBuilder();
        scan.inputs(
            List.of(archive),
            source -> {
              if (source.kind != Source.Kind.UNREADABLE && source.kind != Source.Kind.FILE) {
                payload.begin(0);
                reader.read(source, payload);
                some.add(digest(Arrays.copyOf(payload.bytes(), payload.length())));
              }
            });
      }
      assertEquals(expected().subList(0, some.size()), some);
    }
    LOG.info("{}: {} cuts found, {} cuts that lost no member", name, errors, complete);
    assertTrue(errors > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gnu.tar", "a.tar.gz", "a.tar.bz2", "a.zip", "plain.seq", "block.seq"})
  void archiveThatIsCutAfterItWasListedIsAnError(String name) throws Exception {
    byte[] whole = archive(name);
    Path archive = write(name, whole);
    FileTime modified = Files.getLastModifiedTime(local(name));
    var sources = new ArrayList<Source>();
    try (var scan =
        new InputScan(
            conf(), new SourceErrors(conf()), new Selection(conf()), new InputScan.Foreign() {})) {
      scan.inputs(List.of(archive), source -> sources.add(copy(source)));
    }
    for (int length = 0; length < whole.length; length += 512) {
      overwrite(name, Arrays.copyOf(whole, length));
      Files.setLastModifiedTime(local(name), modified);
      var e = assertThrows(IOException.class, () -> read(conf(), sources));
      assertHas(e.getMessage(), "changed since it was listed");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gnu.tar",
        "a.tar.gz",
        "a.tar.bz2",
        "a.zip",
        "plain.seq",
        "record.seq",
        "block.seq"
      })
  void readThatFailsIsAnErrorOfTheFileSystem(String name) throws Exception {
    write(name, archive(name));
    var faults = new Faults();
    Faults.Rule calls = faults.on(READ);
    Configuration conf = faults.install(conf(PackConf.READ_RETRIES, 0));
    Path archive = new Path("faulty://" + local(name));
    assertEquals(expected(), read(conf, archive).digests);
    long reads = calls.count();
    assertTrue(reads > 0);
    for (long number = 0; number < reads; number++) {
      long fault = number;
      calls.at(fault).fails("this read fails, says the test");
      var e = assertThrows(IOException.class, () -> read(conf, archive), name + ", read " + fault);
      assertHas(e.getMessage(), "this read fails, says the test");
    }
    LOG.info("{}: {} faults, all of them errors", name, reads);
    assertEquals(0, faults.open(), "streams left open");
  }

  @ParameterizedTest
  @ValueSource(strings = {"two.tar", "two.tar.gz"})
  void tarsPutOneAfterTheOtherAreNotPackedInPart(String name) throws Exception {
    var both = new ByteArrayOutputStream();
    both.write(Archives.tar(members()));
    both.write(Archives.tar(Map.of("second", new byte[] {2})));
    byte[] bytes = both.toByteArray();
    Path archive = write(name, name.endsWith("gz") ? Archives.compress("gz", bytes) : bytes);
    var e = assertThrows(IOException.class, () -> read(conf(), archive));
    assertHas(e.getMessage(), name, "more after its end");
  }

  @Test
  void tarMayEndInOneBlockOfZerosOrInMany() throws Exception {
    byte[] tar = Archives.tar(members());
    int end = tar.length;
    while (tar[end - 1] == 0) {
      end--;
    }
    end = (end + 511) / 512 * 512;
    for (int blocks : new int[] {1, 2, 3, 40}) {
      Path archive = write("a.tar", Arrays.copyOf(Arrays.copyOf(tar, end), end + blocks * 512));
      assertEquals(expected(), read(conf(), archive).digests, blocks + " blocks");
    }
  }
}
