// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.bench.harness.Machine;
import dev.recordio.bench.report.CsvTable;
import dev.recordio.bench.report.Row;
import dev.recordio.bench.report.SuiteTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
  @TempDir Path dir;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    String[] small = {"--size", "40k", "--rounds", "1", "--fs", "raw", "--dir", dir.toString()};
    String[] all = Stream.concat(Stream.of(args), Stream.of(small)).toArray(String[]::new);
    return Bench.run(all, new PrintWriter(out), new PrintWriter(err));
  }

  @Test
  void jsonHoldsOneResultForEachPair() throws IOException {
    assertEquals(0, run("scan", "write", "--records", "10k", "--json"), err::toString);
    JsonNode report = new ObjectMapper().readTree(out.toString());
    var pairs = new ArrayList<String>();
    for (JsonNode result : report.get("results")) {
      pairs.add(
          String.join(
              "/",
              result.get("suite").asText(),
              result.get("case").asText(),
              result.get("peer").asText(),
              result.get("recordSize").asText()));
      assertEquals(1, result.get("rounds").asInt());
      assertTrue(result.get("low").asDouble() > 0, result::toString);
      assertTrue(result.get("low").asDouble() <= result.get("ratio").asDouble());
      assertTrue(result.get("ratio").asDouble() <= result.get("high").asDouble());
      assertTrue(result.get("cpuLow").asDouble() <= result.get("cpuHigh").asDouble());
      assertTrue(result.has("void") && result.has("cpuVoid") && result.has("load"));
    }
    assertTrue(
        pairs.containsAll(
            List.of(
                "scan/view/plain 1 MiB reads/10 KB",
                "scan/BytesWritable/SequenceFile/10 KB",
                "write/rec/SequenceFile/10 KB",
                "write/rec + idx/SequenceFile/10 KB",
                "write/rec + idx + ridx/SequenceFile/10 KB")),
        pairs::toString);
    assertEquals(Machine.CORES, report.get("machine").get("cores").asInt());
    assertTrue(report.get("machine").has("jvm"));
  }

  @Test
  void thePageAndTheFileOfFiguresHaveEveryPair() throws IOException {
    Path html = dir.resolve("bench.html");
    Path csv = dir.resolve("bench.csv");
    String[] files = {"--html", html.toString(), "--csv", csv.toString()};
    assertEquals(0, run("plan", "--count", "100", files[0], files[1], files[2], files[3]));
    assertEquals(0, run("plan", "--count", "200", files[2], files[3]), err::toString);

    List<Row> rows = CsvTable.read(csv);
    assertEquals(2, rows.size(), "the rows of the second run are added");
    assertTrue(rows.get(1).cell("command").startsWith("bin/recordio bench plan --count 200"));
    String page = Files.readString(html);
    assertTrue(page.contains("<svg ") && page.contains(rows.get(0).cell("peer")), page);
    assertTrue(page.contains(">" + SuiteTable.cells(rows.get(0)).get(3) + "<"), page);
  }

  @Test
  void severalChunkSizesAreComparedInOneRun() {
    assertEquals(0, run("scan", "--records", "100", "--chunks", "4k,64k"), err::toString);
    List<String> rows = out.toString().lines().filter(line -> line.startsWith("| ")).toList();
    for (String start :
        List.of(
            "| view 4k | plain 1 MiB reads | 100 B |",
            "| BytesWritable 64k | SequenceFile | 100 B |")) {
      assertEquals(1, rows.stream().filter(row -> row.startsWith(start)).count(), out::toString);
    }
    int columns = rows.get(0).split("\\|").length;
    assertTrue(
        out.toString()
            .lines()
            .filter(l -> l.startsWith("|"))
            .allMatch(line -> line.split("\\|").length == columns),
        out::toString);
  }

  @Test
  void gatherReportsItsReadsAndNeedsFewerThanRecords() throws IOException {
    assertEquals(0, run("gather", "--records", "100", "--count", "500", "--json"), err::toString);
    JsonNode result = new ObjectMapper().readTree(out.toString()).get("results").get(0);
    assertEquals("a read a record", result.get("peer").asText());
    String name = result.get("case").asText();
    int reads = Integer.parseInt(name.replaceAll("[^0-9]", ""));
    assertTrue(reads < 410, name + " of 410 records");
  }

  @Test
  void moreAndMoreRecordsGiveGrowth() throws IOException {
    assertEquals(
        0, run("gather", "--records", "100", "--count", "100,1000", "--json"), err::toString);
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertEquals(100, report.get("results").get(1).get("facts").get("records").asInt());
    assertTrue(report.get("results").get(2).get("nanosPerRecord").asDouble() > 0);
    JsonNode growth = report.get("growth");
    assertEquals(1, growth.size(), growth::toString);
    assertEquals("[100,1000]", growth.get(0).get("counts").toString());
    assertEquals(2, growth.get(0).get("nanos").size());
    assertTrue(growth.get(0).get("factor").asDouble() > 0);
  }

  @Test
  void planningOpensNoFile() throws IOException {
    assertEquals(0, run("plan", "--count", "200", "--json"), err::toString);
    JsonNode facts = new ObjectMapper().readTree(out.toString()).get("results").get(0).get("facts");
    assertEquals(2000, facts.get("blocks").asInt());
    assertEquals(0, facts.get("fileOpens").asInt());
    assertTrue(facts.get("heapBytesPerBlock").asInt() < 1024, facts::toString);
  }

  @Test
  void theDataIsGoneAfterwards() throws IOException {
    assertEquals(0, run("gather", "--records", "100", "--count", "500"), err::toString);
    try (Stream<Path> left = java.nio.file.Files.list(dir)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void wrongUsageIsExitCode2() {
    assertEquals(2, run("scam"));
    assertTrue(err.toString().contains("scan"), err::toString);
    assertEquals(2, run());
    assertEquals(2, run("scan", "--records", "0"));
    assertEquals(2, run("scan", "--check"));
    assertEquals(2, run("--check"), "it has its own sizes");
    assertTrue(err.toString().contains("--check does not have --size"), err::toString);
  }
}
