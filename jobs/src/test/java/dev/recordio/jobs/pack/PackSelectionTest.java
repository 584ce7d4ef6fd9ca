// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --include}, {@code --exclude} and {@code --inputs-from} choose. */
class PackSelectionTest extends PackOutputTestBase {
  private String contents(String line, Object... arguments) {
    ok("pack -q --header none " + line, arguments);
    return run("cat {}", packed).out();
  }

  @Test
  void aStarStopsAtASlashAndExcludeWins() {
    assertEquals(
        "content of cats 11content of my birds 10content of my birds 11",
        contents(
            "--include {} --exclude dogs/ --exclude cats/10* {} {}", "*/1?.jpg", photos, packed));
  }

  @Test
  void theKeysMeanTheSame() {
    assertEquals(
        "content of cats 1content of dogs 1",
        contents("-D recordio.pack.include=cats/1.jpg;dogs/1.jpg {} {}", photos, packed));
  }

  @Test
  void whatIsLeftOutIsCountedAndGetsNoLabel() throws Exception {
    assertHas(
        ok("pack --exclude cats/* {} {}", photos, packed).err(),
        "4 files are left out by their paths");
    assertTrue(
        Files.readString(packed.resolve("_pack.json")).contains("\"dogs\" : 0"), "its label");
  }

  @Test
  void aDryRunEndsAsTheRunThatLeavesOutWhatItFinds() throws Exception {
    Path list = Files.writeString(path("a.lst"), "0\t0\tgone.jpg\n1\t0\tcats/1.jpg\n");
    Path out = path("out");
    String missing = " --on-error skip --list {} --root {} {}";
    run("pack --dry-run" + missing, list, photos, out).ended(5);
    assertFalse(Files.exists(out));
    run("pack -q" + missing, list, photos, out).ended(5);
  }

  @Test
  void ofAGlobPathsStartAtTheFirstWildcard() {
    assertEquals("content of dogs 9", contents("--include dogs/9.jpg {}/* {}", photos, packed));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.zip", "a.tar", "a.tar.gz"})
  void membersOfArchivesAreChosenByTheirNames(String name) throws Exception {
    var members = new LinkedHashMap<String, byte[]>();
    for (String member : List.of("x/1.jpg", "x/12.jpg", "y/13.jpg", "y/z/14.jpg")) {
      members.put(member, member.getBytes(StandardCharsets.UTF_8));
    }
    byte[] tar = Archives.tar(members);
    byte[] archive =
        name.endsWith("zip")
            ? Archives.zip(members)
            : name.endsWith("gz") ? Archives.compress("gz", tar) : tar;
    Path file = Files.write(path(name), archive);
    assertEquals("x/12.jpgy/13.jpg", contents("--include {} {} {}", "*/1?.jpg", file, packed));
  }

  @Test
  void linesOfAListAreChosenByTheirPathsBeforeTheirFilesAreLookedFor() throws Exception {
    Path list = Files.writeString(path("a.lst"), "0\t0\tgone/1.jpg\n1\t0\tcats/1.jpg\n");
    assertEquals(
        "content of cats 1",
        contents("--list {} --root {} --exclude gone/** {}", list, photos, packed));
  }

  @Test
  void whenNothingIsLeftTheErrorSaysWhy() {
    assertHas(
        error(3, "pack --include *.gif {} {}", photos, packed),
        "nothing to pack",
        "--include and --exclude",
        "12 files");
    assertHas(error(2, "pack --include [a {} {}", photos, packed), "the glob '[a'");
  }

  @Test
  void inputsAreReadLineByLineAsTheyAre() throws Exception {
    Path odd = Files.writeString(path("a, b;c #1.jpg"), "odd");
    Path inputs =
        Files.writeString(path("in.txt"), photos.resolve("my birds/1.jpg") + "\n\n" + odd + "\r\n");
    assertEquals("content of my birds 1odd", contents("--inputs-from {} {}", inputs, packed));
    assertHas(
        error(2, "pack --inputs-from {} {} {}", inputs, photos, packed),
        "no other INPUT",
        "photos");
  }

  @Test
  void aByteOrderMarkBeforeTheFirstInputIsNoPartOfIt() throws Exception {
    Path inputs = Files.writeString(path("in.txt"), "\uFEFF" + photos.resolve("cats/9.jpg") + "\n");
    assertEquals("content of cats 9", contents("--inputs-from {} {}", inputs, packed));
  }

  @Test
  void whatIsNoListOfInputsIsNamedWithItsPlace() throws Exception {
    Path inputs = path("in.txt");
    Files.write(inputs, "cats\nd\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertHas(
        error(3, "pack --inputs-from {} {}", inputs, packed),
        "malformed list of inputs: " + inputs + " at offset 6, line 2: expected a path in UTF-8,",
        "found \"d\\xe9\"");
    Files.writeString(inputs, "cats\na:b\n");
    assertHas(
        error(3, "pack --inputs-from {} {}", inputs, packed),
        inputs + " at offset 5, line 2: expected a path (./a:b for a name with a colon), found");
    Path missing = path("nofile");
    assertHas(
        error(3, "pack --inputs-from {} {}", missing, packed),
        "no such file or folder: file:" + missing);
    assertHas(
        error(3, "pack --inputs-from {} {}", photos, packed),
        "a folder, not a file: file:" + photos);
    assertFalse(Files.exists(packed));
  }

  @Test
  void inputsMayComeFromStandardInput() throws Exception {
    byte[] lines = (photos.resolve("cats") + "\n").getBytes(StandardCharsets.UTF_8);
    Recordio run =
        Recordio.withInput(conf(), lines, "pack", "-q", "--inputs-from", "-", packed.toString());
    assertEquals(0, run.code(), run.err());
    Path direct = path("direct");
    ok("pack -q {} {}", photos.resolve("cats"), direct);
    assertArrayEquals(
        Files.readAllBytes(direct.resolve("part-00000.rec")),
        Files.readAllBytes(packed.resolve("part-00000.rec")));
    assertEquals(
        3,
        Recordio.withInput(conf(), new byte[0], "pack", "--inputs-from", "-", dir + "/none")
            .code());
  }
}
