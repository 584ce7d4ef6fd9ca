// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.CommandTestBase;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of other programs than im2rec: recognised, read, and their errors. */
class ListFormatTest extends CommandTestBase {
  @BeforeEach
  void images() throws IOException {
    for (String name : List.of("a.jpg", "b c.jpg", "d,e.jpg", "f.jpg")) {
      write("img/" + name, name);
    }
  }

  /** Packs a list and returns its entries: key, labels, path. */
  private List<String> packed(String list, String options) throws IOException {
    ok(
        "pack -q {} --list {} --root {} --write-list {} {}"
            .replace("{} --list", options + "--list"),
        path(list),
        path("img"),
        path("out.lst"),
        path("out"));
    return lines("out.lst");
  }

  private List<String> lines(String list) throws IOException {
    return text(list).lines().map(line -> line.replace('\t', ' ').replace(".000000", "")).toList();
  }

  private String note(String list) {
    return ok("pack -q --dry-run --list {} --root {} {}", path(list), path("img"), path("dry"))
        .notes()
        .get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a face2rec list | 1~a.jpg~7#1~b c.jpg~8~10~20~30~40#
          a Caffe list    | a.jpg 7#b c.jpg 8#
          a Caffe list    | a.jpg~7#b c.jpg~8#
          a CSV table     | path,label#a.jpg,7#b c.jpg,8#
          a CSV table     | id,label,image#1,7,a.jpg#2,8,b c.jpg
          JSON lines      | {"path": "a.jpg", "label": 7}#{"label": [8], "path": "b c.jpg"}#
          """)
  void listsAreRecognisedByTheirFirstLines(String title, String lines) throws IOException {
    write("l.txt", lines.replace('#', '\n').replace('~', '\t'));
    assertHas(note("l.txt"), "l.txt is taken for " + title, "--list-format");
    assertEquals(List.of("0 7 a.jpg", "1 8 b c.jpg"), packed("l.txt", ""));
  }

  @Test
  void im2recsListsAreReadWithoutAWord() throws IOException {
    write("l.lst", "5\t1\t2\ta.jpg\n4\t0\tb c.jpg\n");
    assertEquals(List.of("5 1 2 a.jpg", "4 0 b c.jpg"), packed("l.lst", ""));
    assertEquals(
        List.of(),
        ok("pack -q --dry-run --list {} --root {} {}", path("l.lst"), path("img"), path("d"))
            .notes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uFEFF", "\n\n"})
  void marksAndBlankLinesAreNoEntries(String before) throws IOException {
    write("l.csv", before + "path,label\r\n\r\na.jpg,1\r\n\"d,e.jpg\",2\r\n");
    assertEquals(List.of("0 1 a.jpg", "1 2 d,e.jpg"), packed("l.csv", ""));
  }

  @Test
  void columnsAndFieldsAreNamed() throws IOException {
    write("l.csv", "label,x,y,name\n9,0.5,1,a.jpg\n8,2,-3,f.jpg\n");
    assertEquals(
        List.of("0 0.500000 1 a.jpg", "1 2 -3 f.jpg"),
        packed("l.csv", "--field path=name,label=x,label=y "));
    write("l.json", "{\"a\": {\"f\": \"a.jpg\", \"c\": [1, 2.5]}}\n");
    ok(
        "pack -q --field path=a.f,label=a.c --list {} --root {} --write-list {} {}",
        path("l.json"),
        path("img"),
        path("j.lst"),
        path("j"));
    assertEquals(List.of("0 1 2.500000 a.jpg"), lines("j.lst"));
  }

  @Test
  void namesOfClassesAreLabelsByTheClassMap() throws IOException {
    write("map", "cat\ndog\n");
    write("l.csv", "path,label\na.jpg,dog\nf.jpg,cat\n");
    assertHas(
        fails(3, "pack -q --list {} --root {} {}", path("l.csv"), path("img"), path("x")),
        "l.csv at offset 11, line 2",
        "--class-map",
        "a.jpg,dog");
    assertEquals(
        List.of("0 1 a.jpg", "1 0 f.jpg"), packed("l.csv", "--class-map " + path("map") + " "));
    assertEquals("cat\ndog\n", text("out/synset.txt"));
  }

  @Test
  void keysGoOnInTheNextList() throws IOException {
    write("a.txt", "a.jpg 1\nf.jpg 2\n");
    write("b.txt", "b c.jpg 3\n");
    ok(
        "pack -q --list {};{} --root {} --write-list {} {}",
        path("a.txt"),
        path("b.txt"),
        path("img"),
        path("out.lst"),
        path("out"));
    assertEquals(List.of("0 1 a.jpg", "1 2 f.jpg", "2 3 b c.jpg"), lines("out.lst"));
  }

  @Test
  void aFormatMayBeForced() throws IOException {
    write("l.txt", "1\ta.jpg\t7\n");
    assertHas(
        fails(
            3,
            "pack -q --list-format im2rec --list {} --root {} {}",
            path("l.txt"),
            path("img"),
            path("x")),
        "l.txt at offset 2",
        "label 1");
    write("n.txt", "1 a.jpg\n");
    assertHas(
        fails(
            3,
            "pack -q --list-format caffe --list {} --root {} {}",
            path("n.txt"),
            path("img"),
            path("x")),
        "n.txt at offset 0, line 1",
        "path, a blank and a number as label");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          face2rec | 1~a.jpg~1#0~f.jpg~2 | 10 | does not align faces
          face2rec | 1~a.jpg | 0 | aligned TAB path TAB label
          caffe    | a.jpg 1#f.jpg x | 8 | a number as label
          caffe    | a.jpg 1#f.jpg 1e99 | 8 | float32
          csv      | path,label#a.jpg,1,2 | 11 | 2 cells
          csv      | path,label#"a.jpg,1 | 11 | 2 cells
          csv      | path#a.jpg | 0 | columns of path and label
          csv      | path,label#,1 | 11 | a path
          json     | {"path": "a.jpg"} | 0 | a label in the field label
          json     | {"path": "a.jpg", "label": {}} | 0 | a label in the field label
          json     | {"path": 3, "label": 1} | 0 | a text as path
          json     | {"path": "a.jpg", "label": []} | 0 | at least one label
          json     | {"path" | 0 | an object of JSON
          """)
  void whatIsNoEntryIsAnErrorWithItsPlace(String format, String lines, long offset, String words)
      throws IOException {
    write("l.txt", lines.replace('#', '\n').replace('~', '\t') + "\n");
    String line = "pack -q --list-format {} --list {} --root {} {}";
    assertHas(
        fails(3, line, format, path("l.txt"), path("img"), path("x")),
        "l.txt at offset " + offset + ", line ",
        words);
  }

  @Test
  void bytesThatAreNotUtf8AreAnErrorWithTheirPlace() throws IOException {
    write("l.txt", new byte[] {'a', ' ', '1', '\n', (byte) 0xE9, ' ', '1', '\n'});
    String line = "pack -q --list {} --root {} {}";
    write("img/a", "a");
    assertHas(
        fails(3, line, path("l.txt"), path("img"), path("x")),
        "l.txt at offset 4, line 2",
        "a line in UTF-8");
  }

  /** The ground truth of ImageNet's validation set is a label a line, in the order of the names. */
  @Test
  void imageNetsValidationSetIsAListAfterPaste() throws IOException {
    write("v.txt", "img/a.jpg 490\nimg/f.jpg 361\n");
    ok("pack -q --list {} --write-list {} {}", path("v.txt"), path("out.lst"), path("out"));
    assertEquals(List.of("0 490 img/a.jpg", "1 361 img/f.jpg"), lines("out.lst"));
  }
}
