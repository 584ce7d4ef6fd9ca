// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.junit.jupiter.api.Test;

/** What split writes for LibSVM text. */
class TextSplitTest extends ArrangeTestBase {
  private static final String FRACTIONS = "train=0.8,val=0.15,test=0.05";
  private static final List<String> SUBSETS = List.of("train", "val", "test");

  private static byte[] fixture(String name) throws IOException {
    try (InputStream in = TextSplitTest.class.getResourceAsStream("/fixtures/csr/" + name)) {
      return in.readAllBytes();
    }
  }

  private String text(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Different rows of ten labels, of several lengths. */
  private static List<String> rows(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> i % 10 + " " + i + ":1" + " 70000:0.5".repeat(i % 3))
        .toList();
  }

  /** Returns the lines of all shards of a subset. */
  private List<String> lines(String subset) throws IOException {
    return lines(subset, ".libsvm");
  }

  private List<String> lines(String subset, String suffix) throws IOException {
    var lines = new ArrayList<String>();
    for (String text : texts(subset, suffix)) {
      assertFalse(text.contains("\r"), subset);
      assertTrue(text.isEmpty() || text.endsWith("\n"), subset);
      lines.addAll(text.lines().toList());
    }
    return lines;
  }

  /** Checks that the subsets have each row once, in order; returns the sizes. */
  private List<Integer> partition(List<String> rows, String output) throws IOException {
    var all = new ArrayList<String>();
    var sizes = new ArrayList<Integer>();
    for (String subset : SUBSETS) {
      List<String> lines = lines(output + "/" + subset);
      assertEquals(rows.stream().filter(Set.copyOf(lines)::contains).toList(), lines, subset);
      all.addAll(lines);
      sizes.add(lines.size());
    }
    assertEquals(rows.stream().sorted().toList(), all.stream().sorted().toList());
    assertTrue(fs().exists(path(output + "/_SUCCESS")));
    return sizes;
  }

  private void split(String input, String output, String options) throws IOException {
    ok("split --fractions {} --seed 3 " + options + " {} {}", FRACTIONS, input, path(output));
  }

  @Test
  void filesOfNumbersAboutRowsAreRefused() throws Exception {
    text("side/a", "1 1:1\n0 1:1\n");
    text("side/a.weight", "1\n2\n");
    assertHas(
        fails(2, "split --fractions a=0.5,b=0.5 ./side ./out"), "a.weight; csr --to libsvm writes");
    ok("split --fractions a=0.5,b=0.5 -D recordio.csr.side-files=none ./side ./out");
  }

  @Test
  void filesThatAreNotAlikeAreRefused() throws Exception {
    text("mixed/a", "1:2 1:1\n");
    text("mixed/b", "0 1:1\n");
    assertHas(
        run("split --fractions a=0.5,b=0.5 ./mixed ./out").ended(3).err(),
        "mixed-weights: expected weights in all rows");
    assertFalse(fs().exists(path("out")));
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = "command line")
  void rowsAreSharedOutExactlyWhateverTheSplits() throws IOException {
    // A byte order mark, comments, blank lines, three kinds of line ends, and none at the end.
    List<String> first = rows(0, 700);
    List<String> second = rows(700, 299);
    String a = text("a.txt", "\uFEFF" + String.join("\r\n", first) + "\r\n\r\n# the end\r\n");
    String b = text("b.txt", "# no row\n\n" + String.join("\n \n", second.subList(0, 200)) + "\r");
    String c = text("c.txt", String.join("\r", second.subList(200, 299)));
    String list = a + ";" + b + ";" + c;
    List<String> rows = rows(0, 999);
    split(list, "whole", "");
    assertEquals(List.of(799, 150, 50), partition(rows, "whole"));

    split(list, "cut", "-D " + MAX_SPLIT + "777 -D recordio.input.buffer-size=64");
    split(list, "again", "--shards 3 -D " + MAX_SPLIT + "4001");
    for (String subset : SUBSETS) {
      Path whole = shard("whole/" + subset, 0, ".libsvm");
      assertEquals(readText(whole), readText(shard("cut/" + subset, 0, ".libsvm")));
      assertEquals(lines("whole/" + subset), lines("again/" + subset));
      assertTrue(fs().exists(shard("again/" + subset, 2, ".libsvm")));
    }
    // Shards by size count line feeds too.
    split(list, "sized", "--shard-size 2000");
    long bytes = fs().getFileStatus(shard("whole/train", 0, ".libsvm")).getLen();
    int shards = (int) ((bytes + 1999) / 2000);
    assertTrue(fs().exists(shard("sized/train", shards - 1, ".libsvm")));
    assertFalse(fs().exists(shard("sized/train", shards, ".libsvm")));
    assertEquals(lines("whole/train"), lines("sized/train"));
  }

  @Test
  @Supports(
      row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
      engine = "command line")
  void compressedTextGivesTheSameAsPlainText() throws IOException {
    byte[] plain = fixture("crlf_no_final_newline.libsvm");
    List<String> rows = new String(plain, StandardCharsets.UTF_8).lines().toList();
    split(write("in.libsvm", plain).toString(), "plain", "");
    partition(rows, "plain");
    var gzip = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(gzip)) {
      out.write(plain);
    }
    split(write("in.libsvm.gz", gzip.toByteArray()).toString(), "gzip", "");
    var bzip2 = new ByteArrayOutputStream();
    var codec = new BZip2Codec();
    codec.setConf(conf());
    try (OutputStream out = codec.createOutputStream(bzip2)) {
      out.write(plain);
    }
    String packed = write("in.libsvm.bz2", bzip2.toByteArray()).toString();
    split(packed, "bzip2", "-D " + MAX_SPLIT + "100");
    for (String subset : SUBSETS) {
      assertEquals(lines("plain/" + subset), lines("gzip/" + subset, ".libsvm.gz"));
      assertEquals(lines("plain/" + subset), lines("bzip2/" + subset, ".libsvm.bz2"));
    }
  }

  @Test
  void everyLabelIsSharedOut() throws IOException {
    List<String> rows = rows(0, 1000); // ten labels of 100 rows
    String input = text("in.libsvm", String.join("\n", rows));
    split(input + "?format=libsvm", "labels", "--stratify -D " + MAX_SPLIT + "3000");
    assertEquals(List.of(800, 150, 50), partition(rows, "labels"));
    int subset = 0;
    for (int share : List.of(80, 15, 5)) {
      lines("labels/" + SUBSETS.get(subset++)).stream()
          .collect(Collectors.groupingBy(line -> line.charAt(0), Collectors.counting()))
          .forEach((label, count) -> assertEquals(share, count, label.toString()));
    }
  }

  @Test
  void rowsOfAQueryStayTogether() throws IOException {
    byte[] text = fixture("rank_qid.libsvm");
    String input = write("rank.libsvm", text).toString();
    List<String> rows = new String(text, StandardCharsets.UTF_8).lines().toList();
    split(input, "groups", "--group-by qid -D " + MAX_SPLIT + "1000");
    partition(rows, "groups");
    // The same queries again, not adjacent to the first ones: they go to the same subsets.
    split(input + "," + input, "twice", "--group-by qid");
    var subsetOf = new HashMap<String, String>();
    for (String subset : SUBSETS) {
      List<String> lines = lines("groups/" + subset);
      for (String line : lines) {
        String before = subsetOf.put(line.split(" ")[1], subset);
        assertTrue(before == null || before.equals(subset), line);
      }
      var twice = new ArrayList<>(lines);
      twice.addAll(lines);
      assertEquals(twice, lines("twice/" + subset));
    }
    assertTrue(Set.copyOf(subsetOf.values()).size() > 1, subsetOf.toString());
  }

  @Test
  void wrongLinesAreErrorsOrLeftOut() throws IOException {
    String input = text("in.libsvm", "1 2:3\nlabel 1:2\n0 1:1 5:x\n1 7:1\n");
    assertHas(
        fails(3, "split --fractions a=1 {} ./out", input), "bad-label: ", "in.libsvm at offset 6");

    assertHas(
        run("split --fractions a=1 --mode lenient {} ./lenient", input).ended(5).err(),
        "lines without a label left out  1");
    assertEquals(List.of("1 2:3", "0 1:1 5:x", "1 7:1"), lines("lenient/a"));

    assertHas(
        fails(3, "split --fractions a=1 --group-by qid {} ./out", ok3()),
        "a row without a query id: ",
        "ok.libsvm");
    String comments = text("comments.libsvm", "# nothing\n\n");
    assertHas(fails(3, "split --fractions a=1 {} ./out", comments), "nothing");
  }

  private String ok3() throws IOException {
    return text("ok.libsvm", "1 2:3\n0 1:1\n1 7:1\n");
  }

  @Test
  void whatDoesNotFitTheInputIsRefused() throws IOException {
    String input = ok3();
    String split = "split --fractions a=1 {} ./out ";
    assertHas(fails(2, split + "--group-by key", input), "group by qid");
    assertHas(fails(2, split + "--format rowblock", input), "--format is 'rowblock'");
    assertHas(fails(2, split, input + "?format=numbers"), "libsvm.format is 'numbers'");
    assertHas(fails(2, split + "--mode dmlc", input), "--mode is dmlc");
    String records = input("mixed.rec");
    assertHas(fails(2, split + "--group-by qid", records), "group by key");
    assertHas(
        fails(3, "split --fractions a=1 --format libsvm {} ./out", records), "not a text file: ");
    // The first file decides the format; a later file that is not text is an error.
    fails(3, "split --fractions a=1 {};{} ./out", input, records);
  }
}
