// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Record;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.layout.RowBlockDecoder;
import dev.recordio.testing.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code read --to rec} and {@code --payloads} write: the forms that clients rely on. */
class ReadRecordsTest extends ReadTestBase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TEXT =
      "1:2 qid:5 0:0.5 3:2\n0:1 qid:5\n-1:3 qid:0 7:1\n1:1 qid:0 4:1\n";

  /** Returns the payloads of records that were written. */
  private List<byte[]> records(Recordio run) throws IOException {
    write("written", run.bytes());
    var records = new ArrayList<byte[]>();
    try (Reader<Record> reader = Readers.open(conf, "recordio:" + path("written"))) {
      while (reader.next()) {
        records.add(reader.get().copy());
      }
    }
    return records;
  }

  private static ByteBuffer words(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] take(ByteBuffer from, int count) {
    var bytes = new byte[count];
    from.get(bytes);
    return bytes;
  }

  /** Returns rows as text, and whether there are weights, query ids and fields. */
  private static List<String> rows(byte[] rowBlocks) throws IOException {
    var decoder = new RowBlockDecoder(IndexType.UINT64);
    decoder.begin(rowBlocks, 0, rowBlocks.length);
    var block = new CsrBlock();
    var rows = new ArrayList<String>();
    while (decoder.next(block)) {
      for (int r = 0; r < block.rows(); r++) {
        var row = new StringBuilder().append(block.labels()[r]);
        row.append(block.hasWeight() ? ":" + block.weights()[r] : "");
        row.append(block.hasQid() ? " qid:" + block.qids()[r] : "");
        for (int i = block.offset(r); i < block.offset(r + 1); i++) {
          row.append(' ').append(block.hasField() ? block.fields()[i] + ":" : "");
          row.append(block.index(i)).append(':').append(block.values()[i]);
        }
        rows.add(row.toString());
      }
      rows.add("end");
    }
    return rows;
  }

  private String text(String name, String lines) throws IOException {
    return Files.writeString(path(name), lines).toString();
  }

  @Test
  void recordsArePayloadsInTheSameFramesAsTheirFiles() throws IOException {
    byte[] magic = {0x0a, 0x23, (byte) 0xd7, (byte) 0xce, 1, 2};
    byte[] input = Damage.file(List.of(magic, new byte[0], Damage.payload(1, 100_000), magic));
    write("in.rec", input);
    assertArrayEquals(input, read("--to rec recordio:{}", path("in.rec")).bytes());
    assertArrayEquals(input, read("--to REC {}", path("in.rec") + " | prefetch(1k)").bytes());
  }

  @Test
  void batchesAreLengthsAndPayloads() throws IOException {
    List<byte[]> batches = records(read("--to rec {}", spec(" | batch(9,tail=pad)")));
    int ordinal = 0;
    for (int batch = 0; batch < 3; batch++) {
      ByteBuffer in = words(batches.get(batch));
      assertEquals(9, in.getInt());
      assertEquals(batch < 2 ? 0 : 4, in.getInt());
      var lengths = new int[9];
      in.asIntBuffer().get(lengths);
      in.position(in.position() + 36);
      for (int length : lengths) {
        byte[] expected = payload(Math.min(ordinal++, RECORDS - 1));
        assertArrayEquals(expected, take(in, length));
      }
      assertEquals(0, in.remaining());
    }
    assertEquals(3, batches.size());
  }

  @Test
  void payloadsOfBatchesAreThoseThatDoNotFillUp() {
    byte[] all = run("cat {}", path("in")).bytes();
    assertArrayEquals(all, read("--payloads {}", spec("")).bytes());
    assertArrayEquals(all, read("--payloads {}", spec(" | batch(9,tail=wrap)")).bytes());
    assertArrayEquals(all, read("--payloads {}", spec(" | batch(2) | batch(3,tail=pad)")).bytes());
  }

  @Test
  void nestedItemsAreWrittenAsItemsOfItems() throws IOException {
    byte[] nested = records(read("--to rec {}", spec(" | batch(2) | batch(3,tail=pad)"))).get(0);
    ByteBuffer in = words(nested);
    assertEquals(List.of(3, 0), List.of(in.getInt(), in.getInt()));
    in.position(8 + 12);
    for (int batch = 0; batch < 3; batch++) {
      ByteBuffer one = words(take(in, in.getInt(8 + 4 * batch)));
      assertEquals(List.of(2, 0), List.of(one.getInt(), one.getInt()));
      one.position(16);
      assertArrayEquals(payload(2 * batch), take(one, one.getInt(8)));
      assertArrayEquals(payload(2 * batch + 1), take(one, one.getInt(12)));
    }
    List<String> lines = read("{}", spec(" | batch(2) | batch(3,tail=pad)")).lines();
    assertEquals("0\t6\t6\t1\t0\t13\t-", lines.get(6));
    assertEquals(RECORDS, lines.size());
  }

  @Test
  void zippedItemsAreWrittenTogether() throws IOException {
    String rows = text("a.libsvm", "1 0:1\n".repeat(RECORDS));
    String spec = spec("") + " | zip(\"libsvm:" + rows + "\")";
    List<byte[]> zipped = records(read("--to rec {}", spec));
    assertEquals(RECORDS, zipped.size());
    ByteBuffer in = words(zipped.get(5));
    assertEquals(List.of(2, 0), List.of(in.getInt(), in.getInt()));
    in.position(16);
    assertArrayEquals(payload(5), take(in, in.getInt(8)));
    assertEquals(List.of("1.0 0:1.0", "end"), rows(take(in, in.getInt(12))));
    List<String> lines = read("{}", spec).lines();
    assertEquals(2 * RECORDS, lines.size());
    assertEquals("0\t5\t5\t-\t0\t8\t-", lines.get(10));
    int row = zipped.get(5).length - 16 - payload(5).length;
    assertEquals("0\t5\t5\t-\t0\t" + row + "\t-", lines.get(11));
  }

  @Test
  void rowsAreRowBlocksOfTheirOwn() throws Exception {
    String spec = "libsvm:" + text("a.libsvm", TEXT) + "?labels=first";
    List<String> expected =
        List.of(
            "1.0:2.0 qid:5 0:0.5 3:2.0",
            "0.0:1.0 qid:5",
            "-1.0:3.0 qid:0 7:1.0",
            "1.0:1.0 qid:0 4:1.0");
    List<byte[]> blocks = records(read("--to rec {}", spec));
    var found = new ArrayList<String>();
    for (byte[] block : blocks) {
      List<String> rows = rows(block);
      assertEquals(List.of(rows.get(0), "end"), rows);
      found.add(rows.get(0));
    }
    assertEquals(expected, found);
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    var lines = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      String hash = HexFormat.of().formatHex(sha256.digest(blocks.get(i)));
      lines.add(String.join("\t", "0", i + "", i + "", "0", "0", blocks.get(i).length + "", hash));
    }
    assertEquals(lines, read("--sha256 {}", spec + " | batch(4)").lines());
    assertEquals(8, rows(read("--payloads {}", spec).bytes()).size());
    write("a.rec", read("--to rec {}", spec + " | batch(3)").bytes());
    String again = "rowblock:" + path("a.rec") + "?index_type=uint64 | batch(4)";
    assertEquals(lines, read("--sha256 {}", again).lines());
  }

  @Test
  void batchesOfRowsAreOneRowBlock() throws IOException {
    String spec = "libsvm:" + text("a.libsvm", TEXT) + "?labels=first" + " | batch(3,tail=pad)";
    List<byte[]> blocks = records(read("--to rec {}", spec));
    List<String> first =
        List.of("1.0:2.0 qid:5 0:0.5 3:2.0", "0.0:1.0 qid:5", "-1.0:3.0 qid:0 7:1.0", "end");
    assertEquals(first, rows(blocks.get(0)));
    String row = "1.0:1.0 qid:0 4:1.0";
    assertEquals(List.of(row, row, row, "end"), rows(blocks.get(1)));
    assertEquals(List.of(row, "end"), rows(read("--payloads {}", spec).bytes()).subList(4, 6));
    String fields = "libfm:" + text("a.libfm", "1 2:3:0.5 0:1:2\n0 0:9:1\n");
    assertEquals(
        List.of("1.0 2:3:0.5 0:1:2.0", "end", "0.0 0:9:1.0", "end"),
        rows(read("--payloads {}", fields).bytes()));
  }

  /** Follows the stream as a client does; after any item it knows the marks of a Java reader. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " | order(epoch,seed=3) | repeat(3)",
        " | order(permutation) | batch(4,tail=wrap) | repeat(2)",
        " | batch(4,tail=drop) | repeat(2)",
        " | shuffle(window=5,seed=1) | repeat(2)",
        " | repeat(2) | batch(5) | prefetch(1k)",
        " | shard(2/3) | repeat(2)",
      })
  void statesOfTheStreamAreThoseOfAReader(String stages) throws IOException {
    conf.set("recordio.input.corrupt-record.policy", "skip");

    if (stages.contains("order(")) {
      ok("index {}", path("in"));
    }
    damage();
    String spec = spec(stages);

    Recordio run = run("read --to rec --with-state {}", spec).ended(5);
    List<byte[]> records = records(run);
    var whole = (ObjectNode) JSON.readTree(json(records.get(0)));
    JsonNode marks = null;
    JsonNode step = null;
    int texts = 0;
    int items = 0;
    try (Reader<?> reader = Readers.open(conf, spec)) {
      assertEquals(JSON.readTree(reader.state().toString()), whole);
      for (byte[] record : records.subList(1, records.size())) {
        int kind = words(record).getInt(record.length - 4);
        if (kind == 1) {
          texts++;
          JsonNode json = JSON.readTree(json(record));
          marks = json.get("marks");
          step = json.get("step");
          continue;
        }
        assertEquals(0, kind);
        assertTrue(reader.next());
        items++;
        whole.set("marks", marks);
        String expected = JSON.readTree(reader.state().toString()).get("marks").toString();
        assertEquals(expected, marks.toString(), spec);

        if (items == 4 && !spec.contains("shard(")) {
          resume(spec, whole, reader.epoch());
        }
        marks = sum(marks, step);
      }
      assertEquals(false, reader.next());
    }
    assertTrue(stages.contains("shuffle") || texts <= 12, texts + " texts for " + items);
  }

  private static String json(byte[] record) {
    assertEquals(1, words(record).getInt(record.length - 4));
    return new String(record, 0, record.length - 4, StandardCharsets.UTF_8);
  }

  private static JsonNode sum(JsonNode marks, JsonNode step) {
    var sum = JSON.createArrayNode();
    for (int i = 0; i < marks.size(); i++) {
      sum.add(marks.get(i).asLong() + step.get(i).asLong());
    }
    return sum;
  }

  private void resume(String spec, JsonNode state, long epoch) throws IOException {
    String saved = text("state", state.toString());
    List<String> all = run("read -q {}", spec).lines();
    List<String> rest = run("read -q --resume {} {}", saved, spec).lines();
    int batch = spec.contains("batch(4") ? 4 : spec.contains("batch(5") ? 5 : 1;
    assertEquals(
        withoutBatch(all.subList(4 * batch, all.size())), withoutBatch(rest), spec + epoch);
  }

  private static List<String> withoutBatch(List<String> lines) {
    return lines.stream()
        .map(line -> line.split("\t"))
        .map(row -> Arrays.asList(row[0], row[1], row[2], row[4], row[5]).toString())
        .toList();
  }

  @Test
  void rowsThatFillUpAreCountedInTheLastWord() throws IOException {
    String spec = "libsvm:" + text("a.libsvm", TEXT) + "?labels=first" + " | batch(3,tail=pad)";
    List<byte[]> records = records(read("--to rec --with-state {}", spec));
    List<Integer> kinds = records.stream().map(r -> words(r).getInt(r.length - 4)).toList();
    assertEquals(List.of(1, 1, 0, 1, 4), kinds);
    assertEquals("rows", JSON.readTree(json(records.get(0))).get("item").asText());
    byte[] last = records.get(4);
    assertEquals(4, rows(Arrays.copyOf(last, last.length - 4)).size());
  }
}
