// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.testing.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader of Parquet that shares no code with Parquet's own reads what csr and export write. */
class HyparquetTest extends CsrTestBase {
  private static final String TEXT = "1 qid:3 0:0.5 126:-2.25\n-0.5 qid:3\n0 qid:9 7:1e-40\n";

  private Path written(String file, String command, Path input) {
    Path output = nextOutput();
    ok(command + " {} {}", input, output);
    return output.resolve(file);
  }

  @Test
  void aReaderInJavaScriptReadsAllLayouts() throws Exception {
    Path node = Node.assumeHas("parquet", "rows.mjs");
    Path text = put("in.libsvm", TEXT);
    Path images;
    try (var in = getClass().getResourceAsStream("/formats/multi.rec")) {
      images = put("multi.rec", in.readAllBytes());
    }
    String shard = "part-00000-00000.parquet";
    var json = new ObjectMapper();
    var read = new ArrayList<JsonNode>();
    for (String line :
        Node.run(
            node.resolve("rows.mjs"),
            written(shard, "csr --to parquet", text),
            written(shard, "csr --to parquet --vectors spark", text),
            written("part-00000.parquet", "export --to parquet --codec zstd", images))) {
      read.add(json.readTree(line));
    }
    assertEquals(
        "[{\"label\":1,\"qid\":\"3\",\"indices\":[0,126],\"values\":[0.5,-2.25]},"
            + "{\"label\":-0.5,\"qid\":\"3\",\"indices\":[],\"values\":[]},"
            + "{\"label\":0,\"qid\":\"9\",\"indices\":[7],\"values\":[9.99994610111476e-41]}]",
        read.get(0).get("rows").toString().replace("E-", "e-"));
    assertEquals(
        "[{\"key\":\"recordio.columns\",\"value\":\"127\"},"
            + "{\"key\":\"recordio.index-base\",\"value\":\"0\"}]",
        read.get(0).get("metadata").toString());
    assertEquals(
        "{\"label\":1,\"qid\":\"3\",\"features\":{\"type\":0,\"size\":127,"
            + "\"indices\":[0,126],\"values\":[0.5,-2.25]}}",
        read.get(1).get("rows").get(0).toString());
    JsonNode record = read.get(2).get("rows").get(0);
    assertEquals(12, read.get(2).get("rows").size());
    assertEquals(
        List.of("key", "image", "labels"),
        record.properties().stream().map(java.util.Map.Entry::getKey).toList());
    assertEquals(3, record.get("labels").size());
    assertEquals("ffd8ff", record.get("image").get("bytes").asText().substring(0, 6));
  }
}
