// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines, output and results of {@code recordio stats}. */
class StatsCommandTest extends CommandTestBase {

  private static byte[] reference(String name) throws IOException {
    try (InputStream in = StatsCommandTest.class.getResourceAsStream("/fixtures/" + name)) {
      return in.readAllBytes();
    }
  }

  /** Jobs keep no files in the folder of the test. */
  @Override
  protected Configuration conf() {
    return LocalJobs.conf();
  }

  private Recordio stats(String line, Object... arguments) {
    return run("stats " + line, arguments);
  }

  private JsonNode json(String line, Object... arguments) throws IOException {
    return ok("stats --json " + line, arguments).json();
  }

  private static void assertFails(int code, Recordio run, String... parts) {
    assertEquals(code, run.code(), run.err());
    assertEquals("", run.out());
    List<String> errors = run.err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    assertHas(errors.get(0), parts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agaricus.txt.train", "agaricus.txt.test"})
  void theManifestsFactsOfAgaricus(String name) throws IOException {
    Path file = write(name, reference("libsvm/" + name));
    JsonNode facts = new ObjectMapper().readTree(reference("libsvm/manifest.json")).get(name);
    JsonNode found = json("{}", file);
    assertEquals(facts.get("rows"), found.get("rows"));
    assertEquals(facts.get("nnz"), found.get("nnz"));
    assertEquals(facts.get("min_index"), found.get("minIndex"));
    assertEquals(facts.get("max_index"), found.get("maxIndex"));
    assertEquals(facts.get("cols_if_text_is_0_based"), found.get("columns"));
    assertEquals(facts.get("value_sum"), found.get("valueSum"));
    assertEquals(facts.get("label_counts").get("1.0").asDouble(), found.get("labelSum").asDouble());
    assertEquals(facts.get("label_counts").get("0.0"), found.at("/labels/counts/0"));
    assertEquals(0, found.get("indexBase").asInt());
    assertEquals(0, found.get("malformed").asInt());
    assertEquals(1, found.get("files").asInt());

    JsonNode auto = json("--index-base auto {}", file);
    assertEquals(1, auto.get("indexBase").asInt());
    assertEquals(facts.get("cols_if_text_is_1_based"), auto.get("columns"));
    JsonNode segments =
        json("-Drecordio.csr.segment-size=10k --index-base=auto -Drecordio.threads=2 {}", file);
    assertTrue(segments.get("segments").asInt() > 10);
    for (String field : List.of("rows", "nnz", "columns", "valueSum", "labels", "lines")) {
      assertEquals(auto.get(field), segments.get(field), field);
    }
    Recordio together =
        stats(
            "--json -Drecordio.csr.segment-size=10k --index-base=auto"
                + " -Dmapreduce.input.fileinputformat.split.minsize=99999999 {}",
            file);
    assertEquals(segments, together.json());
  }

  @Test
  void theTableHasBaseGroupsWeightsLabelsAndNotes() throws IOException {
    Path file = write("rank.libsvm", "1:2 qid:1 3 2\n0:1 qid:1 5\n2:1 qid:9 5\n");
    Recordio run = stats("--sidecar auto {}", file).ended(0);
    for (String line :
        List.of(
            "rows                   3",
            "entries                4",
            "columns                6",
            "smallest index         2",
            "index base             0 (as libsvm.index.base says)",
            "  by the text          1: no index 0 in 4 entries; but the smallest is 2",
            "rows with a weight     3",
            "query groups           2",
            "entries without value  4",
            "  label 2              1",
            "notes                  4",
            "  label-weight         3",
            "  unsorted-index       1")) {
      assertTrue(run.out().contains(line), line + " in\n" + run.out());
    }
    assertHas(run.err(), "kept for csr: ");
  }

  @Test
  void largeNumbersStayIntegers() throws IOException {
    JsonNode found = json("{}", write("wide.libsvm", "1 18446744073709551615:1\n"));
    assertEquals("18446744073709551615", found.get("maxIndex").toString());
    assertEquals("18446744073709551616", found.get("columns").toString());
  }

  @Test
  void aBadLineIsNamedAndLenientCountsIt() throws IOException {
    Path file = write("bad.libsvm", "1 2:1\nx 3:1\n0 3:y 4:1\n");
    assertFails(
        3,
        stats("{}", file),
        "bad-label: file:" + file + " at offset 6, line 2: expected a number as label, found \"x\"",
        "--mode lenient");
    assertFalse(Files.exists(path(".bad.libsvm.stats.json")));
    Recordio lenient = stats("--json --mode lenient {}", file).ended(5); // a line is left out
    JsonNode found = lenient.json();
    assertEquals(2, found.get("rows").asInt());
    assertEquals(2, found.get("malformed").asInt());
    assertEquals("{\"bad-label\":1,\"bad-value\":1}", found.get("malformedByRule").toString());
    Path repaired = write("repaired.libsvm", "0 3:y 4:1\n");
    assertEquals(0, stats("--mode lenient {}", repaired).code(), "no line is left out");
  }

  @Test
  void anIndexThatIsInvalidForTheBaseIsNamed() throws IOException {
    Path file = write("zero.libsvm", "1 1:1\n0 0:1\n");
    assertFails(3, stats("--index-base 1 {}", file), "zero-index", "offset 8", "--index-base 0");
    JsonNode auto = json("--index-base auto {}", file);
    assertEquals(0, auto.get("indexBase").asInt());
    assertTrue(auto.get("indexBaseReason").asText().contains("row 1 (from 0)"), auto.toString());
    assertTrue(auto.get("indexBaseReason").asText().contains("zero.libsvm at offset 6"));
  }

  @Test
  void rowsOfOtherFilesMustBeAlikeInOneSegmentAndInSeveral() throws IOException {
    Files.createDirectory(path("in"));
    write("in/a", "1:2 1:1 \n");
    write("in/b", "1 1:1 # \n");
    assertFails(3, stats("{}", path("in")), "mixed-weights", "in/b at offset 0");
    assertFails(
        3,
        stats("-Drecordio.csr.segment-size=9 {}", path("in")),
        "mixed-weights",
        "in/b at offset 0");
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = "command line")
  @Supports(
      row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
      engine = "command line")
  void argumentsAfterTheInputSetTheFormatAndOptionsOverride() throws IOException {
    Path csv = write("a.csv", "3,1,2\n4,5,\n");
    JsonNode found = json("--sidecar none {}?format=csv&label_column=0", csv);
    assertEquals(7, found.get("labelSum").asInt());
    assertEquals(3, found.get("nnz").asInt());
    assertEquals(2, found.get("columns").asInt());
    assertEquals("csv", found.get("format").asText());
    JsonNode base = json("--index-base 0 {}?indexing_mode=1", write("b", "1 1:1\n"));
    assertEquals(0, base.get("indexBase").asInt());
  }

  @Test
  void wrongUseAndMissingInput() throws IOException {
    Path file = write("a.libsvm", "1 1:1\n");
    assertFails(2, stats("--format xml {}", file), "--format is 'xml'");
    assertFails(2, stats("--mode loose {}", file), "--mode is 'loose'");
    assertFails(2, stats("--index-base 2 {}", file), "0, 1, auto");
    assertFails(2, stats("-Drecordio.csr.segment-size=0 {}", file), "recordio.csr.segment-size");
    stats("").ended(2);
    assertFails(3, stats("{}", path("nothing")), "nothing");
  }

  @Test
  void inputWithoutRows() throws IOException {
    JsonNode found = json("--index-base auto {}", write("none.libsvm", "# nothing\n\n"));
    assertEquals(0, found.get("rows").asInt());
    assertEquals(0, found.get("columns").asInt());
    assertTrue(found.get("maxIndex").isNull());
    assertEquals(0, json("{}", write("empty.libsvm", "")).get("rows").asInt());
  }

  @Test
  void manyLabelsAreReportedByTheirRange() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 1200; i++) {
      text.append(i).append(" 1\n");
    }
    Path file = write("many.libsvm", text.toString());
    JsonNode labels = json("-Drecordio.csr.segment-size=2k {}", file).get("labels");
    assertTrue(labels.get("counts").isNull());
    assertEquals(1199, labels.get("max").asInt());
    assertTrue(stats("{}", file).out().contains("more than 1000"));
  }

  @Test
  void theResultIsKeptWhereItIsAskedForOrNowhereAndAFailureToKeepItIsNone() throws IOException {
    Path file = write("a.libsvm", "1 1:1\n");
    Path beside = path(".a.libsvm.stats.json");
    for (Recordio run :
        List.of(stats("{}", file), stats("--sidecar none {}", file), stats("{}", dir))) {
      assertEquals(0, run.code(), run.err());
      assertFalse(run.err().contains("kept"), run.err());
    }
    try (Stream<Path> all = Files.list(dir)) {
      assertEquals(List.of(file), all.toList(), "stats reads and writes nothing");
    }
    Path named = path("kept.json");
    stats("--sidecar {} {}", named, file);
    assertTrue(Files.exists(named));
    Files.createDirectory(path("in"));
    write("in/a", "1 1:1\n");
    stats("--sidecar auto {}", path("in"));
    assertTrue(Files.exists(path("in/_stats.json")));
    assertEquals(1, json("{}", path("in")).get("files").asInt());

    Path own = write("own.json", "{\"mine\": true}");
    assertHas(
        stats("--sidecar {} {}", own, file).ended(0).err(),
        "warning: the result can't be kept for csr");
    assertEquals("{\"mine\": true}", Files.readString(own));
    Files.createDirectories(beside.resolve("in-the-way"));
    Recordio blocked = stats("-Drecordio.stats.sidecar=auto {}", file).ended(0);
    assertHas(blocked.err(), "warning: the result can't be kept");
    assertHas(blocked.out(), "rows");
  }
}
