// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command takes a folder with records and the files that people have beside them. */
class FilesBesideRecordsTest {
  private static final String NOTE =
      "note: 3 files are left out beside .rec files: file:SET/README, file:SET/lfw.bin,"
          + " file:SET/property; to read one, name it as input";

  @TempDir Path dir;
  private Path set;

  @BeforeEach
  void makeSet() throws IOException {
    set = Files.createDirectory(dir.resolve("set"));
    for (String suffix : new String[] {".rec", ".idx"}) {
      try (InputStream in = getClass().getResourceAsStream("/fixtures/images/single" + suffix)) {
        Files.write(set.resolve("train" + suffix), in.readAllBytes());
      }
    }
    Files.writeString(set.resolve("property"), "10,112,112");
    Files.writeString(set.resolve("lfw.bin"), "pairs");
    Files.writeString(set.resolve("README"), "A set of faces.");
  }

  private Recordio run(String command) {
    String words = command.replace("SET", set.toString()).replace("OUT", dir.resolve("out") + "");
    return Recordio.run(LocalJobs.conf(), words.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info -q SET",
        "records -q SET",
        "splits -q SET",
        "cat -q --rows 0-1 SET",
        "labels -q SET",
        "index -q SET",
        "verify -q SET",
        "read -q --count 2 SET",
        "batches -q --shape 3,8,8 --resize 8 --batch-size 2 --count 1 SET",
        "report -q -o OUT SET",
        "shuffle -q --seed 1 SET OUT",
        "reshard -q --shards 2 SET OUT",
        "sample -q --count 2 --seed 1 SET OUT",
        "split -q --fractions train=0.5,test=0.5 --seed 1 SET OUT",
        "select -q --min-per-label 1 SET OUT",
        "merge -q --label-offsets auto SET OUT",
        "normalize -q SET OUT",
        "export -q --to folder SET OUT",
        "mean-image -q --on-error skip --shape 3,8,8 --resize 8 SET OUT.npy",
        "salvage -q SET OUT",
      })
  void commandsReadTheRecordsAndSayWhatTheyLeaveOut(String command) {
    Recordio run = run(command);
    boolean skips = command.startsWith("mean-image"); // some records are no images
    assertEquals(skips ? 5 : 0, run.code(), run.err());
    String note = NOTE.replace("SET", set.toString());
    assertEquals(1, run.err().lines().filter(note::equals).count(), run.err());
  }

  @Test
  void aFileThatIsNamedIsRead() {
    assertHas(run("info SET/property").ended(3).err(), "property at offset 0: expected the magic");
  }

  @Test
  void recordsAreAppendedToASetWithOtherFiles() {
    run("reshard -q --shards 2 SET OUT").ended(0);
    set = dir.resolve("out");
    Recordio run =
        Recordio.run(
            LocalJobs.conf(), "append", "-q", set + "", dir.resolve("set") + "", "--renumber");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().startsWith("note: 3 files are left out beside .rec files"), run.err());
  }
}
