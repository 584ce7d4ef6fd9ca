// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.testing.FileSystemUnderTest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a list of inputs means on a file system. */
public abstract class AbstractInputListingTest implements FileSystemUnderTest {
  private static final byte[] DATA = new byte[8];

  private void touch(String... names) throws IOException {
    for (String name : names) {
      write(name, DATA);
    }
  }

  private List<String> list(Configuration conf, PathFilter filter, String... inputs)
      throws IOException {
    var paths = new ArrayList<Path>();
    for (String input : inputs) {
      paths.add(path(input));
    }
    return names(InputListing.list(conf, paths, filter));
  }

  /** Names from the test's folder on. */
  private List<String> names(List<FileStatus> files) throws IOException {
    int folder = path("x").toUri().getPath().length() - 1;
    return files.stream().map(f -> f.getPath().toUri().getPath().substring(folder)).toList();
  }

  private List<String> list(String... inputs) throws IOException {
    return list(conf(), null, inputs);
  }

  private static Configuration recursive(Configuration conf) {
    conf.setBoolean("mapreduce.input.fileinputformat.input.dir.recursive", true);
    return conf;
  }

  @Test
  void listKeepsItsOrder() throws IOException {
    touch("b.rec", "a.rec", "d/2.rec", "d/1.rec", "c.rec");
    assertEquals(
        List.of("c.rec", "d/1.rec", "d/2.rec", "a.rec", "b.rec", "a.rec"),
        list("c.rec", "d", "a.rec", "b.rec", "a.rec"));
  }

  @Tag("hdfs")
  @Test
  void folderIsSortedByCodePoint() throws IOException {
    List<String> sorted =
        List.of(
            "in/A.rec",
            "in/B.rec",
            "in/a b.rec",
            "in/a+b.rec",
            "in/a.rec",
            "in/a10.rec",
            "in/a2.rec",
            "in/\u00e9.rec",
            "in/\ue000.rec",
            "in/\uff5e.rec",
            "in/\ufffd.rec",
            "in/\ud83d\ude00.rec",
            "in/\ud83d\ude01.rec");
    var reversed = new ArrayList<>(sorted);
    java.util.Collections.reverse(reversed);
    touch(reversed.toArray(new String[0]));
    assertEquals(sorted, list("in"));
    assertEquals(sorted, list("in/*"));
    assertEquals(sorted, list("in/*.rec"));
  }

  @Tag("hdfs")
  @Test
  void globGivesItsMatchesSortedByPath() throws IOException {
    touch("g/b/1.rec", "g/a/2.rec", "g/a/1.rec", "g/c/1.rec", "g/a/1.idx");
    assertEquals(List.of("g/a/1.rec", "g/a/2.rec", "g/b/1.rec"), list("g/{a,b}"));
    assertEquals(List.of("g/a/1.rec", "g/b/1.rec", "g/c/1.rec"), list("g/*/1.*"));
    assertEquals(List.of("g/a/1.rec", "g/b/1.rec"), list("g/[ab]/1.rec"));
  }

  @Tag("hdfs")
  @Test
  void foldersWithinFoldersNeedTheirKey() throws IOException {
    touch("r/z.rec", "r/s/t/u.rec", "r/s/a.rec", "r/b.rec", "r/_s/no.rec", "r/.s/no.rec");
    var e = assertThrows(InvalidSettingException.class, () -> list("r"));
    assertTrue(e.getMessage().contains("r/s; set mapreduce.input"), e.getMessage());
    assertEquals(
        List.of("r/b.rec", "r/s/a.rec", "r/s/t/u.rec", "r/z.rec"),
        list(recursive(conf()), null, "r"));
    Configuration ignoring = conf();
    ignoring.setBoolean(
        "mapreduce.input.fileinputformat.input.dir.nonrecursive.ignore.subdirs", true);
    assertEquals(List.of("r/b.rec", "r/z.rec"), list(ignoring, null, "r"));
  }

  @Tag("hdfs")
  @Test
  void hiddenAndSideFilesOfFoldersAreLeftOut() throws IOException {
    touch(
        "h/a.rec",
        "h/_SUCCESS",
        "h/.a.rec",
        "h/a.idx",
        "h/a.ridx",
        "h/a.lst",
        "h/a.crc",
        "h/README");
    assertEquals(List.of("h/a.rec"), list("h"));
    assertEquals(List.of("h/a.rec"), list("h/*"));
    fs().delete(path("h/a.rec"), false);
    assertEquals(List.of("h/README"), list("h"));
  }

  /** Runs a listing, and returns what it said. */
  private List<String> said(Executable listing) throws Throwable {
    var notes = new ArrayList<String>();
    try (Notes.Listening listening = Notes.listen(notes::add)) {
      listing.execute();
    }
    return notes;
  }

  @Test
  void aFolderThatHoldsRecFilesIsThose() throws Throwable {
    touch(
        "f/train.rec", "f/b.REC.gz", "f/property", "f/lfw.bin", "f/synset.txt", "f/train.rec.bak");
    touch("f/000000_0", "f/000001_0_copy_2", "f/part-r-00000", "f/part-0.gz", "f/part-0.json");
    List<String> data =
        List.of(
            "f/000000_0",
            "f/000001_0_copy_2",
            "f/b.REC.gz",
            "f/part-0.gz",
            "f/part-r-00000",
            "f/train.rec");
    List<String> notes =
        said(
            () -> {
              assertEquals(data, list("f"));
              assertEquals(data, list("f/*"));
            });
    assertEquals(2, notes.size());
    assertEquals(notes.get(0), notes.get(1));
    assertTrue(notes.get(0).startsWith("4 files are left out beside .rec files: "), notes.get(0));
    assertTrue(notes.get(0).contains("/f/lfw.bin, "), notes.get(0));
    assertEquals(List.of(), said(() -> assertEquals(List.of("f/property"), list("f/property"))));
    touch("g/one", "g/two.bin");
    assertEquals(List.of(), said(() -> assertEquals(List.of("g/one", "g/two.bin"), list("g"))));
  }

  @Test
  void eachFolderIsJudgedByItself() throws Throwable {
    touch("t/a/1.rec", "t/a/README", "t/b/part", "t/b/README");
    assertEquals(
        List.of("t/a/1.rec", "t/b/README", "t/b/part"), list(recursive(conf()), null, "t"));
    assertEquals(List.of("t/a/1.rec", "t/b/README", "t/b/part"), list("t/*/*"));
  }

  private List<String> listText(String input) throws IOException {
    return names(InputListing.listText(conf(), List.of(path(input)), null));
  }

  @Test
  void sideFilesOfBothTrainersAreNotRows() throws Throwable {
    touch("s/rank.train", "s/rank.train.query", "s/rank.train.init", "s/rank.train.position");
    touch("s/rank.train.weight.gz", "s/z.gz", "s/z.gz.group", "s/z.weight");
    List<String> notes = said(() -> assertEquals(List.of("s/rank.train", "s/z.gz"), listText("s")));
    assertEquals(
        List.of(
            "6 side files are not read as rows: rank.train.init, rank.train.position,"
                + " rank.train.query and others; csr reads the numbers of all except .position"),
        notes);
    assertEquals(List.of("s/rank.train", "s/z.gz"), list("s"), "the same where records are wanted");
  }

  @Test
  void companionThatNoRuleKnowsIsReadAndSaid() throws Throwable {
    touch("c/a", "c/a-b", "c/a-b.c", "c/a.b", "c/a.b.c", "c/a_b", "c/ab");
    List<String> notes = said(() -> assertEquals(7, listText("c").size()));
    assertEquals(1, notes.size());
    assertTrue(
        notes.get(0).startsWith("3 files are read as rows, with the name of another file")
            && notes.get(0).contains("/c/a-b.c (beside a-b)")
            && notes.get(0).contains("/c/a.b (beside a)")
            && notes.get(0).contains("/c/a.b.c (beside a.b)"),
        notes.get(0));
    touch("d/part-0.libsvm", "d/part-1.libsvm");
    assertEquals(List.of(), said(() -> assertEquals(2, listText("d").size())));
  }

  @Test
  void numbersOfRowsAreNotTakenForRows() throws IOException {
    touch("w/a.txt", "w/a.txt.weight", "w/a.txt.group", "w/a.txt.base_margin", "w/b.txt");
    assertEquals(List.of("w/a.txt", "w/b.txt"), list("w"));
    assertEquals(List.of("w/a.txt.weight"), list("w/*.weight"));
    touch("w/c.txt.weight");
    for (String input : List.of("w", "w/*")) {
      var e = assertThrows(FileNotFoundException.class, () -> list(input));
      assertTrue(
          e.getMessage()
              .contains(
                  "w/c.txt.weight has the name of a side file, but the file with its rows,"
                      + " c.txt, does"),
          e.getMessage());
    }
    assertEquals(List.of("w/c.txt.weight"), list("w/c.txt.weight"));
  }

  @Test
  void namedFileIsTakenWhateverItsName() throws IOException {
    touch("_hidden.rec", "b.idx", "n[1]x*.rec", "_f/a.rec");
    assertEquals(
        List.of("_hidden.rec", "b.idx", "n[1]x*.rec", "_f/a.rec"),
        list("_hidden.rec", "b.idx", "n[1]x*.rec", "_f"));
  }

  @Tag("hdfs")
  @Test
  void filesWithoutBytesAreLeftOut() throws IOException {
    touch("e/a.rec");
    write("e/empty.rec", new byte[0]);
    assertEquals(List.of("e/a.rec"), list("e"));
    assertEquals(List.of(), list("e/empty.rec"));
    assertEquals(List.of("e/a.rec"), list("e/*.rec"));
  }

  @Tag("hdfs")
  @Test
  void missingInputIsAnErrorThatNamesIt() throws IOException {
    touch("a.rec");
    var named = assertThrows(FileNotFoundException.class, () -> list("a.rec", "missing.rec"));
    assertTrue(named.getMessage().startsWith("no such file or folder: "), named.getMessage());
    assertTrue(named.getMessage().endsWith(path("missing.rec").toString()), named.getMessage());
    var glob = assertThrows(FileNotFoundException.class, () -> list("none-*.rec"));
    assertTrue(glob.getMessage().startsWith("nothing matches: "), glob.getMessage());
    assertTrue(glob.getMessage().endsWith("/none-*.rec"), glob.getMessage());
  }

  @Test
  void emptyFolderHasNoFiles() throws IOException {
    fs().mkdirs(path("nothing"));
    assertEquals(List.of(), list("nothing"));
  }

  @Test
  void filterDecidesAboutAllFiles() throws IOException {
    touch("p/a.rec", "p/b.rec", "p/c.rec");
    PathFilter notB = path -> !path.getName().startsWith("b");
    assertEquals(List.of("p/a.rec", "p/c.rec"), list(conf(), notB, "p"));
    assertEquals(List.of("p/a.rec", "p/c.rec"), list(conf(), notB, "p/*"));
    assertEquals(List.of("p/a.rec"), list(conf(), notB, "p/a.rec"));
    var e = assertThrows(FileNotFoundException.class, () -> list(conf(), notB, "p/b.rec"));
    assertTrue(e.getMessage().contains("p/b.rec"), e.getMessage());
    assertTrue(e.getMessage().contains("filter"), e.getMessage());
  }

  @Tag("hdfs")
  @Test
  void threadsDoNotChangeTheResult() throws IOException {
    for (int i = 0; i < 30; i++) {
      touch("t/" + i % 7 + "/" + i % 5 + "/" + i + ".rec");
    }
    List<String> one = list(recursive(conf()), null, "t", "t/3");
    Configuration many = recursive(conf());
    many.setInt("mapreduce.input.fileinputformat.list-status.num-threads", 8);
    assertEquals(one, list(many, null, "t", "t/3"));
    assertEquals(one.subList(0, 30), one.stream().limit(30).sorted().toList());
    assertEquals(Stream.of(3, 10, 17, 24).count(), one.size() - 30);
  }

  @Tag("hdfs")
  @Test
  void filesOfFoldersBringTheirBlocksAlong() throws IOException {
    touch("l/a.rec");
    FileStatus file = InputListing.list(conf(), List.of(path("l")), null).get(0);
    assertTrue(
        file instanceof LocatedFileStatus located && located.getBlockLocations().length == 1);
  }
}
