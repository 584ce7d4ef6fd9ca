// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that probably mean something else than they are read as: every command says so. */
class UnsureRowsTest extends CommandTestBase {
  private static final String UNLABELLED = "1:0.5 7:1\n2:1 3:2\n3:0.25\n";

  /** Returns the notes of a run that succeeds. */
  private List<String> notes(String line, Object... arguments) {
    return ok(line, arguments).notes();
  }

  /** Returns the only note of a run that succeeds. */
  private String note(String line, Object... arguments) {
    List<String> notes = notes(line, arguments);
    assertEquals(1, notes.size(), notes.toString());
    return notes.get(0);
  }

  private JsonNode manifest(String folder) throws IOException {
    return new ObjectMapper().readTree(dir.resolve(folder).resolve("_csr.json").toFile());
  }

  @Test
  void labelsWithWeightsMayBeFeatures() throws IOException {
    Path file = write("a.libsvm", UNLABELLED);
    String expected =
        "note: 3 rows begin with label:weight (first in file:"
            + file
            + " at offset 0, line 1); if these are features, --labels none";
    assertEquals(expected, note("stats -q {}", file));
    assertEquals(expected, note("stats -q --mode lenient {}", file));
    assertEquals(expected, note("stats -q --mode dmlc {}", file));
    assertEquals(expected, note("read -q {}", file));
    assertEquals(expected, note("read -q --threads {} libsvm:{}", 2, file));
    assertEquals(expected, note("split -q --fractions a=0.5,b=0.5 {} {}", file, path("parts")));
    assertEquals(expected, note("csr -q --index-base 0 {} {}", file, path("npz")), "no other note");
    assertEquals(expected, "note: " + manifest("npz").at("/notes/0").asText());
    assertEquals(expected, note("csr -q --if-changed --index-base 0 {} {}", file, path("npz")));
    assertEquals(expected, "note: " + ok("stats --json {}", file).json().at("/notes/0").asText());
    assertEquals(List.of(expected), notes("report -q {} -o {}", file, path("r.html")));
    assertEquals(List.of(), notes("stats -q --labels first {}", file));
    assertEquals(List.of(), notes("stats -q {}?labels=first", file));
  }

  @Test
  void rowsWithoutLabelsAreReadAsSaid() throws IOException {
    Path file = write("a.libsvm", UNLABELLED);
    for (String line :
        List.of(
            "stats --json --labels none {}",
            "stats --json -D libsvm.labels=none {}",
            "stats --json {}?labels=none",
            "stats --json --labels none --mode lenient {}")) {
      JsonNode found = ok(line, file).json();
      assertEquals("[3,5,0.0,0]", figures(found), line);
      assertFalse(found.has("notes"), line);
    }
    assertEquals(List.of(), notes("csr -q --index-base 0 --labels none {} {}", file, path("c")));
    assertEquals(5, manifest("c").get("nnz").asInt());
    assertFalse(manifest("c").has("notes"));
    assertFalse(manifest("c").get("hasWeight").asBoolean());
    assertEquals(List.of(), notes("read -q --labels none {}", file));
    assertEquals(
        List.of(), notes("split -q --labels none --fractions a=0.5,b=0.5 {} {}", file, path("s")));
    assertHas(
        fails(2, "split --labels none --stratify --fractions a=1 {} {}", file, path("t")),
        "--stratify needs labels");
    Recordio dmlc = run("stats --labels none --mode dmlc {}", file).ended(2);
    assertHas(note("stats -q --labels none {}", write("b", "1:1\n\n2:1\n")), "1 blank line");
  }

  private static String figures(JsonNode stats) {
    return "["
        + String.join(
            ",",
            stats.get("rows").asText(),
            stats.get("nnz").asText(),
            stats.get("labelSum").asText(),
            stats.get("weightedRows").asText())
        + "]";
  }

  @Test
  void whatIsKeptIsNotOfOtherLabels() throws IOException {
    Path file = write("a.libsvm", UNLABELLED);
    run("stats --sidecar auto {}", file);
    String line = "csr --to parquet --if-changed {} {}";
    assertHas(run(line, file, path("c")).err(), "taking rows and columns from what stats has kept");
    Recordio other = run(line, file + "?labels=none", path("c"));
    assertHas(other.err(), "is out of date", "libsvm.labels", "counting rows and columns first");
    assertEquals(5, manifest("c").get("nnz").asInt());
  }

  @Test
  void lenientReadingRefusesWeightsAfterRowsWithout() throws IOException {
    Path file = write("a.libsvm", "1 1:1\n3:0.5 7:1\n");
    for (String size : List.of("100", "8")) { // in one segment, and in two
      assertHas(
          fails(3, "stats -q --mode lenient -Drecordio.csr.segment-size={} {}", size, file),
          "mixed-weights: ",
          "a.libsvm at offset",
          "--labels first");
    }
    assertEquals(List.of(), notes("stats -q --mode lenient --labels first {}", file));
  }

  @Test
  void numbersOfOldMicrosoftCompilersAreErrors() throws IOException {
    Path file = write("a.libsvm", "1 1:0.5 2:-1.#IND 3:4\n0 1:1.#INF 2:7\n");
    assertHas(
        fails(3, "stats {}", file),
        "bad-value",
        "at offset 10, line 1",
        "\"-1.#IND\"",
        "Microsoft");
    JsonNode lenient = ok("stats --json --mode lenient {}", file).json();
    assertEquals(2, lenient.at("/malformedByRule/bad-value").asInt());
    assertEquals(3, lenient.get("nnz").asInt(), "the rest of the row is there");
    assertHas(
        note("stats -q {}", write("b", "1 1:2 2:3#x\n")),
        "1 comment begins directly after a number (first in file:" + path("b") + " at offset 9");
  }

  @Test
  void tablesMayBeReadAsIndices() throws IOException {
    Path table = write("a.tsv", "1\t5\t7\n0\t3\t9\n");
    assertHas(
        note("stats -q {}", table),
        "all rows have the same number of entries",
        "--format" + " csv",
        "delimiter=tab");
    assertHas(notes("csr -q {} {}", table, path("c")).get(0), "--format csv");
    assertHas(note("stats -q -Drecordio.csr.segment-size=7 {}", table), "--format csv");
    assertHas(note("read -q {}", table), "--format csv");
    assertHas(note("stats -q {}", write("t2", "1 5 7\n0 3 9 2\n")), "do not ascend", "delimiter");
    assertEquals(List.of(), notes("stats -q {}", write("t3", "1 5 7\n0 3 9 11\n1\n")));
    assertEquals(List.of(), notes("stats -q {}", write("t4", "1 5 7\n")), "one row");
    assertEquals(
        "[2,6]", sizes(ok("stats --json {}?format=csv&delimiter=tab&labels=none", table).json()));
  }

  private static String sizes(JsonNode stats) {
    return "[" + stats.get("rows") + "," + stats.get("nnz") + "]";
  }

  @Test
  void libffmIsANameOfLibfmAndLibfmsOwnTextIsNoticed() throws IOException {
    Path ffm = write("a.ffm", "1 0:1:0.5 1:2:1\n");
    assertEquals("[1,2]", sizes(ok("stats --json --format libffm {}", ffm).json()));
    assertEquals(
        run("read -q --sha256 libfm:{}", ffm).out(), run("read -q --sha256 libffm:{}", ffm).out());
    Path own = write("a.libfm", "4 0:1 3:1\n2 1:1 5:1\n");
    assertHas(note("stats -q --format libfm {}", own), "no entry has a third number");
    assertHas(note("report -q {} -o {}", own, path("r.html")), "--format libsvm");
    assertEquals(List.of(), notes("stats -q --format libfm {}", ffm));
  }

  @Test
  void fieldsMayCountFromZeroWhereIndicesCountFromOne() throws IOException {
    Path file = write("a.ffm", "1 0:1:0.5 1:2:1\n");
    assertHas(
        fails(3, "stats --format libfm --index-base 1 {}", file), "zero-index", "field_base=0");
    String input = file + "?format=libffm&field_base=0";
    assertEquals(2, ok("stats --json --index-base 1 {}", input).json().get("columns").asInt());
    assertEquals(1, ok("stats --json --index-base auto {}", input).json().get("indexBase").asInt());
    assertEquals(
        0,
        ok("stats --json --index-base auto {}?format=libfm", file).json().get("indexBase").asInt());
  }

  @Test
  void roundedIntegersAreCounted() throws IOException {
    Path file = write("a.libsvm", "16777216 1:1\n16777217 1:123456789\n");
    String place = "(first in file:" + file + " at offset 13, line 2)";
    assertHas(note("stats -q {}", file), "note: 2 integers are rounded", place);
    assertHas(notes("csr -q {} {}", file, path("c")).get(0), "2 integers are rounded", place);
    assertHas(
        note("split -q --stratify --fractions a=1 {} {}", file, path("s")),
        "2 integers are rounded",
        place);
    assertHas(
        note("stats -q {}?format=csv&label_column=0", write("a.csv", "1,2\n16777217,3\n")),
        "1 integer is rounded");
    Path side = write("side.libsvm", "1 0:1\n");
    write("side.libsvm.base_margin", "16777217\n");
    assertHas(
        notes("csr -q {} {}", side, path("m")).get(1), "1 integer is rounded", ".base_margin");
  }

  @Test
  void csvIsAsWideAsItsCells() throws IOException {
    Path file = write("a.csv", "y,a,b\n1,0.5,\n0,1,\n");
    String input = file + "?format=csv&label_column=0";
    JsonNode found = ok("stats --json {}", input).json();
    assertEquals(2, found.get("columns").asInt());
    assertEquals(0, found.get("maxIndex").asInt());
    assertEquals(
        3, ok("stats --json {}?format=csv&labels=none", file).json().get("columns").asInt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tar.gz", "tar.bz2", "xz", "tgz", "html", "pkl", "h5", "lfs"})
  void filesThatAreNoTextAreNamedInAllModes(String kind) throws IOException {
    Path file = path("rows.libsvm." + kind);
    String name = notText(kind, file);
    for (String mode : List.of("strict", "lenient", "dmlc")) {
      assertHas(
          fails(3, "stats -q --mode {} {}", mode, file),
          "not a text file: file:" + file + " at offset 0",
          name);
      assertHas(fails(3, "csr -q --mode {} {} {}", mode, file, dir.resolve(mode)), name);
      assertHas(fails(3, "read -q -Dlibsvm.mode={} libsvm:{}", mode, file), name);
      Recordio verify = run("verify -q --rows -Dlibsvm.mode={} {}", mode, file).ended(4);
      assertHas(verify.err(), name);
      assertEquals(1, verify.err().lines().count(), verify.err());
    }
    assertHas(
        fails(3, "split -q --mode lenient --format libsvm --fractions a=1 {} {}", file, path("s")),
        name);
    assertHas(fails(3, "report -q {} -o {}", file, path("r.html")), name);
  }

  /** Writes a file, and returns how errors call it. */
  private static String notText(String kind, Path file) throws IOException {
    var bytes = new ByteArrayOutputStream();
    switch (kind) {
      case "tar.gz" -> tar(new GZIPOutputStream(bytes));
      case "tar.bz2" -> tar(new BZip2CompressorOutputStream(bytes));
      case "tgz" -> tar(new GZIPOutputStream(bytes));
      case "xz" ->
          bytes.write("\u00FD7zXZ\0\0\4\u00E6\u00D6 1 1:1\n".getBytes(StandardCharsets.ISO_8859_1));
      case "html" -> bytes.write("<!DOCTYPE html>\n<p>404\n1 1:1\n".getBytes());
      case "pkl" ->
          bytes.write("\u0080\4\u0095\1\0\n1 1:1\n".getBytes(StandardCharsets.ISO_8859_1));
      case "h5" ->
          bytes.write("\u0089HDF\r\n\u001a\n\0\n1 1:1\n".getBytes(StandardCharsets.ISO_8859_1));
      default ->
          bytes.write(
              "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n".getBytes());
    }
    Files.write(file, bytes.toByteArray());
    return switch (kind) {
      case "tar.gz", "tar.bz2" -> "a tar archive";
      case "tgz" -> "a gzip file";
      case "xz" -> "an xz file";
      case "html" -> "a web page";
      case "pkl" -> "a Python pickle";
      case "h5" -> "an HDF5 file";
      default -> "a pointer of Git LFS";
    };
  }

  private static void tar(OutputStream to) throws IOException {
    try (var tar = new TarArchiveOutputStream(to)) {
      byte[] rows = "1 1:1\n0 2:1\n".getBytes();
      var entry = new TarArchiveEntry("rows.libsvm");
      entry.setSize(rows.length);
      tar.putArchiveEntry(entry);
      tar.write(rows);
      tar.closeArchiveEntry();
    }
  }

  @Test
  void aPartThatDoesNotBeginTheFileIsNoTextEither() throws IOException {
    Path file = write("a.html", "<!doctype html>\n" + "1 1:1\n".repeat(50));
    assertHas(
        fails(3, "stats -q --mode lenient -Drecordio.csr.segment-size=100 {}", file),
        "not a text file",
        "at offset 0");
    Path side = write("b.libsvm", "1 1:1\n0 2:1\n");
    Files.write(path("b.libsvm.weight"), gzip("1\n2\n"));
    assertHas(
        fails(3, "csr -q {} {}", side, path("c")), "not a text file", "b.libsvm.weight", "gzip");
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bytes)) {
      zip.write(text.getBytes());
    }
    return bytes.toByteArray();
  }

  @Test
  void cellsOfCsvAreNamedAndHeadersHinted() throws IOException {
    Path na = write("na.csv", "label,a,b,c\n1,0.5,,3\n0,NA,2,0\n");
    assertHas(
        fails(3, "stats {}?format=csv&label_column=0", na),
        "in column 1 (from 0), found \"NA\"",
        "--mode lenient");
    Path years = write("years.csv", "y,2020,2021\n1,0.5,7\n");
    assertHas(run("stats {}?format=csv&label_column=0", years).err(), "header=yes", "\"y\"");
    Path pandas = write("pandas.csv", "0,1,2\n1,0.5,7\n");
    assertHas(
        note("stats -q {}?format=csv&label_column=0", pandas),
        "1 file begins with what may be a header",
        "header=yes");
    assertEquals(List.of(), notes("stats -q {}?format=csv&label_column=0&header=no", pandas));
  }

  @Test
  void csvWithoutALabelColumnIsSaidOnce() throws IOException {
    Path file = write("a.csv", "1,0.5,7\n0,0,1\n");
    String words = "note: csv without label_column: all labels are 0";
    assertHas(note("stats -q --format csv {}", file), words);
    assertHas(note("read -q csv:{}", file), words);
    assertHas(note("csr -q --to parquet --format csv {} {}", file, path("c")), words);
    assertHas(note("report -q {} -o {}", file, path("r.html")), words);
    assertEquals(List.of(), notes("stats -q {}?format=csv&label_column=-1", file));
    assertEquals(List.of(), notes("stats -q --labels none --format csv {}", file));
  }

  @ParameterizedTest
  @CsvSource({"1000, 2", "12, 2"})
  void aQueryThatComesAgainIsSaid(int segment, int again) throws IOException {
    Path file =
        write("a.libsvm", "1 qid:2 1:1\n0 qid:1 1:2\n2 qid:2 1:3\n2 qid:2 1:3\n1 qid:1 1:4\n");
    String size = "-Drecordio.csr.segment-size=" + segment;
    assertHas(
        note("stats -q {} {}", size, file),
        "note: " + again + " queries come again",
        "a.libsvm at");
    assertHas(notes("csr -q {} {} {}", size, file, path("c" + segment)).get(0), again + " queries");
    assertEquals(
        List.of(),
        notes("stats -q {} {}", size, write("b", "1 qid:2 1:1\n0 qid:2 1:2\n2 qid:1 1:3\n")));
  }

  @Test
  void filesThatEachCountQueriesFromOneAreNoticed() throws IOException {
    Files.createDirectory(path("in"));
    write("in/a", "1 qid:1 1:1\n0 qid:2 1:2\n");
    write("in/b", "1 qid:1 1:1\n0 qid:2 1:2\n");
    assertHas(note("stats -q {}", path("in")), "2 queries", "in/b at offset 2, line 1");
    assertHas(
        note("stats -q -Drecordio.csr.segment-size=24 {}", path("in")),
        "2 queries",
        "in/b at offset 0");
  }

  @Test
  void aLineOfCountsIsAnErrorOrSaid() throws IOException {
    Path file = write("a.txt", "3 10 6\n1,3 0:0.5 7:1\n2 2:1\n");
    assertHas(fails(3, "stats {}", file), "counts-line", "line 1", "\"3 10 6\"", "remove the line");
    assertHas(
        notes("stats -q --mode lenient {}", file).get(0),
        "1 file begins with a line of integers",
        "line 1");
  }

  @Test
  void csrSaysThatColumnZeroIsEmpty() throws IOException {
    Path file = write("a.libsvm", "1 1:1\n0 2:1\n");
    assertHas(note("csr -q {} {}", file, path("a")), "no index 0", "--index-base 1");
    assertEquals(List.of(), notes("csr -q --index-base 0 {} {}", file, path("b")));
    assertEquals(List.of(), notes("csr -q --index-base 1 {} {}", file, path("c")));
    assertEquals(List.of(), notes("csr -q {} {}", write("z", "1 0:1\n0 2:1\n"), path("d")));
    assertEquals(List.of(), notes("csr -q {} {}", write("e", "1\n0\n"), path("f")));
    assertHas(note("csr -q -Drecordio.csr.segment-size=6 {} {}", file, path("g")), "no index 0");
  }

  @Test
  void reportSaysWhatItTakesAFileFor() throws IOException {
    Object out = path("r.html");
    List<String> table = notes("report -q {} -o {}", write("a.txt", "1,2,3\n"), out);
    assertHas(table.get(0), "a.txt is taken for csv, by its first line; --format");
    assertHas(
        note("report -q {} -o {}", write("b.txt", "1 1:2:3\n"), out), "b.txt is taken for libfm");
    assertEquals(List.of(), notes("report -q {} -o {}", write("c.txt", "1 1:2\n"), out));
    assertEquals(List.of(), notes("report -q {} -o {}", write("d.ffm", "1 1:2:3\n"), out));
  }

  @Test
  void allBadLinesAreListed() throws IOException {
    Path file = write("bad", "1 1:1\nx 2:1\n\n0 3:y 4:1\n1 -4:2\n");
    String name = "file:" + file;
    List<String> all =
        List.of(
            name + "\t6\t2\tbad-label\tx",
            name + "\t17\t4\tbad-value\ty",
            name + "\t25\t5\tnegative-index\t-4:2");
    for (int segment : new int[] {1000, 9}) {
      String size = "-Drecordio.csr.segment-size=" + segment;
      Recordio strict = run("stats -q {} --list-bad {} {}", size, 5, file);
      assertEquals(all, strict.lines());
      assertEquals(3, strict.code(), strict.err());
      assertHas(strict.err(), "recordio: malformed text: bad-label 1, bad-value 1");
      Recordio lenient = run("stats {} --mode lenient --list-bad {} {}", size, 2, file);
      assertEquals(all.subList(0, 2), lenient.lines());
      assertEquals(5, lenient.code(), lenient.err());
      assertHas(lenient.err(), "malformed            3");
      assertEquals(all, run("stats {} --mode dmlc --list-bad {} {}", size, 9, file).lines());
    }
    JsonNode found =
        new ObjectMapper().readTree(run("stats --json --list-bad {} {}", 1, file).bytes());
    assertEquals(1, found.get("bad").size());
    assertEquals("x", found.at("/bad/0/cell").asText());
    assertEquals(2, found.at("/bad/0/line").asInt());
    assertEquals(3, found.get("malformed").asInt());
    Recordio sound = run("stats --list-bad {} {}", 5, write("sound", "1 1:1\n")).ended(0);
    assertEquals("", sound.out());
    assertHas(sound.err(), "sound: no line breaks a rule");
  }

  @Test
  void badCellsAndFatalRulesAreListedToo() throws IOException {
    Path csv = write("a.csv", "y,a\n1,NA\n0,two words\n");
    assertEquals(
        List.of("bad-cell\tNA", "bad-cell\ttwo words"),
        run("stats --list-bad {} {}?format=csv&label_column=0", 5, csv).lines().stream()
            .map(line -> line.replaceFirst("^[^\t]*\t\\d+\t\\d+\t", ""))
            .toList());
    Path zero = write("z", "1 0:1\n0 0:2\n");
    Recordio run = run("stats --index-base 1 --list-bad {} {}", 5, zero);
    assertEquals(2, run.lines().size(), run.err());
    Path mixed = write("m", "1 1:1    \n1:2 1:1\n");
    run = run("stats -Drecordio.csr.segment-size=9 --list-bad {} {}", 5, mixed);
    assertEquals(3, run.code(), run.err());
    assertHas(run.err(), "parts of the input differ: mixed-weights");
  }

  @Test
  void ordinaryRowsHaveNoNotes() throws IOException {
    Path file = write("a", "1 0:0.5 7:1 # c\n-1 2:1e-3 3:20\n\n# d\n0.5 9:16777216 10:12345678\n");
    assertEquals(List.of(), notes("stats -q {}", file));
    assertEquals(List.of(), notes("csr -q {} {}", file, path("c")));
    assertFalse(manifest("c").has("notes"));
    Path ranked = write("b", "1 qid:1 0:1\n0 qid:1 0:1\n1 qid:3 1:1\n");
    assertEquals(List.of(), notes("csr -q --keep-groups {} {}", ranked, path("d")));
    Path table = write("c.csv", "y,a,b\n1,2,3\n");
    assertEquals(List.of(), notes("stats -q {}?format=csv&label_column=0", table));
  }
}
