// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hidden files and folders, and what macOS, Windows and notebooks leave beside data. */
class PackHiddenTest extends PackOutputTestBase {
  /** Packs without shuffling; returns the notes about hidden files. */
  private List<String> notes(String line, Object... arguments) {
    return ok("pack " + line, arguments).notes().stream()
        .filter(note -> note.contains("--hidden"))
        .map(note -> note.substring("note: ".length()).replace(dir.toString(), ""))
        .toList();
  }

  private Map<?, ?> labels() throws IOException {
    Object labels =
        new ObjectMapper()
            .readValue(packed.resolve("_pack.json").toFile(), Map.class)
            .get("labels");
    return new LinkedHashMap<>((Map<?, ?>) labels);
  }

  private void litter() throws IOException {
    file(".DS_Store", "finder");
    file("cats/._1.jpg", "AppleDouble");
    file("cats/.ipynb_checkpoints/1-checkpoint.jpg", "a copy");
    file("__MACOSX/cats/._9.jpg", "AppleDouble");
    file("dogs/Thumbs.db", "thumbnails");
    file("dogs/desktop.ini", "icon");
    file("dogs/..hidden.jpg", "two dots");
    file("dogs/_MG_0001.jpg", "a camera's name");
  }

  @Test
  void theArchiveOfAMacHasTheClassesOfItsFiles() throws Exception {
    Path zip = fixture("/fixtures/field/mac.zip");
    assertEquals(
        List.of(
            "4 hidden files or folders are left out, the first is"
                + " file:/mac.zip!__MACOSX/set/cat/._0.jpg (--hidden takes them)"),
        notes("{} {}", zip, packed));
    assertEquals(Map.of("set/cat", 0, "set/dog", 1), labels());
    Path all = path("all");
    assertEquals(List.of(), notes("--hidden {} {}", zip, all));
    assertTrue(Files.readString(all.resolve("_pack.json")).contains("\"__MACOSX/set/cat\" : 1"));
  }

  @Test
  void hiddenFilesOfAFolderAreCountedAndAreNoClass() throws Exception {
    Path clean = path("clean");
    file("dogs/_MG_0001.jpg", "a camera's name");
    assertEquals(List.of(), notes("{} {}", photos, clean));
    litter();
    assertEquals(
        List.of(
            "7 hidden files or folders are left out, the first is file:/photos/.DS_Store"
                + " (--hidden takes them)"),
        notes("{} {}", photos, packed));
    assertEquals(Map.of("cats", 0, "dogs", 1, "my birds", 2), labels());
    assertEquals(files(clean), files(packed));
  }

  @Test
  void withTheOptionHiddenFilesAreTakenAsIm2recTakesThem() throws Exception {
    litter();
    assertEquals(List.of(), notes("--hidden {} {}", photos, packed));
    assertEquals(
        List.of("__MACOSX/cats", "cats", "cats/.ipynb_checkpoints", "dogs", "my birds"),
        List.copyOf(labels().keySet()));
    Path keyed = path("keyed");
    assertEquals(List.of(), notes("-D recordio.pack.hidden=true {} {}", photos, keyed));
    assertEquals(files(packed), files(keyed));
  }

  @Test
  void anInputThatIsNamedIsTakenWhereverItIs() throws Exception {
    Path cache = Files.createDirectories(path(".cache/set"));
    Files.writeString(cache.resolve("1.jpg"), "one");
    Files.writeString(cache.resolve(".2.jpg"), "two");
    assertEquals(1, notes("{} {}", cache, packed).size());
    assertEquals(List.of("0"), keys(packed));
    Path named = path("named");
    assertEquals(List.of(), notes("{}/.2.jpg {}/1.jpg {}", cache, cache, named));
    assertEquals(List.of("0", "1"), keys(named));
    Path globbed = path("globbed");
    assertEquals(
        List.of("1 hidden file or folder is left out: file:/.cache/set/.2.jpg (--hidden takes it)"),
        notes("{}/* {}", cache, globbed));
    assertEquals(List.of("0"), keys(globbed));
    Path dotted = path("dotted");
    assertEquals(List.of(), notes("{}/.* {}", cache, dotted));
    assertEquals(List.of("0"), keys(dotted));
  }

  private static List<String> keys(Path folder) throws IOException {
    return Files.readAllLines(folder.resolve("part-00000.idx")).stream()
        .map(line -> line.split("\t")[0])
        .toList();
  }

  @Test
  void listsHaveNoHiddenFilesButMayNameThem() throws Exception {
    litter();
    Path list = path("a.lst");
    assertEquals(1, notes("--list-only {} {}", photos, list).size());
    assertEquals(13, Files.readAllLines(list).size());
    assertFalse(Files.readString(list).contains("/."), "a hidden name");
    Path named = Files.writeString(path("b.lst"), "0\t1\tcats/._1.jpg\n");
    assertEquals(List.of(), notes("--list {} --root {} {}", named, photos, packed));
    assertEquals(List.of("0"), keys(packed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.seq"})
  void membersWithHiddenNamesAreLeftOut(String name) throws Exception {
    var members = new LinkedHashMap<String, byte[]>();
    for (String member :
        List.of("./._cat", "./cat/1.jpg", "./cat/._1.jpg", "__MACOSX/cat/._1.jpg", "./.x/2.jpg")) {
      members.put(member, member.getBytes(StandardCharsets.UTF_8));
    }
    Path archive = path(name);
    if (name.endsWith("seq")) {
      Sequences.write(conf(), archive, members);
    } else {
      byte[] tar = Archives.tar(members);
      Files.write(archive, name.endsWith("gz") ? Archives.compress("gz", tar) : tar);
    }
    assertEquals(
        List.of(
            "4 hidden files or folders are left out, the first is file:/"
                + name
                + "!./._cat (--hidden takes them)"),
        notes("-q {} {}", archive, packed));
    assertEquals(Map.of("./cat", 0), labels());
  }

  @Test
  void samplesInHiddenFoldersOfATarAreNone() throws Exception {
    var members = new LinkedHashMap<String, byte[]>();
    for (String base : List.of("0", ".ipynb_checkpoints/0", "._0", "1")) {
      members.put(base + ".jpg", "image".getBytes(StandardCharsets.UTF_8));
      members.put(base + ".cls", "3".getBytes(StandardCharsets.UTF_8));
    }
    Path tars = Files.createDirectories(path("tars"));
    Files.write(tars.resolve("a.tar"), Archives.tar(members));
    Files.writeString(tars.resolve("._a.tar"), "AppleDouble");
    Files.writeString(tars.resolve("_SUCCESS"), "");
    assertEquals(
        List.of(
            "3 hidden files or folders are left out, the first is file:/tars/._a.tar"
                + " (--hidden takes them)"),
        notes("--from webdataset {} {}", tars, packed));
    assertEquals(List.of("0", "1"), keys(packed));
  }

  @Test
  void aFolderOfHiddenFilesAloneSaysWhatTakesThem() throws Exception {
    Path empty = Files.createDirectories(path("empty"));
    Files.writeString(empty.resolve(".1.jpg"), "hidden");
    assertHas(
        error(3, "pack {} {}", empty, packed),
        "nothing to pack, all that is there is hidden (--hidden takes it)",
        "/empty");
    assertEquals(List.of(), notes("--hidden {} {}", empty, packed));
  }

  @Test
  void theNoteIsInTheResult() throws Exception {
    file(".DS_Store", "finder");
    Recordio run = ok("pack -q --json {} {}", photos, packed);
    assertTrue(
        new ObjectMapper().readTree(run.out()).get("notes").toString().contains("/.DS_Store"),
        run.out());
  }
}
