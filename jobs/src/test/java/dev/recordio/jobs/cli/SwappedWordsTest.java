// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where INPUT and OUTPUT are swapped, nobody is advised to remove what was to be read. */
class SwappedWordsTest {
  @TempDir Path temp;

  @BeforeEach
  void makeInputs() throws Exception {
    Path photos = Files.createDirectories(temp.resolve("photos/cats")).getParent();
    Files.writeString(photos.resolve("cats/0.jpg"), "cat");
    Files.createDirectory(temp.resolve("packed"));
    Files.write(temp.resolve("packed/part-00000.rec"), Fixtures.bytes("mixed.rec"));
    Files.writeString(temp.resolve("rows.libsvm"), "1 1:1\n");
    Files.writeString(Files.createDirectory(temp.resolve("table")).resolve("a.csv"), "1,2\n");
    Files.writeString(temp.resolve("mean.npy"), "an array");
    Files.writeString(temp.resolve("page.html"), "<!doctype html>");
    Files.writeString(temp.resolve("all.lst"), "0\t0\tcats/0.jpg\n");
  }

  private Recordio run(String line) {
    String[] args =
        Arrays.stream(line.split(" "))
            .map(word -> word.replaceFirst("^T/", temp + "/"))
            .toArray(String[]::new);
    return Recordio.run(LocalJobs.conf(temp.resolve("scratch")), args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack T/none T/photos",
        "pack --overwrite T/none T/photos",
        "pack --resume T/none T/photos",
        "pack T/photos T/none T/packed",
        "pack --list T/none.lst T/photos",
        "pack --list-only T/none T/all",
        "shuffle --seed 1 T/none T/packed",
        "reshard --shards 2 T/none T/packed",
        "sample --count 1 --seed 1 T/none T/packed",
        "split --seed 1 --fractions a=0.5,b=0.5 T/none T/packed",
        "select --keys 1 T/none T/packed",
        "normalize T/none T/packed",
        "merge T/packed T/none T/table",
        "export --to webdataset T/none T/packed",
        "salvage T/none T/packed",
        "csr T/none T/rows.libsvm",
        "csr --if-changed T/none T/table",
        "batches --shape 3,8,8 --batch-size 1 --to npy T/photos T/none",
        "mean-image --shape 3,8,8 T/none T/mean.npy",
        "report T/none -o T/page.html",
        "store export T/none T/packed",
        "store gather T/none --slice : T/packed",
        "append T/none T/packed",
        "store import T/none label=T/none.npy"
      })
  void theMissingInputIsTheError(String line) {
    Recordio run = run(line).ended(3);
    assertHas(run.err(), "none");
    assertFalse(run.err().contains("exists already"), run.err());
    assertFalse(run.err().contains("remove"), run.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack T/packed T/photos",
        "pack --overwrite T/packed T/photos",
        "pack --resume T/packed T/photos",
        "pack --header none T/photos T/rows.libsvm",
        "shuffle --seed 1 T/packed T/table",
        "merge T/packed/part-00000.rec T/rows.libsvm",
        "export --to webdataset T/packed T/photos",
        "salvage T/packed T/photos",
        "csr T/rows.libsvm T/table",
        "csr --if-changed T/rows.libsvm T/table",
        "mean-image --shape 3,8,8 T/packed T/mean.npy",
        "batches --shape 3,8,8 --batch-size 1 --to npy T/photos T/packed",
        "report T/packed -o T/rows.libsvm",
        "pack --list-only T/photos T/all"
      })
  void nobodyIsAdvisedToRemoveWhatIsNoOutput(String line) {
    Recordio run = run(line).ended(2);
    assertTrue(
        run.err().matches("(?s).*exists.*|.*replaces.*|.*was not left by a pack.*"), run.err());
    assertFalse(run.err().contains("remove"), run.err());
    assertTrue(run.err().matches("(?s).*name another (output|one)\n.*"), run.err());
  }

  @Test
  void anOutputMayBeRemoved() throws Exception {
    String expected = "output exists already: file:" + temp + "/packed; remove it, or name another";
    assertTrue(run("pack T/photos T/packed").err().contains(expected));
    run("export -q --to webdataset --header none T/packed T/made").ended(0);
    assertTrue(run("pack T/photos T/made").err().contains("remove it, or name another output"));
  }
}
