// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.FaceSets;
import dev.recordio.testing.Supports;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The page, its figures, and what becomes of hostile and damaged input. */
class ReportCommandTest extends ReportTestBase {
  private static final String SPLIT = "mapreduce.input.fileinputformat.split.maxsize=";

  private static List<String> sections(String page) {
    return Pattern.compile("<h2>([^<]*)</h2>")
        .matcher(page)
        .results()
        .map(h -> h.group(1))
        .toList();
  }

  private static void assertRefersToNothing(String page) {
    assertFalse(page.matches("(?s).*https?://.*"), "an address");
    assertFalse(page.matches("(?s).*(<script|<link|<iframe|<object|<base|@import|url\\().*"));
    Matcher target = Pattern.compile("(?:href|src|action|xlink)=\"([^\"]*)").matcher(page);
    while (target.find()) {
      assertTrue(target.group(1).matches("(?s)#.*|data:image/jpeg;base64,.*"), target.group(1));
    }
  }

  @Test
  @Supports(row = "a page about records, rows or a store", engine = "command line")
  void imagesAreShownWithTheirFigures() throws IOException {
    Path input = images("set", "--shards 2");
    var before = new TreeSet<>(list());
    String page = page(input, "page.html");
    before.add("page.html");
    assertEquals(before, new TreeSet<>(list()));
    assertEquals(List.of("Sizes", "Sample", "Labels", "Order", "Health"), sections(page));
    String text = textOf(page);
    assertHas(text, "90 records in 2 files, 63 JPEG, 12 PNG");
    for (String label : List.of("0", "1", "2")) {
      String named = "class" + label + " (" + label + ")";
      assertTrue(page.contains("label " + named + ": 30 records"), label);
      assertTrue(page.contains("<tr><td>" + named + "</td><td class=\"number\">30</td>"), label);
    }
    assertHas(text, "Indexes 2 current, 0 stale, 0 missing");
    assertRefersToNothing(page);
    assertEquals(48, page.split("<div class=\"frame\">").length - 1);
    Matcher image =
        Pattern.compile(
                "<img src=\"data:image/jpeg;base64,([^\"]*)\".*? alt=\"key \\d+, label [01], [^\"]*\"")
            .matcher(page);
    int images = 0;
    for (; image.find(); images++) {
      byte[] bytes = Base64.getDecoder().decode(image.group(1));
      assertNotNull(ImageIO.read(new ByteArrayInputStream(bytes)));
    }
    assertTrue(images > 0);
    assertTrue(page.contains("does not decode: expected "), "a JPEG that is cut off");
    assertTrue(page.contains("does not decode: no image begins with no image "), "a text");
    assertHas(text, "15 of no format of images, among images", "of 48 records do not decode");
  }

  private String sizesOf(int... lengths) throws IOException {
    Path folder = Files.createDirectories(dir.resolve("sizes" + lengths.length));
    for (int i = 0; i < lengths.length; i++) {
      Files.writeString(folder.resolve("f" + i + ".txt"), "x".repeat(lengths[i]));
    }
    Path packed = path("packed" + lengths.length);
    ok("pack --header none {} {}", folder, packed);
    return textOf(page(packed, "page.html"));
  }

  @Test
  void halfOfTheSizesAreNotAboveTheOneThatIsNamed() throws IOException {
    String text = sizesOf(42, 43, 43);
    assertHas(text, "Payloads have 42 B to 43 B, at least half of them 43 B or less");
    text = sizesOf(42, 42);
    assertHas(text, "Payloads have 42 B each, 84 bytes in all.");
  }

  @Test
  void theRunsOfALabelAreShown() throws IOException {
    Files.createDirectories(dir.resolve("files"));
    write("files/a.libsvm", "1 1:1\n".repeat(30) + "2 1:1\n".repeat(10));
    write("files/b.libsvm", "2 1:1\n".repeat(40));
    String page = page(path("files"), "page.html");
    assertHas(page, ">28 to 31: 1 run<", ">48 to 55: 1 run<");
  }

  @Test
  void theSentenceHasNumbersOfOneForm() throws IOException {
    String text = textOf(page(write("wide.libsvm", "1 4294967290:1\n"), "page.html"));
    assertHas(text, "1 row with 1 value in 4294967291 columns", "columns 4,294,967,291");
  }

  @Test
  void anImageWithoutBytesIsSaidToBeEmpty() throws IOException {
    Files.createFile(Files.createDirectories(dir.resolve("set-images/class0")).resolve("e.jpg"));
    String page = page(images("set", "--seed 1"), "page.html");
    assertHas(page, "no image begins with no image ");
    assertFalse(page.contains("begins with empty"), page);
  }

  @Test
  void thePlacesOfMalformedLinesAreListed() throws IOException {
    Path input = write("bad.libsvm", "1 1:1\n0 2:x\nnone 1:1\n1 3:1 zz\n");
    String page = page(input, "page.html");
    String text = textOf(page);
    assertHas(
        text,
        "What was found place what is wrong",
        "bad.libsvm at offset 10 bad-value: expected ",
        "bad.libsvm at offset 12 bad-label: expected ");
    assertSame(page, page(input, "page.html"));
    text = textOf(page(write("b.libsvm", "none\n".repeat(99)), "b.html"));
    assertHas(text, "The first 20 of 99 findings");
  }

  private List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> !n.equals("hadoop"))
          .filter(n -> !n.endsWith(".crc"))
          .toList();
    }
  }

  private static void assertSame(String expected, String actual) {
    List<String> lines = undated(expected).lines().toList();
    List<String> others = undated(actual).lines().toList();
    assertEquals(lines.size(), others.size());
    for (int i = 0; i < lines.size(); i++) {
      assertEquals(lines.get(i), others.get(i));
    }
  }

  @Test
  void thePageDependsOnTheInputAndTheSeedAlone() throws IOException {
    Path input = images("set", "--shards 2");
    String page = page(input, "a.html");
    assertSame(page, page(input, "a.html"));
    String cut = page(input, "c.html", "-D " + SPLIT + "20000");
    assertSame(page, cut);
    String other = page(input, "d.html", "--seed 5");
    assertNotEquals(undated(page), undated(other));
  }

  @Test
  void rowsAreShownWithTheirFigures() throws IOException {
    Path input = rows("rows.libsvm");
    String page = page(input, "page.html");
    assertEquals(List.of("Rows", "Features", "Labels", "Order", "Health"), sections(page));
    String text = textOf(page);
    assertHas(
        text,
        "500 rows with 1500 values in 901 columns, libsvm",
        "500 rows have a query id, in 72 groups.");
    assertTrue(page.contains("label 2: 166 rows"));
    assertTrue(page.contains("feature 900: 500 entries"));
    assertHas(text, "bad-label 1; 1 line left out", "the text suggests 1");
    assertRefersToNothing(page);
    String cut = page(input, "cut.html", "-D recordio.csr.segment-size=4k");
    assertSame(page, cut);
  }

  @Test
  void theFormatIsGuessedByNameAndContent() throws IOException {
    String libfm = "1 0:3:1 1:7:0.5\n0 0:1:1\n";
    assertEquals("libfm", format(write("rows.txt", libfm)));
    assertEquals("csv", format(write("rows.data", "1,2,3\n0,5,6\n")));
    assertEquals("csv", format(write("rows.csv", "1\n0\n")));
    assertEquals("libsvm", format(write("plain", "# none\n\n1 3:1\n")));
    assertEquals("csv", format(write("odd.libsvm", "1,2,3\n"), "--format csv"));
  }

  private String format(Path input) throws IOException {
    return format(input, "");
  }

  private String format(Path input, String options) throws IOException {
    Recordio run = ok("report {} -o {} --json " + options, input, path("f.html"));
    return run.json().path("format").asText();
  }

  @Test
  void aStoreIsShownWithItsFigures() throws IOException {
    Path store = store("store");
    String page = page(store, "page.html");
    assertEquals(List.of("Fields", "Utilisation", "Generations", "Health"), sections(page));
    String text = textOf(page);
    assertHas(
        text,
        "90 records of 2 fields in generation 1.",
        "2 generations are kept",
        "100 % of the bytes in chunks are live");
    assertRefersToNothing(page);
    assertTrue(page.split("<svg").length - 1 >= 3);
    assertSame(page, page(store, "b.html"));
  }

  @Test
  void theFiguresAreAlsoJson() throws IOException {
    Path input = images("set");
    Recordio run = ok("report {} -o {} --json", input, path("p.html"));
    JsonNode json = run.json();
    assertEquals(path("p.html").toString(), json.path("file").asText());
    assertEquals("records", json.path("kind").asText());
    assertEquals(90, json.path("records").asLong());
    assertEquals(3, json.path("topLabels").size());
    assertEquals(1, json.path("indexes").path("current").asInt());
    assertTrue(json.path("sampledBroken").asInt() > 0);
    double score = json.path("shuffleScore").asDouble();
    assertTrue(score < 0.1, "sorted by label: " + score);
  }

  @Test
  void aShuffledOrderHasAScoreNearOne() throws IOException {
    var rows = new StringBuilder();
    var random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      rows.append(random.nextInt(5)).append(" 1:1\n");
    }
    String page = page(write("random.libsvm", rows.toString()), "p.html");
    Matcher score = Pattern.compile("Shuffle score (\\d+) %").matcher(page);
    assertTrue(score.find());
    assertTrue(Integer.parseInt(score.group(1)) >= 98, score.group());
  }

  @Test
  void damageAndStaleIndexesAreFoundAndTheRestIsShown() throws IOException {
    Path input = images("set", "--shards 2");
    Path first = input.resolve("part-00000.rec");
    try (var file = new RandomAccessFile(first.toFile(), "rw")) {
      file.write(1); // the first magic word
    }
    Files.copy(
        input.resolve("part-00000.idx"),
        input.resolve("part-00001.idx"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.delete(input.resolve("part-00001.ridx"));
    Files.delete(input.resolve(".part-00000.rec.crc"));
    Files.deleteIfExists(input.resolve(".part-00001.idx.crc"));
    run("report {} -o {}", input, path("p.html")).ended(5);
    String text = textOf(text("p.html"));
    assertHas(
        text,
        "89 records in 2 files",
        "1 damaged stretch in 1 file",
        "Indexes 1 current, 1 stale, 0 missing",
        "part-00000.rec at offset 0");
  }

  @Test
  void namesAndPayloadsOfOthersAreTextAndNothingElse() throws IOException {
    String hostile = "<img src=x onerror=alert(1)>&\"'\u202E " + "n".repeat(150) + ".rec";
    Path raw = Files.createDirectories(dir.resolve("raw"));
    Files.writeString(raw.resolve("a.html"), "<script>alert('http://x.example/')</script>");
    Path out = path("out");
    ok("pack --header none {} {}", raw, out);
    Files.move(out.resolve("part-00000.rec"), out.resolve(hostile));
    String page = page(out, "p.html");
    assertRefersToNothing(page);
    assertFalse(page.contains("<img src=x"));
    assertFalse(page.contains("\u202E"));
    assertHas(page, "&lt;script&gt;alert(&#39;http&#58;//x.example/");
    assertTrue(page.contains("0 current, 0 stale, 1 missing"));
  }

  @Test
  void aPageOfManyLabelsIsSmall() throws IOException {
    var rows = new StringBuilder();
    for (int i = 0; i < 40_000; i++) {
      rows.append(i % 9000 / 7.0).append(' ').append(1 + i).append(":").append(i).append('\n');
    }
    rows.append("-5 1:1\n".repeat(77));
    String page = page(write("many.libsvm", rows.toString()), "p.html");
    assertTrue(page.length() < 3 << 20, page.length() + " characters");
    assertTrue(page.contains("label -5: 77 rows"));
    assertTrue(page.contains("There are more than 32,768 different features"));
  }

  @Test
  void bookkeepingOfInsightFaceSetsIsNoImage() throws IOException {
    Path records = FaceSets.copy("train", dir);
    String page = page(records, "p.html");
    String text = textOf(page);
    assertHas(
        text, FaceSets.IMAGES + " images of 4 identities", FaceSets.IMAGES + " records, drawn by");
    assertTrue(page.contains("label 2: 4 records"), text);
  }

  @Test
  void inputOfNoneAndOneRecord() throws IOException {
    Path empty = write("empty.rec", "");
    String page = page(empty, "e.html");
    assertTrue(textOf(page).contains("0 records in 1 file."));
    assertTrue(page.split("<svg").length - 1 >= 1);
    String none = page(write("none.libsvm", ""), "n.html");
    assertTrue(textOf(none).contains("0 rows with 0 values"));
    String one = page(write("one.libsvm", "1 1:1\n"), "o.html");
    assertTrue(textOf(one).contains("1 row with 1 value in 2 columns"));
  }

  @Test
  void wrongUseAndInputEndBeforeAnythingIsWritten() throws IOException {
    Path rows = rows("rows.libsvm");
    Path page = path("page.html");
    run("report {}", rows).ended(2);
    run("report {} -o {}", rows, dir).ended(2);
    run("report {} -o {}", rows, rows).ended(2);
    run("report {} -o {} --seed x", rows, page).ended(2);
    run("report {} -o {} --format cvs", rows, page).ended(2);
    run("report {} -o {}", dir, page).ended(2);
    run("report {} -o {}", path("missing"), page).ended(3);
    write("noise", new byte[] {-1, -40, -1, 7, 0, 0, 0, 0});
    assertHas(run("report {} -o {}", path("noise"), page).ended(3).err(), "a JPEG image");
    run("report {} -o {} --mode strict", rows, page).ended(3);
    assertFalse(Files.exists(page));
    assertEquals(500, Files.readAllLines(rows).size() - 1);
  }

  @Test
  void oneOfAThingHasNoPlural() throws IOException {
    Path folder = Files.createDirectories(dir.resolve("one/cat"));
    Files.write(folder.resolve("a.jpg"), Images.tiles("jpg", 40, 30, 1));
    Path packed = path("packed-one");
    ok("pack {} {}", path("one"), packed);
    String page = page(packed, "page.html");
    String text = textOf(page);
    assertHas(
        text,
        "1 record in 1 file, 1 JPEG, all of 40 × 30 pixels, 1 label.",
        "1 record has a label, of 1 value. The most frequent is cat (0), with 1 record.");
    assertFalse(page.matches("(?s).*\\b1 (records|images|rows|labels|files|different)\\b.*"), page);
    String rows = page(write("one.libsvm", "1 1:1\n"), "rows.html");
    assertFalse(rows.matches("(?s).*\\b1 (rows|entries|values|features|labels)\\b.*"), rows);
  }

  @Test
  void chartsAreRightOnADarkGround() throws IOException {
    String text = textOf(page(images("set"), "page.html"));
    assertFalse(text.toLowerCase(Locale.ROOT).contains("dark"), text);
    assertHas(text, "bytes of a payload, logarithmic");
  }

  @Test
  void manySizesAreSaidByTheirRange() throws IOException {
    String text = textOf(page(images("set"), "page.html"));
    assertTrue(
        text.contains(" sizes, 20 to 90 pixels wide and 20 to 74 high"), text.substring(0, 400));
  }

  @Test
  void labelsThatAlternateAreNotShuffled() throws IOException {
    var rows = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      rows.append(i % 2).append(" 1:1\n");
    }
    String text = textOf(page(write("turns.libsvm", rows.toString()), "page.html"));
    assertHas(
        text,
        "shuffle score 0 %",
        " 0 % of neighbours have the same label, ",
        " would: the labels take turns.",
        "Order in which labels take turns, ");
    var random = new Random(5);
    rows.setLength(0);
    for (int i = 0; i < 1000; i++) {
      rows.append(random.nextInt(2)).append(" 1:1\n");
    }
    text = textOf(page(write("mixed.libsvm", rows.toString()), "page.html"));
    assertTrue(text.matches("(?s).*shuffle score (9\\d|100) %.*"), text);
    assertFalse(text.contains("take turns"), text);
    // so many labels that neighbours are alike by chance only
    rows.setLength(0);
    for (int i = 0; i < 1000; i++) {
      rows.append(random.nextInt(900)).append(" 1:1\n");
    }
    text = textOf(page(write("many.libsvm", rows.toString()), "page.html"));
    assertHas(text, "shuffle score 100 %");
  }

  @Test
  void anOrderByLabelHasANextStep() throws IOException {
    Path input = images("set", "--shards 2");
    String text = textOf(page(input, "page.html"));
    assertHas(
        text,
        "shuffle score 0 %",
        "Order by label, so a trainer that reads in order sees one label after the other;"
            + " recordio shuffle --seed 7 "
            + input
            + " OUTPUT mixes them");
  }
}
