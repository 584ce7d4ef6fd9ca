// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output that the next run would read is refused, and nothing is made. */
class OutputInInputTest {
  @TempDir Path temp;

  @BeforeEach
  void makeInputs() throws Exception {
    Path photos = temp.resolve("photos");
    Files.createDirectories(photos.resolve("cats"));
    Files.writeString(photos.resolve("cats/0.jpg"), "cat");
    Files.createDirectories(temp.resolve("elsewhere/more"));
    Files.writeString(temp.resolve("elsewhere/more/1.jpg"), "dog");
    Files.createSymbolicLink(temp.resolve("link"), photos);
    Files.createSymbolicLink(photos.resolve("more"), temp.resolve("elsewhere/more"));
    Files.createDirectory(temp.resolve("rows"));
    Files.writeString(temp.resolve("rows/a.libsvm"), "1 1:1\n");
    Files.writeString(temp.resolve("inputs.txt"), photos + "\n");
    Files.writeString(temp.resolve("all.lst"), "0\t0\tcats/0.jpg\n");
    run("pack -q T/photos T/packed").ended(0);
    run("store create T/store --field label=f4").ended(0);
  }

  private Recordio run(String line) {
    String[] args =
        Arrays.stream(line.split(" "))
            .map(word -> word.replaceAll("(^|[;,=])T/", "$1" + temp + "/"))
            .toArray(String[]::new);
    return Recordio.run(LocalJobs.conf(temp.resolve("scratch")), args);
  }

  private TreeSet<String> tree() throws IOException {
    try (Stream<Path> files = Files.walk(temp)) {
      return files
          .map(Path::toString)
          .filter(file -> !file.startsWith(temp + "/scratch"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack T/photos T/photos/out",
        "pack T/photos T/photos/a/b/out",
        "pack T/photos T/photos",
        "pack --dry-run T/photos T/photos/out",
        "pack --overwrite T/photos T/photos/out",
        "pack T/photos T/link/out",
        "pack T/link T/photos/out",
        "pack T/link T/link/cats/out",
        "pack T/photos T/elsewhere/more/out",
        "pack T/rows T/photos T/photos/out",
        "pack T/rows;T/photos T/photos/out",
        "pack T/phot* T/photos/out",
        "pack T/phot* T/photos2",
        "pack T/link/* T/photos/new",
        "pack T/{rows,photos}/* T/photos/new",
        "pack --inputs-from T/inputs.txt T/photos/out",
        "pack --header none --write-list T/photos/all.lst T/photos T/out",
        "pack --exts all --write-list T/link/all.lst T/photos T/out",
        "pack --exts lst --list-only T/photos T/photos/cats/all",
        "shuffle --seed 1 T/packed T/packed/out",
        "shuffle --seed 1 T/packed T/packed",
        "reshard --shards 2 T/packed T/packed/out",
        "sample --count 1 --seed 1 T/packed T/packed/out",
        "split --seed 1 --fractions a=0.5,b=0.5 T/packed T/packed/out",
        "select --keys 0 T/packed T/packed/out",
        "normalize T/packed T/packed/out",
        "merge T/packed T/packed T/packed/out",
        "export --to webdataset T/packed T/packed/out",
        "salvage T/packed T/packed/out",
        "csr T/rows T/rows/out",
        "csr --if-changed T/rows T/rows/out",
        "csr T/rows/* T/rows/out",
        "batches --shape 3,8,8 --batch-size 1 --to npy T/packed/out T/packed",
        "report T/rows -o T/rows/page.html",
        "report T/rows/*.* -o T/rows/page.html",
        "verify --rows T/rows --list T/rows/bad.tsv",
        "append T/packed T/packed",
        "store export T/store T/store/out",
        "store gather T/store --slice : T/store/out"
      })
  void isRefused(String line) throws Exception {
    TreeSet<String> before = tree();
    Recordio run = run(line).ended(2);
    assertTrue(
        run.err().matches("(?s).*(is in the input|is the input itself|in the input's folder).*"),
        run.err());
    assertEquals(before, tree());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack T/photos/cats/0.jpg T/photos/cats/out",
        "pack --list T/all.lst --root T/photos T/photos/out",
        "pack T/photos T/photos2",
        "pack --write-list T/photos/all.lst T/photos T/out",
        "pack --list-only T/photos T/photos/all",
        "shuffle --seed 1 T/packed/part-00000.rec T/packed/out",
        "shuffle --seed 1 T/packed/*.rec T/packed/out",
        "csr T/rows/a.libsvm T/rows/out",
        "csr T/rows/*.libsvm T/rows/out",
        "report T/rows/a.libsvm -o T/rows/page.html",
        "report T/rows -o T/rows/_page.html",
        "verify T/packed --list T/packed/bad.tsv",
        "verify --rows T/rows --list T/rows/_bad.tsv"
      })
  void besideAFileThatIsReadAloneItMayBe(String line) {
    run(line).ended(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pack T/none T/none/out",
        "shuffle --seed 1 T/none T/none/out",
        "csr T/none T/none/out",
        "csr T/none/* T/none/out",
        "salvage T/none T/none/out"
      })
  void ofAMissingInputThatIsTheError(String line) throws Exception {
    TreeSet<String> before = tree();
    Recordio run = run(line).ended(3);
    assertTrue(run.err().matches("(?s).*(no such file or folder|nothing matches): .*"), run.err());
    assertEquals(before, tree());
  }
}
