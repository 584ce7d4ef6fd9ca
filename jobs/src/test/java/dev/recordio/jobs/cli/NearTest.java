// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user may have meant: in at most five lines. */
class NearTest {
  private static Recordio main(String... args) {
    Recordio run = Recordio.run(null, args);
    assertEquals("", run.out());
    assertTrue(run.err().lines().count() <= 5, run.err());
    assertTrue(run.err().startsWith("recordio: "), run.err());
    return run;
  }

  @ParameterizedTest
  @CsvSource({
    "verifi, verify",
    "help verifi, verify",
    "store gathr, gather",
    "help store gathr, gather",
    "pack a b --resise 3, --resize",
    "pack a b --colour 1, --color",
    "reshard a b --shard=4, --shards",
    "csr a b --shard 4, --shard-rows or --shard-size",
    "info -D recordio.input.bufer-size=1m a, recordio.input.buffer-size",
    "-D libsvm.formt=csv stats a, libsvm.format",
    "completion fihs, fish"
  })
  void theNearestIsNamed(String line, String nearest) {
    Recordio run = main(line.split(" "));
    assertEquals(2, run.code(), run.err());
    assertHas(run.err(), "\nDid you mean " + nearest + "?\n");
  }

  @Test
  void aMissingFileHasItsNearest(@TempDir Path dir) throws Exception {
    Files.createFile(dir.resolve("train.rec"));
    Files.createFile(dir.resolve("other.rec"));
    for (String[] words :
        new String[][] {
          {"info", dir + "/trian.rec"},
          {"shuffle", dir + "/trian.rec", dir + "/out"},
          {"read", dir + "/trian.rec | take(2)"},
          {"info", dir + "/TRAIN.REC"},
          {"pack", "--list=" + dir + "/trian.rec", dir + "/out"},
          {"select", "--keys", dir + "/trian.rec", dir + "/other.rec", dir + "/out"},
          {"append", dir + "/trian.rec", dir + "/other.rec"},
        }) {
      Recordio run = main(words);
      assertEquals(3, run.code(), run.err());
      assertTrue(run.err().endsWith("\nDid you mean " + dir + "/train.rec?\n"), run.err());
    }
    Recordio far = main("info", dir + "/nothing-like-it");
    assertEquals(1, far.err().lines().count(), far.err());
  }

  @Test
  void commandsAreNoMissingFiles(@TempDir Path dir) throws Exception {
    Path sibling = Path.of("stores"); // near the command's name, in the working directory
    Path faces = Files.createDirectory(dir.resolve("faces"));
    Files.createDirectory(sibling);
    try {
      Recordio run = main("store", "verify", faces.toString());
      assertEquals(3, run.code(), run.err());
      assertHas(run.err(), "is no record store");
      assertFalse(run.err().contains("Did you mean"), run.err());
    } finally {
      Files.delete(sibling);
    }
  }

  @Test
  void onlyWhatIsMissingHasANearest(@TempDir Path dir) throws Exception {
    Path list = Files.writeString(dir.resolve("comma.lst"), "0\t1,0\tcat/1.jpg\n");
    Files.writeString(dir.resolve("bad.rec"), "no records at all\n");
    Files.writeString(dir.resolve("bat.rec"), "");
    for (String[] words :
        new String[][] {
          {"pack", "--list", list.toString(), "--root", dir + "/comma", dir + "/comma"},
          {"pack", "--list=" + list, "--root=" + dir + "/comm", dir + "/comma.ls"},
          {"shuffle", dir + "/bad.rec", dir + "/bad"},
          {"info", dir + "/bad.rec", "-D", "mapreduce.job.name=" + dir + "/ba"},
          {"info", dir + "/bad.rec", "-D", "mapreduce.job.name=bad.re"},
          {"cat", "--key", "7", dir + "/bat.rec"},
        }) {
      Recordio run = main(words);
      assertFalse(run.err().contains("Did you mean"), run.err());
    }
  }

  @Test
  void aMissingFolderOnTheWayHasItsNearest(@TempDir Path dir) throws Exception {
    Files.createDirectories(dir.resolve("photos/sea"));
    Files.createFile(dir.resolve("photos/sea/1.jpg"));
    Recordio run = main("info", dir + "/phtos/sea/1.jpg");
    assertEquals(3, run.code(), run.err());
    assertTrue(run.err().endsWith("\nDid you mean " + dir + "/photos?\n"), run.err());
    run = main("store", "verify", dir + "/fotos");
    assertEquals(3, run.code(), run.err());
    assertTrue(run.err().endsWith("\nDid you mean " + dir + "/photos?\n"), run.err());
  }

  @Test
  void aNameInAListHasItsNearest(@TempDir Path dir) throws Exception {
    Path image = Files.createDirectories(dir.resolve("cat")).resolve("1234.jpg");
    Files.createFile(image);
    Path list = Files.writeString(dir.resolve("t.lst"), "0\t1\tcat/1243.jpg\n");
    Recordio run = main("pack", "--list", list.toString(), "--root", dir.toString(), dir + "/out");
    assertEquals(3, run.code(), run.err());
    assertTrue(run.err().endsWith("\nDid you mean file:" + image + "?\n"), run.err());
  }
}
