// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lists that pack writes, with shards or alone. */
class PackListsTest extends PackOutputTestBase {
  private Path list(String name) {
    return path(name);
  }

  private void assertSame(Path a, Path b) throws Exception {
    Map<String, String> files = files(a);
    files.remove("_pack.json");
    Map<String, String> others = files(b);
    others.remove("_pack.json"); // the labels are by folder only once
    files.remove("synset.txt");
    assertEquals(files, others);
  }

  @Test
  void theListOfAShuffledPackPacksTheSameBytes() throws Exception {
    ok(
        "pack -q --shards 3 --shuffle --seed 5 --write-list {} {} {}",
        list("f.lst"),
        photos,
        packed);
    assertEquals(12, Files.readAllLines(list("f.lst")).size());
    Path again = path("again");
    ok("pack -q --shards 3 --list {} --root {} {}", list("f.lst"), photos, again);
    assertSame(packed, again);
  }

  @Test
  void labelsOfAListKeepAllTheirDigits() throws Exception {
    Files.writeString(
        list("in.lst"), "7\t1e-7\t-nan\t3\tmy birds/1.jpg\n7\t-0.0\tinf\t0.1\tcats/1.jpg\n");
    ok(
        "pack -q --list {} --root {} --write-list {} {}",
        list("in.lst"),
        photos,
        list("f.lst"),
        packed);
    Path again = path("again");
    ok("pack -q --list {} --root {} {}", list("f.lst"), photos, again);
    assertSame(packed, again);
  }

  @Test
  void aFolderNamedLikeASchemeIsReadBackAsAFolder() throws Exception {
    file("s3a:/x.jpg", "x");
    file("hdfs:/deep/y.jpg", "y");
    file("file:z.jpg", "z");
    ok("pack -q --write-list {} {} {}", list("f.lst"), photos, packed);
    String lines = Files.readString(list("f.lst"));
    assertHas(lines, "\t./s3a:/x.jpg\n", "\t./hdfs:/deep/y.jpg\n", "\tfile:z.jpg\n");
    ok("pack -q --list-only {} {}", photos, list("g.lst"));
    assertEquals(lines, Files.readString(list("g.lst")));
    Path again = path("again");
    ok("pack -q --list {} --root {} {}", list("f.lst"), photos, again);
    assertSame(packed, again);
  }

  @Test
  void onlyWhatWasPackedIsListed() throws Exception {
    Files.createSymbolicLink(photos.resolve("cats/3.jpg"), Path.of("nowhere"));
    run("pack -q --on-error skip --write-list {} {} {}", list("f.lst"), photos, packed).ended(5);
    assertFalse(Files.readString(list("f.lst")).contains("cats/3.jpg"));
    Path again = path("again");
    ok("pack -q --list {} --root {} {}", list("f.lst"), photos, again);
    Files.delete(packed.resolve("_rejects/part-00000.tsv"));
    assertSame(packed, again);
  }

  @Test
  void namesThatAListCannotHoldAreRefusedBeforeAnythingIsPacked() throws Exception {
    Path tab = file("cats/a\tb.jpg", "x");
    assertHas(
        error(3, "pack --write-list {} {} {}", list("f.lst"), photos, packed),
        "no line of a list can name",
        "a\\tb.jpg");
    Files.delete(tab);
    Path zip = Files.write(path("a.zip"), Archives.zip(Map.of("1.jpg", new byte[] {1})));
    assertHas(
        error(3, "pack --write-list {} {} {}", list("f.lst"), zip, packed),
        "a.zip!1.jpg",
        "a list names files, not members of files: unpack the file first");
    assertHas(
        error(2, "pack --write-list {}/f.lst {} {}", packed, photos, packed), "begins with _");
    assertHas(error(2, "pack --write-list {} {} {}", photos, photos, packed), "not of a folder");
    assertFalse(Files.exists(packed));
    assertFalse(Files.exists(list("f.lst")));
  }

  @Test
  void aListAloneIsTheOneThatIm2recMakes() throws Exception {
    Path files = Files.createDirectory(path("files"));
    for (String name : PackTestBase.imageNames()) {
      Files.createDirectories(files.resolve(name).getParent());
      Files.write(files.resolve(name), PackTestBase.fixture("files/" + name));
    }
    ok("pack -q --list-only --hidden {} {}", files, list("all.lst"));
    assertEquals(
        new String(PackTestBase.fixture("list_recursive.lst"), StandardCharsets.UTF_8),
        Files.readString(list("all.lst")));
  }

  @Test
  void ratiosAndChunksDivideTheListAsIm2recDoes() throws Exception {
    ok(
        "pack -q --list-only --train-ratio 0.5 --test-ratio 0.34 --chunks 2 {} {}",
        photos,
        list("data"));
    assertEquals(List.of("0", "1"), keys("data_0_test.lst"));
    assertEquals(List.of("2", "3", "4"), keys("data_0_train.lst"));
    assertEquals(List.of("5"), keys("data_0_val.lst"));
    assertEquals(List.of("6", "7"), keys("data_1_test.lst"));
    assertEquals(List.of("8", "9", "10"), keys("data_1_train.lst"));
    assertEquals(List.of("11"), keys("data_1_val.lst"));
    assertHas(
        error(2, "pack --list-only --train-ratio 0.5 --chunks 2 {} {}", photos, list("data")),
        "output exists already",
        "data_0_train.lst");
    ok("pack -q --list-only --overwrite {} {}", photos, list("data_0_val"));
    assertEquals(12, keys("data_0_val.lst").size());
  }

  @Test
  void theResultHasEachListWithItsLines() throws Exception {
    JsonNode result =
        ok("pack --json --list-only --train-ratio 0.75 {} {}", photos, list("data")).json();
    assertEquals(12, result.get("files").asLong());
    assertEquals(0, result.get("unreadable").asLong());
    assertEquals(
        String.format(
            "[{\"file\":\"file:%s\",\"lines\":9},{\"file\":\"file:%s\",\"lines\":3}]",
            list("data_train.lst"), list("data_val.lst")),
        result.get("lists").toString());
    assertEquals("{\"cats\":0,\"dogs\":1,\"my birds\":2}", result.get("labels").toString());
  }

  @Test
  void theClassOfEachFolderIsPrinted() throws Exception {
    assertHas(
        ok("pack --list-only {} {}", photos, list("a.lst")).err(),
        "  labels      0 cats, 1 dogs, 2 my birds\n");
    for (int i = 0; i < 9; i++) {
      file("z" + i + "/1.jpg", "one");
    }
    assertHas(
        ok("pack --list-only {} {}", photos, list("b.lst")).err(),
        ", 9 z6 and 2 more (--json has all)\n");
    String err =
        ok("pack --list-only --list {} --root {} {}", list("b.lst"), photos, list("c.lst")).err();
    assertFalse(err.contains("labels"), err);
  }

  @Test
  void noLineIsLostWhenTheRatiosAreAllThereIs() throws Exception {
    file("cats/5.jpg", "a thirteenth");
    ok("pack -q --list-only --train-ratio 0.9 --test-ratio 0.1 {} {}", photos, list("data.lst"));
    assertEquals(1, keys("data_test.lst").size());
    assertEquals(12, keys("data_train.lst").size());
    assertFalse(Files.exists(list("data_val.lst")));
  }

  @Test
  void optionsOfListsAreRefusedWhereTheyMeanNothing() {
    assertHas(error(2, "pack --train-ratio 0.5 {} {}", photos, packed), "--list-only");
    assertHas(error(2, "pack --list-only --resume {} {}", photos, packed), "--resume");
    assertHas(
        error(2, "pack --list-only --train-ratio 1 --test-ratio 0.2 {} {}", photos, packed),
        "more than 1");
  }

  private List<String> keys(String name) throws Exception {
    return Files.readAllLines(list(name)).stream()
        .map(line -> line.substring(0, line.indexOf('\t')))
        .toList();
  }
}
