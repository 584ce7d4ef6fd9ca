// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Images;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tar of tars, made by tar itself, is packed as the folders that it was made of. */
class TarOfTarsTest extends CommandTestBase {
  private Path outer;

  @BeforeEach
  void tars() throws IOException, InterruptedException {
    int seed = 0;
    for (String name :
        List.of("n02/a.png", "n02/b.png", "n10/c.png", "n10/deep/d.png", "n9/e.png")) {
      write("photos/" + name, Images.tiles("png", 9, 7, seed++));
    }
    outer = path("outer.tar");
    String script =
        "mkdir tars && for f in photos/*; do (cd $f && tar -cf ../../tars/${f##*/}.tar *); done"
            + " && tar -cf outer.tar -C tars n02.tar n10.tar n9.tar";
    Process process = new ProcessBuilder("sh", "-ec", script).directory(dir.toFile()).start();
    assertEquals(0, process.waitFor(), () -> new String(bytes(process)));
  }

  private static byte[] bytes(Process process) {
    try {
      return process.getErrorStream().readAllBytes();
    } catch (IOException e) {
      return e.toString().getBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theMembersOfEachTarAreAFolder(int shards) throws IOException {
    String line = "pack -q --shards {} {} {}";
    ok(line, shards, path("photos"), path("folders"));
    List<String> notes = ok(line, shards, outer, path("tars-packed")).notes();
    assertEquals(
        "note: file:"
            + outer
            + " holds 3 tars, which are taken for folders of files (--exts tar packs the tars"
            + " themselves)",
        notes.get(0));
    for (int shard = 0; shard < shards; shard++) {
      String name = String.format("part-%05d.rec", shard);
      assertArrayEquals(
          Files.readAllBytes(path("folders/" + name)),
          Files.readAllBytes(path("tars-packed/" + name)));
    }
    assertEquals("n02\nn10\nn10/deep\nn9\n", text("tars-packed/synset.txt"));
  }

  @Test
  void onRequestTheTarsAreRecordsThemselves() throws IOException {
    assertEquals(List.of(), ok("pack -q --exts tar {} {}", outer, path("raw")).notes());
    assertArrayEquals(
        Files.readAllBytes(path("tars/n02.tar")), ok("cat -q --rows 0-0 {}", path("raw")).bytes());
    ok("pack -q --from files {} {}", outer, path("files"));
    assertArrayEquals(
        Files.readAllBytes(path("raw/part-00000.rec")),
        Files.readAllBytes(path("files/part-00000.rec")));
  }

  @Test
  void tarsOfTheCurrentFolderAreFoldersToo() throws IOException, InterruptedException {
    String script = "tar -cf n10.tar -C photos/n10 . && tar -cf dots.tar n10.tar";
    Process process = new ProcessBuilder("sh", "-ec", script).directory(dir.toFile()).start();
    assertEquals(0, process.waitFor());
    ok("pack -q {} {}", path("dots.tar"), path("dots"));
    assertHas(text("dots/_pack.json"), "\"n10\"", "\"n10/deep\"");
  }

  @Test
  void otherExtensionsLeaveTheTarsOpen() throws IOException {
    ok("pack -q --exts png {} {}", outer, path("png"));
    assertEquals("n02\nn10\nn10/deep\nn9\n", text("png/synset.txt"));
  }

  @Test
  void globsChooseByBothNames() throws IOException {
    ok("pack -q --include n10/** {} {}", outer, path("out"));
    assertEquals("n10\nn10/deep\n", text("out/synset.txt"));
  }

  @Test
  void aCutOuterTarLosesOnlyWhatIsCut() throws IOException {
    byte[] bytes = Files.readAllBytes(outer);
    write("cut.tar", java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertTrue(fails(3, "pack -q {} {}", path("cut.tar"), path("x")).contains("cut.tar"));
    assertEquals(5, run("pack -q --on-error skip {} {}", path("cut.tar"), path("part")).code());
    assertTrue(text("part/synset.txt").startsWith("n02\n"), text("part/synset.txt"));
  }

  @Test
  void aDamagedInnerTarIsNamedWithItsOffsetInTheFile() throws IOException {
    byte[] bytes = Files.readAllBytes(outer);
    bytes[512 + 148] ^= 1; // the checksum of the first member's first member
    write("bad.tar", bytes);
    assertHas(
        fails(3, "pack -q {} {}", path("bad.tar"), path("x")),
        "bad.tar!n02.tar",
        "damaged at offset 512: expected the header of a member");
    assertEquals(5, run("pack -q --on-error skip {} {}", path("bad.tar"), path("part")).code());
    assertEquals("n10\nn10/deep\nn9\n", text("part/synset.txt"));
  }
}
