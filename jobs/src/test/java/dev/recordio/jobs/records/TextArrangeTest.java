// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Python;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;

/** What shuffle, sample, reshard and select write for rows of text. */
class TextArrangeTest extends ArrangeTestBase {
  private static List<String> rows(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> i % 10 + " " + i + ":1" + " 70000:0.5".repeat(i % 3))
        .toList();
  }

  /** Queries of 1 to 7 rows; one id comes back after others. */
  private static List<String> queries(int count) {
    var rows = new ArrayList<String>();
    for (int q = 0; q < count; q++) {
      for (int i = 0; i <= q * 5 % 7; i++) {
        rows.add(i % 3 + " qid:" + (q == 20 ? 3 : 7 + q) + " " + (q * 10 + i) + ":1");
      }
    }
    return rows;
  }

  /** Returns the runs of rows with the same query id. */
  private static List<List<String>> runs(List<String> rows) {
    var runs = new ArrayList<List<String>>();
    String last = "";
    for (String row : rows) {
      String qid = row.split(" ")[1];
      if (!qid.equals(last)) {
        runs.add(new ArrayList<>());
      }
      runs.get(runs.size() - 1).add(row);
      last = qid;
    }
    return runs;
  }

  private static String text(List<String> rows) {
    return String.join("\n", rows) + "\n";
  }

  private byte[] packed(String text, Class<? extends CompressionCodec> type) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out = ReflectionUtils.newInstance(type, conf()).createOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private List<String> lines(String folder) throws IOException {
    return String.join("", texts(folder, ".libsvm")).lines().toList();
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  @Test
  void aShuffleHasEachRowOnceAndTheSameBytesWhateverTheTasks() throws Exception {
    List<String> rows = rows(0, 1500);
    write(
        "in/a",
        "\uFEFF# begin\n" + String.join("\r\n", rows.subList(0, 700)) + "\r\n\r\n# end\r\n");
    write("in/b", String.join("\n \n", rows.subList(700, 1000)));
    write("in/c", String.join("\r", rows.subList(1000, 1500)));
    ok("shuffle --seed 7 --shards 3 ./in ./one");
    List<String> lines = lines("one");
    assertEquals(sorted(rows), sorted(lines));
    assertNotEquals(rows, lines);
    assertEquals(3, texts("one", ".libsvm").size());
    texts("one", ".libsvm").forEach(text -> assertEquals(500, text.lines().count()));
    assertTrue(fs().exists(path("one/_SUCCESS")));
    assertHas(
        readText(path("one/_rows.json")),
        "\"format\" : \"libsvm\"",
        "\"rows\" : 1500",
        "\"file\" : \"part-00002.libsvm\"");
    // Small buckets that do not fit the memory of a reduce task, and other splits.
    String small = "-D recordio.shuffle.bucket-size=4k -D recordio.shuffle.memory=1k ";
    for (String cut : List.of("200", "3001")) {
      ok("shuffle --seed 7 --shards 3 " + small + "-D " + MAX_SPLIT + cut + " ./in ./cut" + cut);
      assertEquals(texts("one", ".libsvm"), texts("cut" + cut, ".libsvm"));
      assertEquals(readText(path("one/_rows.json")), readText(path("cut" + cut + "/_rows.json")));
    }
    ok("shuffle --seed 7 --shards 7 ./in ./seven");
    assertEquals(lines, lines("seven"));
    ok("shuffle --seed 8 --shards 3 ./in ./other");
    assertNotEquals(lines, lines("other"));
  }

  @Test
  void aShuffleMovesWholeQueriesAlsoAcrossSplitsAndFiles() throws Exception {
    List<String> rows = queries(60);
    int cut = rows.indexOf(runs(rows).get(30).get(1)); // within a query
    write("in/a", text(rows.subList(0, cut)).replace("\n", "\n# note\n"));
    write("in/b", "\n");
    write("in/c", text(rows.subList(cut, rows.size())));
    assertHas(ok("shuffle --seed 7 --shards 2 ./in ./one").err(), "the 60 queries, ");
    var moved = new ArrayList<List<String>>();
    for (String text : texts("one", ".libsvm")) {
      List<List<String>> runs = new ArrayList<>();
      List<String> lines = text.lines().toList();
      runs.addAll(runs(lines));
      moved.addAll(runs);
    }
    assertEquals(
        runs(rows).stream().map(List::toString).sorted().toList(),
        moved.stream().map(List::toString).sorted().toList());
    assertNotEquals(runs(rows), moved);
    for (String size : List.of("10", "100", "1000")) { // more splits than rows; and fewer
      ok("shuffle --seed 7 --shards 2 -D " + MAX_SPLIT + size + " ./in ./cut" + size);
      assertEquals(texts("one", ".libsvm"), texts("cut" + size, ".libsvm"));
    }
    assertHas(readText(path("one/_rows.json")), "\"queries\" : 60");
  }

  @Test
  void oneQueryOfManySplitsStaysWhole() throws Exception {
    List<String> rows = IntStream.range(0, 300).mapToObj(i -> "1 qid:4 " + i + ":1").toList();
    write("in", text(rows));
    ok("shuffle --seed 7 --shards 2 -D " + MAX_SPLIT + "100 ./in ./out");
    assertEquals(rows, lines("out"));
  }

  @Test
  void aSampleTakesWholeQueries() throws Exception {
    List<String> rows = queries(60);
    write("in", text(rows));
    ok("sample --count 12 --seed 7 ./in ./twelve");
    List<List<String>> all = runs(rows);
    List<List<String>> twelve = runs(lines("twelve"));
    assertEquals(12, twelve.size());
    assertEquals(all.stream().filter(twelve::contains).toList(), twelve);
    ok("sample --fraction 0.1 --seed 7 ./in ./six");
    assertEquals(6, runs(lines("six")).size());
    assertTrue(twelve.containsAll(runs(lines("six"))));
    assertHas(fails(2, "sample --count 61 --seed 7 ./in ./out"), "there are 60 queries");
    // Without query ids rows are sampled.
    write("plain", text(rows(0, 100)));
    ok("sample --count 10 --seed 7 -D " + MAX_SPLIT + "99 ./plain ./ten");
    List<String> ten = lines("ten");
    assertEquals(10, ten.size());
    assertEquals(rows(0, 100).stream().filter(ten::contains).toList(), ten);
  }

  @Test
  void shardsEndBetweenQueries() throws Exception {
    List<String> rows = queries(60);
    write("in", text(rows));
    for (String options : List.of("--shards 7", "--shard-size 300", "--shards 200")) {
      String name = "out" + options.hashCode();
      ok("reshard " + options + " ./in ./" + name);
      assertEquals(rows, lines(name));
      var runs = new ArrayList<List<String>>();
      texts(name, ".libsvm").forEach(text -> runs.addAll(runs(text.lines().toList())));
      assertEquals(runs(rows), runs);
    }
    write("plain", text(rows(0, 100)));
    ok("reshard --shards 3 ./plain ./three");
    assertEquals(
        List.of(34L, 33L, 33L),
        texts("three", ".libsvm").stream().map(text -> text.lines().count()).toList());
    assertEquals(rows(0, 100), lines("three"));
  }

  @Test
  void theOutputIsCompressedAsTheInputIs() throws Exception {
    List<String> rows = rows(0, 200);
    write("plain", text(rows));
    ok("shuffle --seed 7 --shards 3 ./plain ./plain-out");
    Map<String, Class<? extends CompressionCodec>> codecs =
        new HashMap<>(Map.of(".gz", GzipCodec.class, ".bz2", BZip2Codec.class));
    for (var codec : codecs.entrySet()) {
      String end = codec.getKey();
      write("in" + end, packed(text(rows), codec.getValue()));
      ok("shuffle --seed 7 --shards 3 ./in" + end + " ./shuffled" + end);
      assertEquals(texts("plain-out", ".libsvm"), texts("shuffled" + end, ".libsvm" + end));
      ok("reshard --shards 201 ./in" + end + " ./resharded" + end); // the last one is empty
      List<String> shards = texts("resharded" + end, ".libsvm" + end);
      assertEquals(201, shards.size());
      assertEquals(text(rows), String.join("", shards));
    }
    // Of several kinds the output is plain.
    assertHas(
        ok("reshard --shards 1 {};{} ./mixed", path("in.gz"), path("plain")).err(),
        "several kinds of compression");
    assertEquals(400, lines("mixed").size());
  }

  @Test
  void otherProgramsFindTheSameLinesInPackedShards() throws Exception {
    Python.assumeHas("gzip");
    List<String> rows = rows(0, 500);
    write("in.gz", packed(text(rows), GzipCodec.class));
    ok("shuffle --seed 7 --shards 3 ./in.gz ./out");
    String script =
        """
        import glob, gzip, subprocess, sys
        def lines(command):
            return subprocess.run(["sh", "-c", command + " | LC_ALL=C sort"], stdout=-1, check=True).stdout
        out = "".join(" '%s'" % f for f in sorted(glob.glob(sys.argv[2] + "/part-*.libsvm.gz")))
        print(lines("gzip -dc '%s'" % sys.argv[1]) == lines("gzip -dc" + out))
        """;
    assertEquals(
        "True",
        Python.run(
            script,
            java.nio.file.Path.of(path("in.gz").toUri()),
            java.nio.file.Path.of(path("out").toUri())));
  }

  @Test
  void theHeaderOfCsvBeginsEachShard() throws Exception {
    List<String> rows = IntStream.range(0, 50).mapToObj(i -> i + ",w" + i + ",\"a,b\"").toList();
    write("in/a.csv", "\uFEFF\n  id , word,\"x\"\r\n" + text(rows.subList(0, 20)));
    write("in/b.csv", "  id , word,\"x\"\n" + text(rows.subList(20, 50)));
    ok("shuffle --seed 7 --shards 3 -D " + MAX_SPLIT + "64 ./in ./shuffled");
    var lines = new ArrayList<String>();
    for (String text : texts("shuffled", ".csv")) {
      List<String> shard = text.lines().toList();
      assertEquals("  id , word,\"x\"", shard.get(0));
      lines.addAll(shard.subList(1, shard.size()));
    }
    assertEquals(sorted(rows), sorted(lines));
    assertNotEquals(rows, lines);
    ok("reshard --shards 60 ./in ./many"); // rows or not
    assertEquals(60, texts("many", ".csv").size());
    texts("many", ".csv").forEach(text -> assertTrue(text.startsWith("  id , word,\"x\"\n"), text));

    write("more/a.csv", "id,word,x\n1,2,3\n");
    write("more/b.csv", "1,2,3\n");
    write("more/c.csv", "\n");
    assertHas(
        fails(3, "reshard --shards 1 ./more ./out"),
        "headers differ: ",
        "a.csv has \"id,word,x\", ",
        "b.csv has none");
    // A file without rows and header is of any header; text that looks like CSV is said to be.
    write("say/a", "id,word,x\n1,2,3\n");
    write("say/c", "\n");
    assertHas(
        ok("reshard --shards 1 ./say ./said").err(),
        "is taken for csv",
        "stats --format csv file:");
    assertEquals(List.of("id,word,x\n1,2,3\n"), texts("said", ".csv"));
    ok("reshard --shards 1 ./more?header=no ./data");
    assertEquals(List.of("id,word,x\n1,2,3\n1,2,3\n"), texts("data", ".csv"));
  }

  @Test
  void fieldsOfLibfmAreCopied() throws Exception {
    List<String> rows = IntStream.range(0, 30).mapToObj(i -> i % 2 + " 1:" + i + ":0.5").toList();
    write("in.libfm", text(rows));
    ok("shuffle --seed 7 --shards 2 ./in.libfm ./out");
    String all = String.join("", texts("out", ".libfm"));
    assertEquals(sorted(rows), sorted(all.lines().toList()));
    ok("sample --count 30 --format libffm ./in.libfm ./all");
    assertEquals(List.of(text(rows)), texts("all", ".libfm"));
  }

  @Test
  void rowsAreSelectedByLabel() throws Exception {
    List<String> rows = rows(0, 103);
    write("in", text(rows));
    ok("select --label 3,5 -D " + MAX_SPLIT + "500 ./in ./some");
    assertEquals(
        rows.stream().filter(r -> r.startsWith("3 ") || r.startsWith("5 ")).toList(),
        lines("some"));
    ok("select --min-per-label 11 ./in ./frequent");
    assertEquals(rows.stream().filter(r -> r.charAt(0) < '3').toList(), lines("frequent"));
    assertHas(fails(2, "select --keys 1 ./in ./out"), "rows of text have no keys");
    assertHas(fails(3, "select --label 77 ./in ./out"), "no record has one of the labels");
  }

  @Test
  void whatWouldNoLongerFitIsRefused() throws Exception {
    write("in/a.libsvm", "1 1:1\n0 1:1\n");
    write("in/a.libsvm.weight", "1\n2\n");
    for (String command :
        new LinkedHashSet<>(List.of("shuffle", "sample --count 1", "reshard --shards 1"))) {
      assertHas(
          fails(2, command + " ./in ./out"),
          "a.libsvm.weight; csr --to libsvm writes weights and groups into the text");
    }
    ok("shuffle -D recordio.csr.side-files=none ./in ./alone");
    assertHas(fails(2, "shuffle --format sagemaker ./in ./out"), "--format is 'sagemaker'");
    assertHas(fails(2, "shuffle --mode dmlc -D recordio.csr.side-files=none ./in ./out"), "dmlc");
  }

  @Test
  void wrongLinesAreErrorsOrLeftOut() throws Exception {
    write("in", "1 2:3\nlabel 1:2\n0 1:1 5:x\n1 7:1\n");
    assertHas(fails(3, "shuffle ./in ./out"), "bad-label: ", "in at offset 6");
    assertHas(
        run("shuffle --mode lenient ./in ./lenient").ended(5).err(),
        "lines without a label left out  1");
    assertEquals(sorted(List.of("1 2:3", "0 1:1 5:x", "1 7:1")), sorted(lines("lenient")));
    write("mixed", "1 qid:1 1:1\n1 2:3\n1 qid:1 2:3\n");
    assertHas(fails(3, "shuffle ./mixed ./out"), "mixed-qids: ");
    ok("shuffle --mode lenient ./mixed ./three");
    assertEquals(3, lines("three").size());
    assertFalse(fs().exists(path("out")));
  }

  @Test
  void textWithoutRowsIsOneEmptyShard() throws Exception {
    write("in", "# nothing\n\n");
    ok("shuffle ./in ./shuffled");
    ok("reshard --shards 1 ./in ./resharded");
    assertEquals(List.of(""), texts("shuffled", ".libsvm"));
    assertEquals(List.of(""), texts("resharded", ".libsvm"));
  }

  @Test
  void aDryRunWritesNothing() throws Exception {
    write("in", text(queries(60)));
    assertHas(ok("shuffle --dry-run --shards 4 ./in ./out").out(), "would get 4 shards");
    assertFalse(fs().exists(path("out")));
  }
}
