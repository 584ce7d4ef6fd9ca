// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The labels of folders: their names beside the shards, pinned by a class map, and in order. */
class ClassMapTest extends CommandTestBase {
  @BeforeEach
  void folders() throws IOException {
    for (String name : List.of("cat/1", "great dane/1", "great dane/2", "tit/1")) {
      write("train/" + name + ".jpg", "train " + name);
    }
    write("val/great dane/1.jpg", "a");
    write("val/tit/1.jpg", "b");
  }

  /** Returns label and records of an output, a line each. */
  private List<String> labels(String output) {
    return ok("labels -q {}", path(output)).lines();
  }

  @Test
  void theNamesOfClassesAreBesideTheShards() throws IOException {
    ok("pack -q --shards 2 {} {}", path("train"), path("packed"));
    assertEquals("cat\ngreat dane\ntit\n", text("packed/synset.txt"));
    assertEquals("", ok("verify -q {}", path("packed")).err(), "nothing is left out aloud");
    ok("pack -q {} {}", path("train/cat"), path("flat"));
    assertFalse(Files.exists(path("flat/synset.txt")), "no folder by class");
    assertTrue(fails(2, "pack -q {} {}", path("train"), path("packed")).contains("exists already"));
    write("packed/synset.txt", "other");
    ok("pack -q --overwrite {} {}", path("val"), path("packed"));
    assertEquals("great dane\ntit\n", text("packed/synset.txt"));
  }

  @Test
  void aClassMapMakesTrainingAndValidationAgree() throws IOException {
    ok("pack -q {} {}", path("train"), path("packed"));
    ok("pack -q --class-map {} {} {}", path("packed/synset.txt"), path("val"), path("v"));
    assertEquals(List.of("1\t1", "2\t1"), labels("v"));
    assertEquals(text("packed/synset.txt"), text("v/synset.txt"), "with classes that do not occur");
    ok("export -q --to folder {} {}", path("v"), path("folders"));
    assertTrue(Files.exists(path("folders/great dane/000000000.bin")));
  }

  @Test
  void aLineMayHaveMoreAfterTheNameOfTheFolder() throws IOException {
    write("map", "n01 tench, Tinca tinca\ncat\tFelis\ngreat dane\ngreat tit\ntit\n");
    ok("pack -q --class-map {} {} {}", path("map"), path("train"), path("packed"));
    assertEquals(List.of("1\t1", "2\t2", "4\t1"), labels("packed"));
    assertEquals(text("map"), text("packed/synset.txt"));
    write("more/great/1.jpg", "c");
    assertHas(
        fails(3, "pack -q --class-map {} {} {}", path("map"), path("more"), path("out")),
        "map has several classes for the folder great");
  }

  @Test
  void aFolderThatTheMapLacksIsAnErrorOrLeftOut() throws IOException {
    write("map", "tit\ncat\n");
    assertHas(
        fails(3, "pack -q --class-map {} {} {}", path("map"), path("train"), path("out")),
        "map lacks the folder great dane: found 2 classes, the first tit; --unknown skip leaves");
    assertFalse(Files.exists(path("out")));
    String line = "pack -q --class-map {} --unknown skip {} {}";
    assertEquals(
        List.of(
            "note: 2 files are left out, as "
                + path("map")
                + " lacks their folder (first: great dane)"),
        ok(line, path("map"), path("train"), path("out")).notes().subList(0, 1));
    assertEquals(List.of("0\t1", "1\t1"), labels("out"));
    assertHas(text("out/_pack.json").replaceAll("\\s", ""), "\"labels\":{\"cat\":1,\"tit\":0}");
  }

  @ParameterizedTest
  @CsvSource({"cat\\ncat\\n,\"cat\" again", "cat\\n\\ntit\\n,no name"})
  void aClassMapHasEachNameOnce(String map, String found) throws IOException {
    write("map", map.replace("\\n", "\n"));
    assertHas(
        fails(3, "pack -q --class-map {} {} {}", path("map"), path("train"), path("out")),
        "line 2: found " + found);
  }

  @Test
  void labelsOfAListHaveTheNamesOfTheMap() throws IOException {
    write("l.lst", "0\t1\tcat/1.jpg\n");
    write("map", "tit\ncat\n");
    String line = "pack -q --class-map {} --list {} --root {} {}";
    ok(line, path("map"), path("l.lst"), path("train"), path("out"));
    assertEquals("tit\ncat\n", text("out/synset.txt"));
    assertHas(ok("labels --json -q {}", path("out")).out(), "\"cat\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void numbersInNamesAreCountedOnRequest(int shards) throws IOException {
    for (String name : List.of("9", "10", "2b", "2a", "010", "x10y2", "x10y10", "x9")) {
      write("numbers/" + name + "/1.png", name);
    }
    String line = "pack -q --class-order natural --shards {} {} {}";
    ok(line, shards, path("numbers"), path("natural"));
    assertEquals("2a\n2b\n9\n010\n10\nx9\nx10y2\nx10y10\n", text("natural/synset.txt"));
    assertHas(text("natural/_pack.json").replaceAll("\\s", ""), "\"x10y10\":7");
    assertEquals(
        "010",
        ok("cat -q --strip-header --rows 0-0 {}", path("natural/part-00000.rec")).out(),
        "files keep their order");
    ok("pack -q --shards {} {} {}", shards, path("numbers"), path("plain"));
    assertEquals("010\n10\n2a\n2b\n9\nx10y10\nx10y2\nx9\n", text("plain/synset.txt"));
  }

  @Test
  void orderOfNamesIsTotal() {
    var names = new ArrayList<>(List.of("a", "", "1", "01", "001", "1a", "10", "9", "a1", "a01b"));
    for (String a : names) {
      for (String b : names) {
        int order = Integer.signum(FolderLabels.NATURAL.compare(a, b));
        assertEquals(-order, Integer.signum(FolderLabels.NATURAL.compare(b, a)), a + " " + b);
        assertEquals(a.equals(b), order == 0, a + " " + b);
        for (String c : names) {
          if (order <= 0 && FolderLabels.NATURAL.compare(b, c) <= 0) {
            assertTrue(FolderLabels.NATURAL.compare(a, c) <= 0, a + " " + b + " " + c);
          }
        }
      }
    }
  }

  @Test
  void listsOfWhatWouldBePackedHaveTheNamesBesideThem() throws IOException {
    ok("pack -q --list-only {} {}", path("train"), path("lists/l.lst"));
    assertEquals("cat\ngreat dane\ntit\n", text("lists/synset.txt"));
    String line = "pack -q --list-only {} {}";
    assertHas(
        ok(line, path("val"), path("lists/v.lst")).notes().get(0),
        "another file with names of classes is there and stays",
        "lists/synset.txt; --overwrite replaces it, --class-map takes the labels from it");
    assertEquals("cat\ngreat dane\ntit\n", text("lists/synset.txt"));
    ok(
        "pack -q --list-only --overwrite --class-map {} {} {}",
        path("lists/synset.txt"),
        path("val"),
        path("lists/v.lst"));
    assertTrue(
        text("lists/v.lst").startsWith("0\t1.000000\tgreat dane/1.jpg\n"), text("lists/v.lst"));
    try (Stream<java.nio.file.Path> all = Files.list(path("lists"))) {
      assertEquals(3, all.filter(file -> !file.toString().endsWith(".crc")).count());
    }
  }
}
