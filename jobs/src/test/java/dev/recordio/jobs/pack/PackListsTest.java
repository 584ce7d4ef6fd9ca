// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lists that pack writes, with shards or alone. */
class PackListsTest extends PackOutputTestBase {
  private Path list(String name) {
    return temp.resolve(name);
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
    succeed(
        "pack",
        "-q",
        "--shards",
        3,
        "--shuffle",
        "--seed",
        5,
        "--write-list",
        list("f.lst"),
        photos,
        packed);
    assertEquals(12, Files.readAllLines(list("f.lst")).size());
    Path again = temp.resolve("again");
    succeed("pack", "-q", "--shards", 3, "--list", list("f.lst"), "--root", photos, again);
    assertSame(packed, again);
  }

  @Test
  void labelsOfAListKeepAllTheirDigits() throws Exception {
    Files.writeString(
        list("in.lst"), "7\t1e-7\t-nan\t3\tmy birds/1.jpg\n7\t-0.0\tinf\t0.1\tcats/1.jpg\n");
    succeed(
        "pack",
        "-q",
        "--list",
        list("in.lst"),
        "--root",
        photos,
        "--write-list",
        list("f.lst"),
        packed);
    Path again = temp.resolve("again");
    succeed("pack", "-q", "--list", list("f.lst"), "--root", photos, again);
    assertSame(packed, again);
  }

  @Test
  void aFolderNamedLikeASchemeIsReadBackAsAFolder() throws Exception {
    file("s3a:/x.jpg", "x");
    file("hdfs:/deep/y.jpg", "y");
    file("file:z.jpg", "z");
    succeed("pack", "-q", "--write-list", list("f.lst"), photos, packed);
    String lines = Files.readString(list("f.lst"));
    assertTrue(lines.contains("\t./s3a:/x.jpg\n"), lines);
    assertTrue(lines.contains("\t./hdfs:/deep/y.jpg\n"), lines);
    assertTrue(lines.contains("\tfile:z.jpg\n"), lines);
    succeed("pack", "-q", "--list-only", photos, list("g.lst"));
    assertEquals(lines, Files.readString(list("g.lst")));
    Path again = temp.resolve("again");
    succeed("pack", "-q", "--list", list("f.lst"), "--root", photos, again);
    assertSame(packed, again);
  }

  @Test
  void onlyWhatWasPackedIsListed() throws Exception {
    Files.createSymbolicLink(photos.resolve("cats/3.jpg"), Path.of("nowhere"));
    assertEquals(
        5,
        run("pack", "-q", "--on-error", "skip", "--write-list", list("f.lst"), photos, packed)
            .code());
    assertFalse(Files.readString(list("f.lst")).contains("cats/3.jpg"));
    Path again = temp.resolve("again");
    succeed("pack", "-q", "--list", list("f.lst"), "--root", photos, again);
    Files.delete(packed.resolve("_rejects/part-00000.tsv"));
    assertSame(packed, again);
  }

  @Test
  void namesThatAListCannotHoldAreRefusedBeforeAnythingIsPacked() throws Exception {
    Path tab = file("cats/a\tb.jpg", "x");
    assertFails(
        3,
        run("pack", "--write-list", list("f.lst"), photos, packed),
        "no line of a list can name",
        "a\\tb.jpg");
    Files.delete(tab);
    Path zip = Files.write(temp.resolve("a.zip"), Archives.zip(Map.of("1.jpg", new byte[] {1})));
    assertFails(
        3, run("pack", "--write-list", list("f.lst"), zip, packed), "a.zip!1.jpg", "unpack it");
    assertFails(2, run("pack", "--write-list", packed + "/f.lst", photos, packed), "begins with _");
    assertFails(2, run("pack", "--write-list", photos, photos, packed), "not of a folder");
    assertFalse(Files.exists(packed));
    assertFalse(Files.exists(list("f.lst")));
  }

  @Test
  void aListAloneIsTheOneThatIm2recMakes() throws Exception {
    Path files = Files.createDirectory(temp.resolve("files"));
    for (String name : PackTestBase.imageNames()) {
      Files.createDirectories(files.resolve(name).getParent());
      Files.write(files.resolve(name), PackTestBase.fixture("files/" + name));
    }
    succeed("pack", "-q", "--list-only", "--hidden", files, list("all.lst"));
    assertEquals(
        new String(PackTestBase.fixture("list_recursive.lst"), StandardCharsets.UTF_8),
        Files.readString(list("all.lst")));
  }

  @Test
  void ratiosAndChunksDivideTheListAsIm2recDoes() throws Exception {
    succeed(
        "pack",
        "-q",
        "--list-only",
        "--train-ratio",
        "0.5",
        "--test-ratio",
        "0.34",
        "--chunks",
        2,
        photos,
        list("data"));
    assertEquals(List.of("0", "1"), keys("data_0_test.lst"));
    assertEquals(List.of("2", "3", "4"), keys("data_0_train.lst"));
    assertEquals(List.of("5"), keys("data_0_val.lst"));
    assertEquals(List.of("6", "7"), keys("data_1_test.lst"));
    assertEquals(List.of("8", "9", "10"), keys("data_1_train.lst"));
    assertEquals(List.of("11"), keys("data_1_val.lst"));
    assertFails(
        2,
        run("pack", "--list-only", "--train-ratio", "0.5", "--chunks", 2, photos, list("data")),
        "output exists already",
        "data_0_train.lst");
    succeed("pack", "-q", "--list-only", "--overwrite", photos, list("data_0_val"));
    assertEquals(12, keys("data_0_val.lst").size());
  }

  @Test
  void theResultHasEachListWithItsLines() throws Exception {
    JsonNode result =
        new ObjectMapper()
            .readTree(
                succeed(
                        "pack",
                        "--json",
                        "--list-only",
                        "--train-ratio",
                        "0.75",
                        photos,
                        list("data"))
                    .out());
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
    String err = succeed("pack", "--list-only", photos, list("a.lst")).err();
    assertTrue(err.contains("  labels      0 cats, 1 dogs, 2 my birds\n"), err);
    for (int i = 0; i < 9; i++) {
      file("z" + i + "/1.jpg", "one");
    }
    err = succeed("pack", "--list-only", photos, list("b.lst")).err();
    assertTrue(err.contains(", 9 z6 and 2 more (--json has all)\n"), err);
    err =
        succeed("pack", "--list-only", "--list", list("b.lst"), "--root", photos, list("c.lst"))
            .err();
    assertFalse(err.contains("labels"), err);
  }

  @Test
  void noLineIsLostWhenTheRatiosAreAllThereIs() throws Exception {
    file("cats/5.jpg", "a thirteenth");
    succeed(
        "pack",
        "-q",
        "--list-only",
        "--train-ratio",
        "0.9",
        "--test-ratio",
        "0.1",
        photos,
        list("data.lst"));
    assertEquals(1, keys("data_test.lst").size());
    assertEquals(12, keys("data_train.lst").size());
    assertFalse(Files.exists(list("data_val.lst")));
  }

  @Test
  void optionsOfListsAreRefusedWhereTheyMeanNothing() {
    assertFails(2, run("pack", "--train-ratio", "0.5", photos, packed), "--list-only");
    assertFails(2, run("pack", "--list-only", "--resume", photos, packed), "--resume");
    assertFails(
        2,
        run("pack", "--list-only", "--train-ratio", "1", "--test-ratio", "0.2", photos, packed),
        "more than 1");
  }

  private List<String> keys(String name) throws Exception {
    return Files.readAllLines(list(name)).stream()
        .map(line -> line.substring(0, line.indexOf('\t')))
        .toList();
  }
}
