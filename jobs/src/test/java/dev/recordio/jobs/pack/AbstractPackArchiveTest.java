// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives give the same records as their files in a folder. */
@Supports(row = "pack folders, lists, tar, tar.gz, zip, SequenceFiles", engine = "MapReduce")
@Supports(row = "pack folders, lists, tar, tar.gz, zip, SequenceFiles", engine = "command line")
abstract class AbstractPackArchiveTest extends PackTestBase {
  /** The packed folders, by name: each is compared with several archives, and packed once. */
  private static final Map<String, Packed> FOLDERS = new HashMap<>();

  private static final String LONG = "long".repeat(40) + "/" + "name".repeat(50) + ".jpg";

  /** Files as an archive holds them and as a folder is walked: in code point order. */
  static Map<String, byte[]> files() throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    for (String name : imageNames()) {
      files.put(name, fixture("files/" + name));
    }
    files.put("e/empty.jpg", new byte[0]);
    var random = new byte[70_001];
    new Random(5).nextBytes(random);
    files.put("e/random.png", random);
    files.put("e/zeros.png", new byte[300_000]);
    files.put(LONG, "long".getBytes(StandardCharsets.UTF_8));
    return files;
  }

  private static byte[] archive(String name) throws IOException {
    Map<String, byte[]> files = files();
    return switch (name) {
      case "gnu.tar" -> Archives.tar(files, TarArchiveOutputStream.LONGFILE_GNU);
      case "pax.tar" -> Archives.tar(files);
      case "a.tar.gz", "a.tgz" -> Archives.compress("gz", Archives.tar(files));
      case "a.tar.bz2" -> Archives.compress("bzip2", Archives.tar(files));
      case "a.zip", "A.ZIP" -> Archives.zip(files);
      default -> throw new AssertionError(name);
    };
  }

  private Packed once(String folder, Callable<Packed> pack) throws Exception {
    if (!FOLDERS.containsKey(folder)) {
      FOLDERS.put(folder, pack.call());
    }
    return FOLDERS.get(folder);
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(strings = {"gnu.tar", "pax.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.zip", "A.ZIP"})
  void archivePacksAsTheFolderOfItsFiles(String name) throws Exception {
    Path archive = write(name, archive(name));
    Packed expected = once("plain", () -> pack(conf(), writeAll("folder", files())));
    Packed packed = pack(conf(PackConf.SHARDS, 3), archive);

    // Headers are compared too: keys by position, labels by the folder in the archive.
    assertArrayEquals(expected.records(), packed.records());
    assertEquals(expected.plan().labels().size(), packed.plan().labels().size());
    assertTrue(packed.plan().imageHeader());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pax.tar", "a.tar.gz", "a.zip"})
  void shuffledArchivesPackAsTheShuffledFolder(String name) throws Exception {
    Path archive = write(name, archive(name));
    Packed expected = once("shuffled", this::shuffledFolder);
    // The same archive under two names: entries of both are read alternately.
    Path copy = write("copy-" + name, archive(name));
    Packed packed =
        pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 9, PackConf.SHARDS, 2), archive, copy);
    assertEquals(
        withoutHeaders(expected.payloads()), withoutHeaders(packed.payloads()), "same order");
  }

  private Packed shuffledFolder() throws Exception {
    Path folder = writeAll("folder", files());
    return pack(conf(PackConf.SHUFFLE, true, PackConf.SEED, 9), folder, folder);
  }

  private static List<String> withoutHeaders(List<byte[]> payloads) {
    return payloads.stream().map(p -> digest(Arrays.copyOfRange(p, 24, p.length))).toList();
  }

  @Test
  void archiveInAFolderIsAFileLikeOthers() throws Exception {
    Path folder = writeAll("f", Map.of("x.zip", archive("a.zip"), "y.jpg", new byte[] {1}));
    Packed packed = pack(conf(), folder);
    assertEquals(1, packed.plan().records());
    assertEquals(1, packed.plan().leftOut());
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, bytes",
    "RECORD, bytes",
    "BLOCK, bytes",
    "NONE, text",
    "RECORD, text",
    "BLOCK, text"
  })
  void sequenceFileGivesItsValues(CompressionType compression, String type) throws Exception {
    boolean text = type.equals("text");
    var path = new Path(testDir(), "data.seq");
    var values = new LinkedHashMap<String, byte[]>();
    var random = new Random(3);
    for (int i = 0; i < 90; i++) {
      byte[] value = new byte[random.nextInt(600)];
      for (int j = 0; j < value.length; j++) {
        value[j] = (byte) ('a' + random.nextInt(26));
      }
      values.put("d" + i / 30 + "/" + i + ".png", value);
    }
    writeSequence(path, compression, text, values);

    Packed plain = pack(conf(PackConf.HEADER, "none", PackConf.SHARDS, 3), path);
    assertArrayEquals(Rec.concat(List.copyOf(values.values())), Rec.concat(plain.payloads()));
    assertEquals(90, plain.payloads().size());

    // With headers, labels go by the folders in the names; shuffled, records are sought.
    Packed shuffled = pack(conf(PackConf.SHUFFLE, true), path);
    Packed folder =
        once(
            "values",
            () -> pack(conf(PackConf.SHUFFLE, true), writeAll("folder", renumbered(values))));
    assertEquals(sorted(folder.payloads()), sorted(shuffled.payloads()));
  }

  /** The same values under names that sort by number. */
  private static Map<String, byte[]> renumbered(Map<String, byte[]> values) {
    var files = new LinkedHashMap<String, byte[]>();
    int i = 0;
    for (byte[] value : values.values()) {
      files.put(String.format("d%d/%03d.png", i / 30, i), value);
      i++;
    }
    return files;
  }

  private void writeSequence(
      Path path, CompressionType compression, boolean text, Map<String, byte[]> values)
      throws IOException {
    Class<? extends BinaryComparable> type = text ? Text.class : BytesWritable.class;
    var codec = new DefaultCodec();
    codec.setConf(conf());
    try (var out =
        SequenceFile.createWriter(
            conf("io.seqfile.compress.blocksize", 3000),
            SequenceFile.Writer.file(path),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(type),
            SequenceFile.Writer.compression(compression, codec))) {
      for (var value : values.entrySet()) {
        out.append(
            new Text(value.getKey()),
            text ? new Text(value.getValue()) : new BytesWritable(value.getValue()));
      }
    }
  }
}
