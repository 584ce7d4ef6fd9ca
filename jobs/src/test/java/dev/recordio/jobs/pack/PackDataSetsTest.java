// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data sets and archives are read or refused; their bytes are records only on purpose. */
class PackDataSetsTest extends PackOutputTestBase {
  private static final String POINTER =
      "version https://git-lfs.github.com/spec/v1\noid sha256:" + "4d".repeat(32) + "\nsize 123\n";

  private byte[] records(Path folder) throws IOException {
    return Files.readAllBytes(folder.resolve("part-00000.rec"));
  }

  /** It is refused, and packed whole with {@code --from files}. */
  private void assertRefused(Path input, String... parts) throws IOException {
    Recordio run = run("pack {} {}", input, packed);
    assertFails(3, run, parts);
    assertHas(run.err(), "--from files");
    assertFalse(Files.exists(packed));
    Path whole = path("whole-" + input.getFileName());
    ok("pack -q --from files {} {}", input, whole);
  }

  /** Exports two records of images; returns the folder. */
  private Path exported(String format) throws IOException {
    Path images = path("images");
    for (int i = 0; i < 2; i++) {
      write("images/" + i + "/x.png", Images.tiles("png", 20 + i, 10, 3));
    }
    Path rec = path("rec");
    ok("pack -q --shards 1 --shuffle {} {}", images, rec);
    Path out = path(format);
    ok("export -q --to {} {} {}", format, rec, out);
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "tfrecord"})
  void aFolderOfOneFormatIsReadAsIt(String format) throws Exception {
    Path folder = exported(format);
    Recordio run = ok("pack -q --shards 1 {} {}", folder, packed);
    assertEquals(
        "note: file:"
            + folder
            + " holds files of one format, and is read as --from "
            + format
            + " (--from files packs the files themselves)\n",
        run.err());
    assertEquals(List.of(), differences(path("rec")));
    Path below = Files.createDirectories(path("top/below"));
    for (Path file : List.of(below, below.resolveSibling("z"))) {
      Files.createDirectories(file);
      Files.copy(folder.resolve("part-00000." + format), file.resolve("a." + format));
    }
    Files.copy(folder.resolve("part-00000." + format), path("top/c." + format));
    Path named = path("named");
    ok("pack -q --shards 1 --from {} ./top {}", format, named);
    Path found = path("found");
    ok("pack -q --shards 1 ./top {}", found);
    assertEquals(files(named), files(found), "the order, too");
    Path some = path("some");
    ok("pack -q --include z/* ./top {}", some);
    assertEquals(2, Files.readAllLines(some.resolve("part-00000.idx")).size());
  }

  private List<String> differences(Path expected) throws IOException {
    Map<String, String> a = files(expected);
    Map<String, String> b = files(packed);
    return a.keySet().stream()
        .filter(name -> name.startsWith("part-") && !a.get(name).equals(b.get(name)))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "parquet, a Parquet file: --from parquet packs its rows",
    "tfrecord, a TFRecord file: --from tfrecord packs its records"
  })
  void otherFilesBesideThemMakeItAnError(String format, String words) throws Exception {
    Path folder = exported(format);
    Files.writeString(folder.resolve("README.md"), "a card");
    assertRefused(folder, "/part-00000." + format + " is " + words);
    Path only = path("only");
    ok("pack -q --shards 1 --exclude *.md {} {}", folder, only);
    assertEquals(List.of(), differencesOf(only));
    ok("pack -q --exts all {} {}", folder, packed);
  }

  private List<String> differencesOf(Path folder) throws IOException {
    assertEquals(files(path("rec")).get("part-00000.rec"), files(folder).get("part-00000.rec"));
    return List.of();
  }

  @Test
  void shardsOfWebDatasetAreNotGuessed() throws Exception {
    Path folder = exported("webdataset");
    assertRefused(
        folder,
        "/part-00000.tar is an archive: name it as an input, or use --from webdataset, to pack what"
            + " is in it; --from files packs the file");
    Recordio read = ok("pack -q --shards 1 --from webdataset {} {}", folder, packed);
    assertEquals("", read.err());
    assertEquals(List.of(), differences(path("rec")));
    Path tar = folder.resolve("part-00000.tar");
    String note =
        "note: file:"
            + tar
            + " has members .cls, as WebDataset's labels are, and is packed as a tar of files;"
            + " --from webdataset packs its samples\n";
    Recordio named = ok("pack -q {} ./named", tar);
    assertTrue(named.err().startsWith(note), named.err());
  }

  @Test
  void recordsAreForOtherCommands() throws Exception {
    Path rec = exported("webdataset").resolveSibling("rec");
    String advice =
        " is a RecordIO file: reshard, shuffle and append take it; --from files packs the file";
    assertRefused(rec, "/rec/part-00000.rec" + advice);
    assertHas(error(3, "pack --header image {} {}", rec, packed), "/rec/part-00000.rec" + advice);
    assertRefused(rec.resolve("part-00000.rec"), "/rec/part-00000.rec" + advice);
    Path unnamed = Files.copy(rec.resolve("part-00000.rec"), path("train.bin"));
    assertRefused(unnamed, "train.bin" + advice);
  }

  @Test
  void aShardOfMdsNeedsItsIndex() throws Exception {
    Path folder = exported("mds");
    ok("pack -q --shards 1 {} {}", folder, packed);
    assertEquals(List.of(), differences(path("rec")));
    Path shard = Files.list(folder).filter(f -> f.toString().endsWith(".mds")).findFirst().get();
    Path alone = write("alone/" + shard.getFileName(), Files.readAllBytes(shard));
    packed = path("other");
    String words = ".mds is a shard of MDS: --from mds packs a folder with its index.json";
    assertRefused(alone, words);
    assertRefused(alone.getParent(), words);
  }

  @Test
  void aPointerOfGitIsNotTheFile() throws Exception {
    Path pointer = fixture("/fixtures/field/lfs-pointer.parquet");
    String words =
        "found 33 34 35 0a, the start of a pointer of Git LFS, not the file itself (git lfs pull brings it); --from files packs it as it is";
    assertRefused(pointer, "lfs-pointer.parquet at offset 126: expected PAR1", words);
    Path folder = write("clone/a.parquet", POINTER).getParent();
    write("clone/b.parquet", POINTER);
    assertRefused(folder, "/clone/a.parquet at offset", "the start of a pointer of Git LFS");
    for (String format : List.of("parquet", "tfrecord", "webdataset")) {
      write("as/x.parquet", POINTER);
      write("as/x.tfrecord", POINTER);
      write("as/x.tar", POINTER);
      assertHas(
          error(3, "pack --from {} ./as {}", format, packed),
          "/as/x.",
          "the start of a pointer of Git LFS, not the file itself (git lfs pull brings it)");
    }
  }

  @Test
  void imagesOfACloneWithoutGitLfsAreRefused() throws Exception {
    file("cats/1.jpg", POINTER);
    String words = ": it is a pointer of Git LFS, not the file itself: git lfs pull brings that";
    assertRefused(photos, "cats/1.jpg" + words);
    Recordio skipping = run("pack -q --on-error skip --shuffle {} {}", photos, packed).ended(5);
    assertTrue(
        Files.readString(packed.resolve("_rejects/part-00000.tsv"))
            .contains("cats/1.jpg\tit is a"));
    packed = path("zipped");
    Path zip =
        write(
            "main.zip", Archives.zip(Map.of("a/1.jpg", POINTER.getBytes(StandardCharsets.UTF_8))));
    assertRefused(zip, "main.zip!a/1.jpg" + words);
    Path list = write("a.lst", "0\t0\tcats/1.jpg\n");
    assertHas(error(3, "pack --list {} --root {} {}", list, photos, packed), "cats/1.jpg" + words);
    ok("pack -q --from files --list {} --root {} {}", list, photos, packed);
  }

  @ParameterizedTest
  @CsvSource({
    "a.tar.xz, an archive that pack does not read: unpack it first",
    "a.TXZ, an archive that pack does not read: unpack it first",
    "a.7z, an archive that pack does not read: unpack it first",
    "a.rar, an archive that pack does not read: unpack it first",
    "a.arrow, a data set that pack does not read: make Parquet of it first"
  })
  void whatNothingReadsIsRefused(String name, String words) throws Exception {
    Path file = write("in/" + name, "some bytes");
    assertRefused(file, "/in/" + name + " is " + words);
    packed = path("other");
    assertRefused(file.getParent(), "/in/" + name + " is " + words);
    Path seven = write("unnamed", new byte[] {'7', 'z', (byte) 0xBC, (byte) 0xAF, 0x27, 0x1C, 0});
    assertRefused(seven, "unnamed is an archive that pack does not read");
  }

  @ParameterizedTest
  @CsvSource({
    "x.tar, cut short at offset 0: expected a block of zeros",
    "x.tar.gz, x.tar.gz",
    "x.zip, no sound zip",
    "x.parquet, 'expected at least 12 bytes, found 0 bytes'"
  })
  void anEmptyFileIsNoArchiveAndNoDataSet(String name, String words) throws Exception {
    assertHas(error(3, "pack {} {}", write(name, ""), packed), name, words);
    assertFalse(Files.exists(packed));
    assertHas(
        error(
            3,
            "pack {} {}",
            write("page-" + name, "<!DOCTYPE html><html>not found</html>"),
            packed),
        name,
        ", the start of a web page (the download failed)");
  }

  @Test
  void anEmptyPartOfTfRecordsHasNoRecords() throws Exception {
    Path folder = exported("tfrecord");
    write("tfrecord/part-00001.tfrecord", "");
    ok("pack -q --shards 1 {} {}", folder, packed);
    assertEquals(List.of(), differences(path("rec")));
  }

  @Test
  void archivesInArchivesAndInFoldersAreNamed() throws Exception {
    byte[] inner = Archives.tar(Map.of("1.jpg", new byte[] {1}));
    Path outer = write("outer.tar", Archives.tar(Map.of("x/inner.tar.gz", inner)));
    assertRefused(
        outer,
        "outer.tar!x/inner.tar.gz is an archive: unpack the archive that it is in first; --from files"
            + " packs the file");
    Path folder = write("docs/b.txt", "text").getParent();
    for (String name : List.of("a.zip", "c.tar.gz", "d.parquet")) {
      write("docs/" + name, "bytes");
    }
    assertRefused(
        folder,
        "/docs/a.zip is an archive (and 2 more files): name it as an input",
        "; --from files packs the files");
    Path out = path("out");
    ok("pack -q --exclude {a,c,d}.* {} {}", folder, out);
  }

  @Test
  void besideImagesTheyAreLeftOutAsBefore() throws Exception {
    file("labels.parquet", "a table");
    file("cats/raw.zip", "an archive");
    Recordio run = ok("pack -q --shuffle {} {}", photos, packed);
    assertEquals(
        "note: 2 files are left out by their extension (--exts all takes them)\n", run.err());
    Path all = path("all");
    ok("pack -q --shuffle --exts all {} {}", photos, all);
    assertEquals(14, Files.readAllLines(all.resolve("part-00000.idx")).size());
  }

  @Test
  void otherFilesWithSuchWordsInTheirNamesAreRecords() throws Exception {
    for (String name :
        List.of("zip", "rec.d/a", "x.tar.md5", "tar", "a.records", "x.tfrecord.idx")) {
      write("words/" + name, name + " ");
    }
    ok("pack -q ./words {}", packed);
    assertEquals(
        "tar x.tar.md5 x.tfrecord.idx zip ",
        run("cat {}", packed).out().replace("a.records ", "").replace("rec.d/a ", ""));
    Path tar = write("t.tar", Archives.tar(Map.of("rec", new byte[] {1})));
    ok("pack -q {} ./tar", tar);
  }

  @Test
  void aPartThatLeadsNowhereIsNamed() throws Exception {
    Path folder = exported("parquet");
    Files.createSymbolicLink(folder.resolve("x.parquet"), Path.of("nowhere"));
    assertHas(error(3, "pack {} {}", folder, packed), "x.parquet", "a link that leads nowhere");
  }

  @Test
  void namesOfShardsAloneAreNotBelieved() throws Exception {
    Path folder = write("c4/text-00000-of-00002", "some text").getParent();
    write("c4/text-00001-of-00002", "more text");
    ok("pack -q {} {}", folder, packed);
    assertEquals("some textmore text", run("cat {}", packed).out());
    assertTrue(records(packed).length > 0);
  }
}
