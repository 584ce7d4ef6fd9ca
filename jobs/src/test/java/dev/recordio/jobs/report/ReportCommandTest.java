// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.LocalJobs;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page, its figures, and what becomes of hostile and damaged input. */
class ReportCommandTest {
  private static final String SPLIT = "mapreduce.input.fileinputformat.split.maxsize=";

  @TempDir Path temp;

  private ReportPages pages;

  @BeforeEach
  void makeFolder() {
    pages = new ReportPages(LocalJobs.conf(temp), temp);
  }

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
    String input = pages.images("set", "--shards", "2");
    var before = new TreeSet<>(list());
    String page = pages.page(input, "page.html");
    before.add("page.html");
    assertEquals(before, new TreeSet<>(list()));
    assertEquals(List.of("Sizes", "Sample", "Labels", "Order", "Health"), sections(page));
    String text = ReportPages.textOf(page);
    assertTrue(text.contains("90 records in 2 files, 63 JPEG, 12 PNG"), text);
    for (String label : List.of("0", "1", "2")) {
      String named = "class" + label + " (" + label + ")";
      assertTrue(page.contains("label " + named + ": 30 records"), label);
      assertTrue(page.contains("<tr><td>" + named + "</td><td class=\"number\">30</td>"), label);
    }
    assertTrue(text.contains("Indexes 2 current, 0 stale, 0 missing"), text);
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
    assertTrue(text.contains("15 of no format of images, among images"), text);
    assertTrue(text.contains("of 48 records do not decode"), text);
  }

  private String sizesOf(int... lengths) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("sizes" + lengths.length));
    for (int i = 0; i < lengths.length; i++) {
      Files.writeString(folder.resolve("f" + i + ".txt"), "x".repeat(lengths[i]));
    }
    String packed = pages.path("packed" + lengths.length);
    assertEquals(0, pages.run("pack", "--header", "none", folder.toString(), packed).code());
    return ReportPages.textOf(pages.page(packed, "page.html"));
  }

  @Test
  void halfOfTheSizesAreNotAboveTheOneThatIsNamed() throws IOException {
    String text = sizesOf(42, 43, 43);
    assertTrue(
        text.contains("Payloads have 42 B to 43 B, at least half of them 43 B or less"), text);
    text = sizesOf(42, 42);
    assertTrue(text.contains("Payloads have 42 B each, 84 bytes in all."), text);
  }

  @Test
  void theRunsOfALabelAreShown() throws IOException {
    Files.createDirectories(temp.resolve("files"));
    pages.text("files/a.libsvm", "1 1:1\n".repeat(30) + "2 1:1\n".repeat(10));
    pages.text("files/b.libsvm", "2 1:1\n".repeat(40));
    String page = pages.page(pages.path("files"), "page.html");
    assertTrue(page.contains(">28 to 31: 1 run<"), page);
    assertTrue(page.contains(">48 to 55: 1 run<"), page);
  }

  @Test
  void theSentenceHasNumbersOfOneForm() throws IOException {
    String text =
        ReportPages.textOf(pages.page(pages.text("wide.libsvm", "1 4294967290:1\n"), "page.html"));
    assertTrue(text.contains("1 row with 1 value in 4294967291 columns"), text);
    assertTrue(text.contains("columns 4,294,967,291"), text);
  }

  @Test
  void anImageWithoutBytesIsSaidToBeEmpty() throws IOException {
    Files.createFile(Files.createDirectories(temp.resolve("set-images/class0")).resolve("e.jpg"));
    String page = pages.page(pages.images("set", "--seed", "1"), "page.html");
    assertTrue(page.contains("no image begins with no image "), page);
    assertFalse(page.contains("begins with empty"), page);
  }

  @Test
  void thePlacesOfMalformedLinesAreListed() throws IOException {
    String input = pages.text("bad.libsvm", "1 1:1\n0 2:x\nnone 1:1\n1 3:1 zz\n");
    String page = pages.page(input, "page.html");
    String text = ReportPages.textOf(page);
    assertTrue(text.contains("What was found place what is wrong"), text);
    assertTrue(text.contains("bad.libsvm at offset 10 bad-value: expected "), text);
    assertTrue(text.contains("bad.libsvm at offset 12 bad-label: expected "), text);
    assertSame(page, pages.page(input, "page.html"));
    text = ReportPages.textOf(pages.page(pages.text("b.libsvm", "none\n".repeat(99)), "b.html"));
    assertTrue(text.contains("The first 20 of 99 findings"), text);
  }

  private List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(temp)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(n -> !n.equals("hadoop"))
          .filter(n -> !n.endsWith(".crc"))
          .toList();
    }
  }

  private static void assertSame(String expected, String actual) {
    List<String> lines = ReportPages.undated(expected).lines().toList();
    List<String> others = ReportPages.undated(actual).lines().toList();
    assertEquals(lines.size(), others.size());
    for (int i = 0; i < lines.size(); i++) {
      assertEquals(lines.get(i), others.get(i));
    }
  }

  @Test
  void thePageDependsOnTheInputAndTheSeedAlone() throws IOException {
    String input = pages.images("set", "--shards", "2");
    String page = pages.page(input, "a.html");
    assertSame(page, pages.page(input, "a.html"));
    String cut = pages.page(input, "c.html", "-D", SPLIT + "20000");
    assertSame(page, cut);
    String other = pages.page(input, "d.html", "--seed", "5");
    assertNotEquals(ReportPages.undated(page), ReportPages.undated(other));
  }

  @Test
  void rowsAreShownWithTheirFigures() throws IOException {
    String input = pages.rows("rows.libsvm");
    String page = pages.page(input, "page.html");
    assertEquals(List.of("Rows", "Features", "Labels", "Order", "Health"), sections(page));
    String text = ReportPages.textOf(page);
    assertTrue(text.contains("500 rows with 1500 values in 901 columns, libsvm"), text);
    assertTrue(text.contains("500 rows have a query id, in 72 groups."), text);
    assertTrue(page.contains("label 2: 166 rows"));
    assertTrue(page.contains("feature 900: 500 entries"));
    assertTrue(text.contains("bad-label 1; 1 line left out"), text);
    assertTrue(text.contains("the text suggests 1"), text);
    assertRefersToNothing(page);
    String cut = pages.page(input, "cut.html", "-D", "recordio.csr.segment-size=4k");
    assertSame(page, cut);
  }

  @Test
  void theFormatIsGuessedByNameAndContent() throws IOException {
    String libfm = "1 0:3:1 1:7:0.5\n0 0:1:1\n";
    assertEquals("libfm", format(pages.text("rows.txt", libfm)));
    assertEquals("csv", format(pages.text("rows.data", "1,2,3\n0,5,6\n")));
    assertEquals("csv", format(pages.text("rows.csv", "1\n0\n")));
    assertEquals("libsvm", format(pages.text("plain", "# none\n\n1 3:1\n")));
    assertEquals("csv", format(pages.text("odd.libsvm", "1,2,3\n"), "--format", "csv"));
  }

  private String format(String input, String... more) throws IOException {
    String[] args =
        Stream.concat(
                Stream.of("report", input, "-o", pages.path("f.html"), "--json"), Stream.of(more))
            .toArray(String[]::new);
    Recordio run = pages.run(args);
    assertEquals(0, run.code(), run.err());
    return new ObjectMapper().readTree(run.out()).path("format").asText();
  }

  @Test
  void aStoreIsShownWithItsFigures() throws IOException {
    String store = pages.store("store");
    String page = pages.page(store, "page.html");
    assertEquals(List.of("Fields", "Utilisation", "Generations", "Health"), sections(page));
    String text = ReportPages.textOf(page);
    assertTrue(text.contains("90 records of 2 fields in generation 1."), text);
    assertTrue(text.contains("2 generations are kept"), text);
    assertTrue(text.contains("100 % of the bytes in chunks are live"), text);
    assertRefersToNothing(page);
    assertTrue(page.split("<svg").length - 1 >= 3);
    assertSame(page, pages.page(store, "b.html"));
  }

  @Test
  void theFiguresAreAlsoJson() throws IOException {
    String input = pages.images("set");
    Recordio run = pages.run("report", input, "-o", pages.path("p.html"), "--json");
    assertEquals(0, run.code(), run.err());
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertEquals(pages.path("p.html"), json.path("file").asText());
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
    String page = pages.page(pages.text("random.libsvm", rows.toString()), "p.html");
    Matcher score = Pattern.compile("Shuffle score (\\d+) %").matcher(page);
    assertTrue(score.find());
    assertTrue(Integer.parseInt(score.group(1)) >= 98, score.group());
  }

  @Test
  void damageAndStaleIndexesAreFoundAndTheRestIsShown() throws IOException {
    String input = pages.images("set", "--shards", "2");
    Path first = Path.of(input, "part-00000.rec");
    try (var file = new RandomAccessFile(first.toFile(), "rw")) {
      file.write(1); // the first magic word
    }
    Files.copy(
        Path.of(input, "part-00000.idx"),
        Path.of(input, "part-00001.idx"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.delete(Path.of(input, "part-00001.ridx"));
    Files.delete(Path.of(input, ".part-00000.rec.crc"));
    Files.deleteIfExists(Path.of(input, ".part-00001.idx.crc"));
    Recordio run = pages.run("report", input, "-o", pages.path("p.html"));
    assertEquals(5, run.code(), run.err());
    String text = ReportPages.textOf(Files.readString(temp.resolve("p.html")));
    assertTrue(text.contains("89 records in 2 files"), text);
    assertTrue(text.contains("1 damaged stretch in 1 file"), text);
    assertTrue(text.contains("Indexes 1 current, 1 stale, 0 missing"), text);
    assertTrue(text.contains("part-00000.rec at offset 0"), text);
  }

  @Test
  void namesAndPayloadsOfOthersAreTextAndNothingElse() throws IOException {
    String hostile = "<img src=x onerror=alert(1)>&\"'\u202E " + "n".repeat(150) + ".rec";
    Path raw = Files.createDirectories(temp.resolve("raw"));
    Files.writeString(raw.resolve("a.html"), "<script>alert('http://x.example/')</script>");
    assertEquals(
        0, pages.run("pack", "--header", "none", raw.toString(), pages.path("out")).code());
    Path out = temp.resolve("out");
    Files.move(out.resolve("part-00000.rec"), out.resolve(hostile));
    String page = pages.page(out.toString(), "p.html");
    assertRefersToNothing(page);
    assertFalse(page.contains("<img src=x"));
    assertFalse(page.contains("\u202E"));
    assertTrue(page.contains("&lt;script&gt;alert(&#39;http&#58;//x.example/"), page);
    assertTrue(page.contains("0 current, 0 stale, 1 missing"));
  }

  @Test
  void aPageOfManyLabelsIsSmall() throws IOException {
    var rows = new StringBuilder();
    for (int i = 0; i < 40_000; i++) {
      rows.append(i % 9000 / 7.0).append(' ').append(1 + i).append(":").append(i).append('\n');
    }
    rows.append("-5 1:1\n".repeat(77));
    String page = pages.page(pages.text("many.libsvm", rows.toString()), "p.html");
    assertTrue(page.length() < 3 << 20, page.length() + " characters");
    assertTrue(page.contains("label -5: 77 rows"));
    assertTrue(page.contains("There are more than 32,768 different features"));
  }

  @Test
  void bookkeepingOfInsightFaceSetsIsNoImage() throws IOException {
    Path records = FaceSets.copy("train", temp);
    String page = pages.page(records.toString(), "p.html");
    String text = ReportPages.textOf(page);
    assertTrue(text.contains(FaceSets.IMAGES + " images of 4 identities"), text);
    assertTrue(text.contains(FaceSets.IMAGES + " records, drawn by"), text);
    assertTrue(page.contains("label 2: 4 records"), text);
  }

  @Test
  void inputOfNoneAndOneRecord() throws IOException {
    String empty = pages.text("empty.rec", "");
    String page = pages.page(empty, "e.html");
    assertTrue(ReportPages.textOf(page).contains("0 records in 1 file."));
    assertTrue(page.split("<svg").length - 1 >= 1);
    String none = pages.page(pages.text("none.libsvm", ""), "n.html");
    assertTrue(ReportPages.textOf(none).contains("0 rows with 0 values"));
    String one = pages.page(pages.text("one.libsvm", "1 1:1\n"), "o.html");
    assertTrue(ReportPages.textOf(one).contains("1 row with 1 value in 2 columns"));
  }

  @Test
  void wrongUseAndInputEndBeforeAnythingIsWritten() throws IOException {
    String rows = pages.rows("rows.libsvm");
    String page = pages.path("page.html");
    assertEquals(2, pages.run("report", rows).code());
    assertEquals(2, pages.run("report", rows, "-o", temp.toString()).code());
    assertEquals(2, pages.run("report", rows, "-o", rows).code());
    assertEquals(2, pages.run("report", rows, "-o", page, "--seed", "x").code());
    assertEquals(2, pages.run("report", rows, "-o", page, "--format", "cvs").code());
    assertEquals(2, pages.run("report", temp.toString(), "-o", page).code());
    assertEquals(3, pages.run("report", pages.path("missing"), "-o", page).code());
    Files.write(temp.resolve("noise"), new byte[] {-1, -40, -1, 7, 0, 0, 0, 0});
    Recordio noise = pages.run("report", pages.path("noise"), "-o", page);
    assertEquals(3, noise.code());
    assertTrue(noise.err().contains("a JPEG image"), noise.err());
    assertEquals(3, pages.run("report", rows, "-o", page, "--mode", "strict").code());
    assertFalse(Files.exists(Path.of(page)));
    assertEquals(500, Files.readAllLines(Path.of(rows)).size() - 1);
  }

  @Test
  void oneOfAThingHasNoPlural() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("one/cat"));
    Files.write(folder.resolve("a.jpg"), Images.tiles("jpg", 40, 30, 1));
    String packed = pages.path("packed-one");
    assertEquals(0, pages.run("pack", temp.resolve("one").toString(), packed).code());
    String page = pages.page(packed, "page.html");
    String text = ReportPages.textOf(page);
    assertTrue(text.contains("1 record in 1 file, 1 JPEG, all of 40 × 30 pixels, 1 label."), text);
    assertTrue(
        text.contains(
            "1 record has a label, of 1 value. The most frequent is cat (0), with 1 record."),
        text);
    assertFalse(page.matches("(?s).*\\b1 (records|images|rows|labels|files|different)\\b.*"), page);
    String rows = pages.page(pages.text("one.libsvm", "1 1:1\n"), "rows.html");
    assertFalse(rows.matches("(?s).*\\b1 (rows|entries|values|features|labels)\\b.*"), rows);
  }

  @Test
  void chartsAreRightOnADarkGround() throws IOException {
    String text = ReportPages.textOf(pages.page(pages.images("set"), "page.html"));
    assertFalse(text.toLowerCase(Locale.ROOT).contains("dark"), text);
    assertTrue(text.contains("bytes of a payload, logarithmic"), text);
  }

  @Test
  void manySizesAreSaidByTheirRange() throws IOException {
    String text = ReportPages.textOf(pages.page(pages.images("set"), "page.html"));
    assertTrue(
        text.contains(" sizes, 20 to 90 pixels wide and 20 to 74 high"), text.substring(0, 400));
  }

  @Test
  void labelsThatAlternateAreNotShuffled() throws IOException {
    var rows = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      rows.append(i % 2).append(" 1:1\n");
    }
    String text =
        ReportPages.textOf(pages.page(pages.text("turns.libsvm", rows + ""), "page.html"));
    assertTrue(text.contains("shuffle score 0 %"), text);
    assertTrue(text.contains(" 0 % of neighbours do, "), text);
    assertTrue(text.contains(" would: the labels take turns."), text);
    assertTrue(text.contains("Order in which labels take turns, "), text);
    var random = new Random(5);
    rows.setLength(0);
    for (int i = 0; i < 1000; i++) {
      rows.append(random.nextInt(2)).append(" 1:1\n");
    }
    text = ReportPages.textOf(pages.page(pages.text("mixed.libsvm", rows + ""), "page.html"));
    assertTrue(text.matches("(?s).*shuffle score (9\\d|100) %.*"), text);
    assertFalse(text.contains("take turns"), text);
    // so many labels that neighbours are alike by chance only
    rows.setLength(0);
    for (int i = 0; i < 1000; i++) {
      rows.append(random.nextInt(900)).append(" 1:1\n");
    }
    text = ReportPages.textOf(pages.page(pages.text("many.libsvm", rows + ""), "page.html"));
    assertTrue(text.contains("shuffle score 100 %"), text);
  }

  @Test
  void anOrderByLabelHasANextStep() throws IOException {
    String input = pages.images("set", "--shards", "2");
    String text = ReportPages.textOf(pages.page(input, "page.html"));
    assertTrue(text.contains("shuffle score 0 %"), text);
    assertTrue(
        text.contains(
            "Order by label, so a trainer that reads in order sees one label after the other;"
                + " recordio shuffle --seed 7 "
                + input
                + " OUTPUT mixes them"),
        text);
  }
}
