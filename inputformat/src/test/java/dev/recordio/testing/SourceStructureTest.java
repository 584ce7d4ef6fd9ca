// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of packages, on sources made for the purpose. */
class SourceStructureTest {
  private static final String PICTURE =
      """
      # A page

      ## Packages

          top: the engine
          middle low.side: two that know nothing of each other
          low: bytes

      ## More

          other: no package
      """;

  private final SourceStructure structure = new SourceStructure(Map.of(), Map.of());

  private void add(SourceStructure to, String name, String type, String body) {
    to.add("module", type + ".java", "package dev.recordio." + name + ";\n" + body);
    String info = "/** Entry points: one. */\npackage dev.recordio." + name + ";\n";
    to.add("module", "package-info.java", info);
  }

  private void add(String name, String type, String body) {
    add(structure, name, type, body);
  }

  private void addAll() {
    add("top", "Top", "import dev.recordio.middle.Middle;\nclass Top {}");
    add("middle", "Middle", "import static dev.recordio.low.Low.of;\nclass Middle {}");
    add("low.side", "Side", "/** As {@link dev.recordio.low.Low}. */ class Side {}");
    add("low", "Low", "import java.util.List;\nclass Low {}");
  }

  @Test
  void packagesThatUseLowerOnesKeepTheRules() {
    addAll();
    assertEquals(Set.of(), structure.broken(PICTURE));
  }

  @Test
  void importThatOnlyJavadocNeedsMakesACycle() {
    addAll();
    add("low", "Other", "import dev.recordio.top.Top;\n/** As {@link Top}. */ class Other {}");
    assertEquals(
        Set.of(
            "cycle of packages: low -> middle -> top",
            "low may not use top, which is not below it (Other.java)"),
        structure.broken(PICTURE));
  }

  @Test
  void nameInFullMakesACycleToo() {
    addAll();
    add("low", "Other", "class Other { dev.recordio.low.side.Side side; }");
    assertEquals(
        Set.of(
            "cycle of packages: low -> low.side",
            "low may not use low.side, which is not below it (Other.java)"),
        structure.broken(PICTURE));
  }

  @Test
  void packagesOfOneLineMayNotUseEachOther() {
    addAll();
    add("middle", "More", "import dev.recordio.low.side.Side;\nclass More {}");
    assertEquals(
        Set.of("middle may not use low.side, which is not below it (More.java)"),
        structure.broken(PICTURE));
  }

  @Test
  void everyPackageIsInThePictureOnceAndNoOther() {
    addAll();
    add("new", "New", "class New {}");
    String page = PICTURE.replace("low: bytes", "low: bytes\n    top gone: again");
    assertEquals(
        Set.of(
            "docs/architecture.md does not name the package new",
            "docs/architecture.md names a package that is not there: gone",
            "docs/architecture.md names a package twice: top",
            "top may not use middle, which is not below it (Top.java)"),
        structure.broken(page));
  }

  @Test
  void widthIsBoundedAndExceptionsOnlyShrink() {
    var three = new SourceStructure(Map.of("low", 3, "gone", 30), Map.of());
    for (String type : new String[] {"A", "B", "C", "D"}) {
      add(three, "low", type, "class " + type + " {}");
    }
    String page = "\n## Packages\n\n    low: bytes\n";
    assertEquals(
        Set.of("low has 4 classes, more than 3", "gone is no package"), three.broken(page));
    var five = new SourceStructure(Map.of("low", 30), Map.of());
    add(five, "low", "A", "class A {}");
    assertEquals(
        Set.of("low has only 1 classes now: write that in WIDER, not 30"), five.broken(page));
    for (int i = 0; i <= SourceStructure.MAX_CLASSES; i++) {
      add("low", "Type" + i, "class Type" + i + " {}");
    }
    assertEquals(Set.of("low has 25 classes, more than 24"), structure.broken(page));
  }

  @Test
  void everyPackageNamesItsEntryPoints() {
    structure.add("module", "Low.java", "package dev.recordio.low;\nclass Low {}");
    assertEquals(
        Set.of("the package-info of low names no entry points"),
        structure.broken("\n## Packages\n\n    low: bytes\n"));
  }

  @Test
  void sentencesNameWhatTheyMean() {
    String page = "\n## Packages\n\n    low: bytes\n";
    add("low", "A", "/** The size is that of the file, of which there is one. */ class A {}");
    assertEquals(
        Set.of(
            "module has 'those of', 'that of', 'of which' in 2 places, more than 0: write the noun"),
        structure.broken(page));
    var fewer = new SourceStructure(Map.of(), Map.of("module", 1));
    add(fewer, "low", "A", "class A {}");
    assertEquals(
        Set.of("module has 'those of' ... in 0 places: write that in PRONOUNS"),
        fewer.broken(page));
  }

  @Test
  void textsForUsersNameWhatTheyMean() {
    for (String phrase :
        List.of(
            "Keys are those of the index.",
            "The size is that\n    of the file.",
            "parts, of which one is empty",
            "a class of ours or of theirs",
            "as so many\nbytes",
            "What it reads is the half of what there is.")) {
      assertFalse(SourceStructure.phrases(phrase).isEmpty(), phrase);
    }
    assertEquals(2, SourceStructure.phrases("a class of ours or of theirs").size());
    assertEquals(
        List.of(),
        SourceStructure.phrases("What it reads. The half of what there is: that, often."));
    assertEquals(
        List.of(), SourceStructure.phrases("Tez groups splits into tasks, so many small files"));
  }

  @Test
  void mainSourcesOfAllModulesAreRead(@TempDir Path top) throws IOException {
    write(top.resolve("library/src/main/java/dev/recordio/low/Low.java"), "low");
    write(top.resolve("library/src/test/java/dev/recordio/low/LowTest.java"), "low");
    write(top.resolve("engines/spark/src/spark-4/java/dev/recordio/spark/Both.java"), "spark");
    write(top.resolve("engines/spark/src/spark-3.5/java/dev/recordio/spark/Both.java"), "spark");
    structure.readAll(top);
    assertTrue(structure.table().get(1).matches("engines/spark +1 +1 +2 +1"));
    assertTrue(structure.table().get(2).matches("library +1 +1 +1 +1"));
    assertTrue(structure.table().get(3).matches("all +2 +2 +3 +1"));
  }

  private static void write(Path file, String name) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "package dev.recordio." + name + ";\n");
  }
}
