// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command that writes an output claims it; another command's output is not touched. */
class ClaimedOutputTest {
  @TempDir static Path temp;

  @BeforeAll
  static void makeInputs() throws Exception {
    ok("demo", "-q", "--dir", in("demo").toString());
    ok("store create IN/store --field label=f4".split(" "));
  }

  private static Path in(String name) throws IOException {
    return Files.createDirectories(temp.resolve("in")).resolve(name);
  }

  private static Recordio run(String... words) {
    String[] args =
        Arrays.stream(words)
            .map(word -> word.replaceFirst("^IN/", temp + "/in/").replaceFirst("^OUT", temp + "/o"))
            .toArray(String[]::new);
    return Recordio.run(LocalJobs.conf(temp.resolve("scratch")), args);
  }

  private static void ok(String... words) {
    run(words).ended(0, String.join(" ", words));
  }

  private static TreeSet<String> tree() throws IOException {
    try (Stream<Path> files = Files.walk(temp)) {
      return files
          .map(file -> temp.relativize(file).toString())
          .filter(file -> !file.startsWith("scratch") && !file.endsWith(".crc"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void remove(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OUT | pack IN/demo/photos OUT",
        "OUT | pack --resize 20 IN/demo/photos OUT",
        "OUT | pack --overwrite IN/demo/photos OUT",
        "OUT | pack --resume IN/demo/photos OUT",
        "OUT.lst | pack --list-only IN/demo/photos OUT",
        "OUT.lst | pack --list-only --overwrite IN/demo/photos OUT",
        "OUT_val.lst | pack --list-only --train-ratio 0.5 IN/demo/photos OUT",
        "OUT.lst | pack --write-list OUT.lst IN/demo/photos OUT",
        "OUT | csr IN/demo/rows.libsvm OUT",
        "OUT | csr --if-changed IN/demo/rows.libsvm OUT",
        "OUT | shuffle --seed 1 IN/demo/packed OUT",
        "OUT | split --fractions a=0.5,b=0.5 --seed 1 IN/demo/packed OUT",
        "OUT | reshard --shards 2 IN/demo/packed OUT",
        "OUT | sample --count 3 --seed 1 IN/demo/packed OUT",
        "OUT | select --keys 2 IN/demo/packed OUT",
        "OUT | merge IN/demo/packed IN/demo/shuffled OUT",
        "OUT | normalize IN/demo/packed OUT",
        "OUT | export --to webdataset IN/demo/packed OUT",
        "OUT | export --to folder IN/demo/packed OUT",
        "OUT | salvage IN/demo/packed OUT",
        "OUT | batches --shape 3,8,8 --batch-size 4 --resize 8 --to npy OUT IN/demo/packed",
        "OUT.npy | mean-image --shape 3,8,8 --resize 8 IN/demo/packed OUT.npy",
        "OUT.html | report IN/demo/packed -o OUT.html",
        "OUT.html | report IN/demo/rows.libsvm -o OUT.html",
        "OUT | store create OUT --field label=f4",
        "OUT | store export IN/store OUT",
        "OUT | store gather IN/store --slice : OUT",
        "OUT.tsv | verify IN/demo/packed --list OUT.tsv",
        "OUT | demo --dir OUT"
      })
  void isRefusedWhileAnotherCommandHasIt(String line) throws Exception {
    String[] parts = line.split(" \\| ");
    String[] words = parts[1].split(" ");
    Path output = Path.of(parts[0].replaceFirst("OUT", temp + "/o"));
    TreeSet<String> before = tree();
    Configuration other = LocalJobs.conf();
    OutputClaim.setCommand(other, "shuffle");
    try (OutputClaim held = OutputClaim.take(other, LocalFiles.path(output))) {
      TreeSet<String> claimed = tree();
      Recordio refused = run(words).ended(2);
      String message = "another command writes there: file:" + output + ": shuffle of ";
      assertHas(refused.err(), message);
      assertEquals("", refused.out());
      assertEquals(claimed, tree());
    }
    assertEquals(before, tree());
    ok(words);
    for (String file : tree()) {
      assertTrue(!file.contains("recordio-claim"), file);
      boolean made = file.startsWith("o") || file.equals("synset.txt"); // of the list's classes
      if (made && Files.exists(temp.resolve(file))) {
        remove(temp.resolve(file));
      }
    }
    assertEquals(before, tree());
  }
}
