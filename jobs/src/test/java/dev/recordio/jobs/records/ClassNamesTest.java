// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands know the names of the folders that pack made labels of, from {@code _pack.json}. */
class ClassNamesTest extends FaceTestBase {
  private String packed(String name, String... files) throws IOException {
    for (String file : files) {
      write(name + "-images/" + file, Images.tiles("jpg", 8, 8, file.hashCode()));
    }
    ok("pack -q {} {}", out(name + "-images"), out(name));
    return out(name);
  }

  private String pets() throws IOException {
    return packed("pets", "cat/1.jpg", "great dane/1.jpg", "great dane/2.jpg", "tit/1.jpg");
  }

  @Test
  void labelsHaveTheirNamesInJsonAndInTheTotals() throws IOException {
    String pets = pets();
    Recordio run = ok("labels {}", pets);
    assertEquals(List.of("0\t1", "1\t2", "2\t1"), run.lines(), "two columns, as scripts expect");
    assertHas(run.err(), "    great dane  2\n");
    for (String input : List.of(pets, pets + "/part-00000.rec", pets + "/*.rec")) {
      JsonNode labels = ok("labels --json {}", input).json().get("labels");
      assertEquals("great dane", labels.get(1).get("name").asText(), input);
      assertEquals(2, labels.get(1).get("records").asInt());
    }
    JsonNode flat = ok("labels --json {}", flat("flat", 0, 2, i -> new float[] {i})).json();
    assertFalse(flat.get("labels").get(0).has("name"));
  }

  @Test
  void selectTakesClassesByTheirNames() throws IOException {
    String pets = pets();
    ok("select --label {} {} ./two", "great dane,0", pets);
    assertEquals(List.of("0\t1", "1\t2"), ok("labels ./two").lines());
    write("names.txt", "great dane\n2\n".getBytes(StandardCharsets.UTF_8));
    ok("select --labels ./names.txt {} ./listed", pets);
    assertEquals(List.of("1\t2", "2\t1"), ok("labels ./listed").lines());
    assertHas(
        fails(2, "select --label dog {} ./out", pets),
        "--label: 'dog' is no number, and no name of a class");
    assertHas(
        fails(2, "select --label dog {} ./out", flat("flat", 0, 2, i -> new float[] {i})),
        "no _pack.json");
    write("names.txt", "dog\n".getBytes(StandardCharsets.UTF_8));
    assertHas(
        fails(3, "select --labels ./names.txt {} ./out", pets), "line 1", "the name of a class");
  }

  /** A number is a label, as it always was, even where a class is called so. */
  @Test
  void aNumberIsALabelAlsoWhereItIsTheNameOfAnotherClass() throws IOException {
    String years = packed("years", "1/1.jpg", "10/1.jpg", "2/1.jpg", "2/2.jpg");
    Recordio run = ok("-q select --label 2 {} ./two", years);
    assertEquals(List.of("2\t2"), ok("labels ./two").lines());
    assertEquals("", run.err(), "the class 2 has the label 2");
    run = ok("-q select --label 1 {} ./one", years);
    assertEquals(List.of("1\t1"), ok("labels ./one").lines());
    assertTrue(run.err().startsWith("note: 1 is taken for a label"), run.err());
  }

  @Test
  void theReportShowsThem() throws IOException {
    Recordio run = ok("report --json {} -o ./r.html", pets());
    assertEquals("great dane", run.json().get("topLabels").get(0).get("name").asText());
    String page = text("r.html");
    assertTrue(page.contains("great dane (1)") && page.contains("tit (2)"), "names and labels");
  }

  @Test
  void exportsNameFoldersAndSamplesByThem() throws IOException {
    String pets = pets();
    ok("export --to folder {} ./folders", pets);
    assertTrue(fs().exists(path("folders/great dane/000000001.jpg")));
    String list = text("folders/records.lst");
    assertTrue(list.startsWith("0\t0\tcat/000000000.jpg\n1\t1\tgreat dane/000000001.jpg\n"), list);
    ok("pack -q --list ./folders/records.lst ./again");
    assertEquals(framed(path("pets/part-00000.rec")), framed(path("again/part-00000.rec")));
    write("names.txt", "Katze\nDogge\nMeise \u00e4\n".getBytes(StandardCharsets.UTF_8));
    ok("export --to folder --class-names ./names.txt {} ./named", pets);
    assertTrue(fs().exists(path("named/Meise \u00e4/000000003.jpg")));
    assertTrue(text("named/records.lst").endsWith("\tMeise \u00e4/000000003.jpg\n"));
    ok("export --to webdataset {} ./tars", pets);
    String tar = text("tars/part-00000.tar");
    assertHas(tar, "{\"key\": 1, \"labels\": [1.0], \"class\": \"great dane\"}");
    ok("pack -q --from webdataset ./tars ./back");
    assertEquals(framed(path("pets/part-00000.rec")), framed(path("back/part-00000.rec")));
    ok("export --to tfrecord {} ./tfrecords", pets);
    assertTrue(text("tfrecords/part-00000.tfrecord").contains("great dane"));
  }

  @Test
  void namesThatNoFolderCanHaveLeaveTheLabels() throws IOException {
    String nested = packed("nested", "a/1.jpg", "a/b/1.jpg");
    Recordio run = ok("-q export --to folder {} ./folders", nested);
    assertTrue(fs().exists(path("folders/1/000000001.jpg")));
    assertTrue(run.err().startsWith("note: folders are named by their labels"), run.err());
    for (String name : List.of("..", "a/b", "_x", ".x", "a:b", "a\tb")) {
      write("names.txt", ("x\n" + name + "\n").getBytes(StandardCharsets.UTF_8));
      assertHas(
          fails(3, "export --to folder --class-names ./names.txt {} ./out", nested),
          "no folder can have");
    }
  }

  /** Labels of several inputs mean the same only where their names do. */
  @Test
  void inputsWithOtherNamesOrNoneHaveNone() throws IOException {
    String pets = pets();
    String birds = packed("birds", "owl/1.jpg", "tit/1.jpg");
    Recordio run = ok("-q labels --json {};{}", pets, birds);
    assertFalse(run.out().contains("\"name\""), run.out());
    assertTrue(run.err().startsWith("note: the inputs have different names of classes"), run.err());
    String flat = flat("flat", 0, 2, i -> new float[] {i});
    run = ok("-q labels --json {};{}", pets, flat);
    assertFalse(run.out().contains("\"name\""), run.out());
    assertEquals("", run.err());
    write("pets/_pack.json", "{\"labels\": ".getBytes(StandardCharsets.UTF_8));
    run = ok("-q labels --json {}", pets);
    assertTrue(run.err().startsWith("note: classes have no names: "), run.err());
    assertHas(run.err(), "_pack.json");
  }
}
