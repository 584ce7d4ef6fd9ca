// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static dev.recordio.jobs.testing.CommandTestBase.assertHas;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused leaves the store, and all around it, as it was; the message is one line. */
class StoreRefusedTest {
  @TempDir private static Path folder;

  private static StoreTests tests;

  @BeforeAll
  static void make() throws IOException {
    tests = new StoreTests(folder);
    tests.ok(
        "create T/s --field label=f4 --field box=i2[2,2] --field tokens=i8[*] --field raw=bytes");
    tests.floats("ten.npy", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    tests.floats("two.npy", 1, 2);
    tests.ok("append T/s label=T/ten.npy");
    tests.ok("delete T/s --ids 4");
    tests.npy("doubles.npy", "<f8", new byte[80], 10);
    tests.npy("big-endian.npy", ">f4", new byte[40], 10);
    tests.npy("row.npy", "<i2", new byte[40], 10, 2);
    tests.npy("boxes.npy", "<i2", new byte[24], 3, 2, 2);
    tests.npy("single.npy", "<f4", new byte[4]);
    tests.npy("long.npy", "<f4", new byte[44], 11);
    tests.npy("ids.npy", "<f4", new byte[8], 2);
    tests.npy("matrix.npy", "<i8", new byte[32], 2, 2);
    byte[] huge = new byte[8];
    huge[7] = -1;
    tests.npy("huge.npy", "<u8", huge, 1);
    byte[] ten = Files.readAllBytes(tests.path("ten.npy"));
    Files.write(tests.path("cut.npy"), Arrays.copyOf(ten, ten.length - 1));
    Files.write(tests.path("head.npy"), Arrays.copyOf(ten, 50));
    String header = "{'descr': '|O', 'fortran_order': False, 'shape': (10,), }";
    String padded = header + " ".repeat(128 - 10 - 1 - header.length()) + "\n";
    byte[] objects = Arrays.copyOf(ten, 128 + 80);
    System.arraycopy(padded.getBytes(StandardCharsets.US_ASCII), 0, objects, 10, padded.length());
    Files.write(tests.path("pickle.npy"), objects);
    Files.writeString(tests.path("words.txt"), "1\ntwo\n");
    Files.createDirectory(tests.path("there"));
    Files.writeString(Files.createDirectory(tests.path("full")).resolve("x"), "x");
  }

  private static void assertRefused(int code, String message, String line) throws IOException {
    TreeMap<String, Long> before = tests.files(".");
    Recordio run = tests.run(line);
    assertHas(run.err(), message);
    assertEquals(code, run.code(), run.err());
    assertEquals("", run.out());
    assertEquals(1, run.err().replaceAll("\n(Try|Did).*", "").lines().count(), run.err());
    assertEquals(before, tests.files("."));
    assertEquals(2, tests.json("stat T/s").get("generation").asInt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stat T/l",
        "append T/l label=T/two.npy",
        "gather T/l --ids 0 T/o",
        "gc T/l",
        "log T/l"
      })
  void aStoreWhoseNewestGenerationIsLostIsNotReadAsAnOlderOne(String line) throws IOException {
    tests.ok("create T/l --field label=f4");
    tests.ok("append T/l label=T/two.npy");
    Files.move(tests.path("l/_manifest/00000000000000000001.json"), tests.path("lost.json"));
    assertRefused(3, "the newest generation is missing", line);
    assertEquals(0, tests.json("stat T/l --generation 0").get("records").asInt());
    Files.move(tests.path("lost.json"), tests.path("l/_manifest/00000000000000000001.json"));
    assertEquals(2, tests.json("stat T/l").get("records").asInt());
    FileUtils.deleteDirectory(tests.path("l").toFile());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        // types, shapes, lengths, files
        "3 | field label is <f4, but | append T/s label=T/doubles.npy",
        "3 | astype('<f4') | append T/s label=T/big-endian.npy",
        "3 | the shape of a row | append T/s box=T/row.npy",
        "3 | single item | append T/s label=T/single.npy",
        "3 | cut.npy | append T/s label=T/cut.npy",
        "3 | head.npy | append T/s label=T/head.npy",
        "3 | pickle.npy | append T/s label=T/pickle.npy",
        "3 | has 10 records, but | append T/s label=T/ten.npy box=T/boxes.npy",
        "3 | none.npy | append T/s label=T/none.npy",
        "3 | give a .rec file | append T/s raw=T/ten.npy",
        "2 | there is no field lable: the fields are | append T/s lable=T/ten.npy",
        "2 | 'T/ten.npy' is no FIELD=FILE | append T/s T/ten.npy",
        "2 | field label is given twice | append T/s label=T/ten.npy label=T/ten.npy",
        "3 | is no record store | append T/none label=T/ten.npy",
        // ids
        "3 | id 10 is out of range: the store has 10 records, 0 to 9 | gather T/s --ids 3,10 T/out",
        "3 | only --slice counts negative ones from the end | gather T/s --ids -1 T/out",
        "3 | record 4 is deleted in generation 2 | gather T/s --ids 3,4 T/out",
        "3 | record 4 is deleted in generation 2 | gather T/s --slice : T/out",
        "3 | words.txt line 2 is 'two' | gather T/s --ids @T/words.txt T/out",
        "3 | expected whole numbers | gather T/s --ids @T/ids.npy T/out",
        "3 | expected whole numbers | gather T/s --ids @T/matrix.npy T/out",
        "3 | is out of range | gather T/s --ids @T/huge.npy T/out",
        "3 | none.txt | gather T/s --ids @T/none.txt T/out",
        "2 | has '', which is no id | gather T/s --ids 1,,2 T/out",
        "2 | has 'x', which is no id | gather T/s --ids x T/out",
        "2 | its step is 0 | gather T/s --slice 1:5:0 T/out",
        "2 | is no slice | gather T/s --slice 5 T/out",
        "2 | is no slice | gather T/s --slice a:b T/out",
        "2 | either --ids or --slice | gather T/s --slice : --ids 1 T/out",
        "2 | either --ids or --slice | gather T/s T/out",
        "2 | output exists already | gather T/s --ids 1 T/there",
        "2 | there is no field x | gather T/s --ids 1 T/out --fields label,x",
        "2 | --missing is 'nope' | gather T/s --ids 1 T/out --missing nope",
        "3 | no generation 7 | gather T/s --ids 1 T/out --generation 7",
        "3 | no tag v1 | gather T/s --ids 1 T/out --tag v1",
        "2 | exclude each other | gather T/s --ids 1 T/out --tag v1 --generation 1",
        // updates and deletes
        "3 | id 10 is out of range | update T/s --ids 1,10 label=T/two.npy",
        "3 | record 4 is deleted | update T/s --ids 1,4 label=T/two.npy",
        "3 | id 1 is given twice | update T/s --ids 1,1 label=T/two.npy",
        "3 | 2 records, but there are 3 ids | update T/s --ids 1,2,3 label=T/two.npy",
        "3 | field label is <f4, but | update T/s --slice 0:2 label=T/doubles.npy",
        "2 | either --ids or --slice | update T/s label=T/two.npy",
        "3 | record 4 is deleted | delete T/s --ids 4",
        "3 | record 4 is deleted | delete T/s --ids 4 --swap",
        "3 | id 2 is given twice | delete T/s --ids 2,2",
        "3 | record 4 is deleted | delete T/s --ids 4 --dry-run",
        "3 | record 4 is deleted | update T/s --ids 1,4 label=T/two.npy --dry-run",
        "3 | record 4 is deleted | gather T/s --slice : T/out --dry-run",
        "3 | id -2 is out of range | delete T/s --ids -2",
        // stores
        "2 | there is a store already | create T/s --field x=f4",
        "2 | must be empty | create T/full --field x=f4",
        "2 | give --field | create T/new",
        "2 | can't name a field | create T/new --field 1x=f4",
        "2 | the codec 'gzip' | create T/new --field x=f4:gzip",
        "2 | is no field | create T/new --field x",
        "2 | two fields are named | create T/new --field x=f4 --field X=f4",
        "2 | there is no field y | create T/new --field x=f4 --together x,y",
        "2 | --chunk-size is '5' | create T/new --field x=f4 --chunk-size 5",
        "2 | is no length of time | gc T/s --older-than soon",
        "2 | --keep is '0' | gc T/s --keep 0",
        "3 | is no record store | stat T/full",
        "3 | is no record store | gc T/full",
        "3 | is no record store | log T/none",
        "2 | 'a:b' is no path | stat a:b"
      })
  void withTheStoreUnchanged(int code, String message, String line) throws IOException {
    assertRefused(code, message.replace("T/", folder + "/"), line);
  }

  @Test
  void withoutPermission() throws IOException {
    Path store = tests.path("s/data");
    var permissions = Files.getPosixFilePermissions(store);
    Files.setPosixFilePermissions(store, java.util.Set.of());
    try {
      Assumptions.assumeFalse(Files.isWritable(store), "skipped: this user may write everything");
      assertEquals(3, tests.run("append T/s label=T/ten.npy").code());
    } finally {
      Files.setPosixFilePermissions(store, permissions);
    }
    assertEquals(2, tests.json("stat T/s").get("generation").asInt());
  }
}
