// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What reshard, split, sample and select write. */
@Supports(row = "shuffle, split, reshard, sample, select existing .rec", engine = "command line")
public abstract class AbstractCopyTest extends ArrangeTestBase {
  @Tag("hdfs")
  @Test
  void reshardKeepsOrderAndBytes() throws IOException {
    List<String> files =
        Stream.of("multi/part-0.rec", "multi/part-1.rec", "multi/part-2.rec").toList();
    var whole = new ByteArrayOutputStream();
    var inputs = new ArrayList<String>();
    for (String file : files) {
      whole.writeBytes(Fixtures.bytes(file));
      inputs.add(input(file));
    }
    String list = String.join(";", inputs);
    ok("reshard --shards 1 {} ./merged", list);
    assertArrayEquals(whole.toByteArray(), end2end("merged"));
    ok("reshard --shards 7 -D {}5000 {} ./seven", MAX_SPLIT, list);
    assertArrayEquals(whole.toByteArray(), end2end("seven"));
    List<Integer> sizes = sizes(shards("seven"));
    assertEquals(7, sizes.size());
    assertTrue(sizes.get(0) - sizes.get(6) <= 1, sizes.toString());

    int size = whole.size() / 5 + 1;
    ok("reshard --shard-size {} {} ./sized", size, list);
    assertEquals(5, shards("sized").size());
    assertArrayEquals(whole.toByteArray(), end2end("sized"));
    // The index is the same as a newly made index of the file.
    List<String> index = readText(shard("seven", 1, ".idx")).lines().toList();
    List<String> records =
        ok("records {}", shard("seven", 1, ".rec").toString()).lines().stream()
            .map(line -> line.split("\t"))
            .map(cell -> cell[0] + "\t" + cell[1])
            .toList();
    assertEquals(records, index);
  }

  @Test
  void splitSharesRecordsOutExactlyAndKeepsTheirOrder() throws IOException {
    Path input = numbered("in.rec", 0, 999);
    String fractions = "train=0.8,val=0.15,test=0.05";
    ok("split --fractions {} --seed 3 {} ./out", fractions, input);
    var found = new TreeMap<Integer, String>();
    List<String> before = framed(input);
    for (String subset : List.of("train", "val", "test")) {
      List<String> records = framed(shard("out/" + subset, 0, ".rec"));
      List<Integer> places = records.stream().map(before::indexOf).toList();
      assertEquals(places.stream().sorted().toList(), places);
      places.forEach(place -> assertEquals(null, found.put(place, subset)));
      assertEquals(
          subset.equals("train") ? 799 : subset.equals("val") ? 150 : 50, records.size(), subset);
    }
    assertEquals(999, found.size());
    assertTrue(fs().exists(path("out/_SUCCESS")));

    ok("split --fractions {} --seed 3 -D {}777 {} ./again", fractions, MAX_SPLIT, input);
    assertSameFiles("out/val", "again/val");
  }

  @Test
  void splitByLabelAndByKey() throws IOException {
    Path input = numbered("in.rec", 0, 1000); // ten labels of 100 records
    ok("split --fractions train=0.9,val=0.1 --stratify {} ./labels", input);
    JsonNode labels =
        ok("info --json {}", shard("labels/val", 0, ".rec").toString()).json().get("labels");
    assertEquals(10, labels.size(), labels.toString());
    labels.forEach(label -> assertEquals(10, label.get("records").asInt(), label.toString()));

    // The same keys again: a group of two for each.
    numbered("in2.rec", 0, 1000);
    ok("split --fractions train=0.9,val=0.1 --group-by key {},{} ./groups", input, path("in2.rec"));
    List<String> chosen = framed(shard("groups/val", 0, ".rec"));
    assertTrue(chosen.size() > 100 && chosen.size() < 300, chosen.size() + "");
    assertEquals(chosen.size(), 2 * chosen.stream().distinct().count());
  }

  @Test
  void sampleTakesAsManyAsAskedInTheirOrder() throws IOException {
    Path input = numbered("in.rec", 0, 1000);
    ok("sample --count 10 --seed 5 {} ./ten", input);
    ok("sample --fraction 0.0104 --seed 5 {} ./fraction", input);
    assertSameFiles("ten", "fraction");
    List<String> before = framed(input);
    List<Integer> places = framed(shard("ten", 0, ".rec")).stream().map(before::indexOf).toList();
    assertEquals(10, places.stream().distinct().count());
    assertEquals(places.stream().sorted().toList(), places);

    assertHas(fails(2, "sample --count 1001 {} ./out", input), "1001", "1000 records");
  }

  @Tag("hdfs")
  @Test
  void selectFindsKeysInTheIndexOrElseInTheHeader() throws IOException {
    Path input = numbered("in.rec", 100, 50);
    Path keys = write("keys.txt", "107\t0 and more\n\n149\r\n5\n".getBytes());
    assertHas(ok("select --keys {} {} ./header", keys, input).err(), "no record has them  1");
    assertEquals(
        List.of(framed(input).get(7), framed(input).get(49)), framed(shard("header", 0, ".rec")));

    String indexed = input("indexed.rec");
    write("indexed.idx", Fixtures.bytes("indexed.idx"));
    String[] line = Fixtures.lines("indexed.idx").get(3).split("\t");
    ok("select --keys {} -D {}3000 {} ./index", line[0], MAX_SPLIT, indexed);
    assertEquals(List.of(framed(new Path(indexed)).get(3)), framed(shard("index", 0, ".rec")));

    write("indexed.idx", (line[0] + "\t" + (Long.parseLong(line[1]) + 4) + "\n").getBytes());
    assertHas(
        fails(3, "select --keys {} {} ./out", line[0], indexed), "the index does not fit the file");

    ok("select --label 3,4 {} ./labels", input);
    assertEquals(10, framed(shard("labels", 0, ".rec")).size());
    assertHas(fails(3, "select --label 77 {} ./out", input), "no record");
    write("bad.txt", "1\nx2\n".getBytes());
    assertHas(fails(3, "select --keys ./bad.txt {} ./out", input), "bad.txt at offset 2, line 2");
  }

  @Test
  void keysOfTheShardsCanBeTheImagesOwn() throws IOException {
    Path input = numbered("in.rec", 500, 20);
    ok("sample --count 20 -D recordio.output.index.keys=key {} ./out", input);
    List<String> index = readText(shard("out", 0, ".idx")).lines().toList();
    assertEquals(20, index.size());
    assertTrue(index.get(0).startsWith("500\t") && index.get(19).startsWith("519\t"));
  }

  @Test
  @Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "command line")
  void compressedInputIsReadFromItsStart() throws IOException {
    Path plain = numbered("in.rec", 0, 300);
    Path zipped = path("in.rec.gz");
    try (OutputStream out = new GZIPOutputStream(fs().create(zipped))) {
      out.write(read(plain));
    }
    ok("reshard --shards 3 {} ./resharded", zipped);
    assertArrayEquals(read(plain), end2end("resharded"));
    ok("shuffle --shards 3 {} ./one", plain);
    ok("shuffle --shards 3 {} ./two", zipped);
    assertSameFiles("one", "two");
  }

  @Test
  void damageIsAnErrorOrLeftOutOfTheNumbers() throws IOException {
    Path input = numbered("in.rec", 0, 100);
    List<String> before = framed(input);
    byte[] bytes = read(input);
    int at = (int) offset(input, 40);
    bytes[at] ^= 1; // the magic word of record 40
    write("in.rec", bytes);
    for (String command : List.of("shuffle", "reshard")) {
      assertHas(fails(3, "{} --shards 2 {} ./out", command, input), "in.rec at offset " + at);
      assertHas(
          run("{} --shards 2 -D {} {} {}", command, SKIP, input, out(command)).ended(5).err(),
          "damaged records passed over  1");
      assertEquals(99, all(shards(command)).size());
    }
    var expected = new ArrayList<>(before);
    expected.remove(40);
    assertEquals(expected, all(shards("reshard")));
    assertHas(
        fails(
            2,
            "reshard --shards 2 -D recordio.input.corrupt-record.policy=quarantine {} ./out",
            input),
        "quarantine-dir");
  }

  @Test
  void invalidSettingsAndInputAreReportedAndLeaveNoOutput() throws IOException {
    String input = input("mixed.rec");
    fails(2, "shuffle --shards 0 {} ./out", input);
    fails(2, "shuffle --shards 2 --shard-size 1m {} ./out", input);
    fails(2, "reshard {} ./out", input);
    fails(2, "sample {} ./out", input);
    fails(2, "select {} ./out", input);
    fails(2, "split {} ./out", input);
    fails(2, "split --fractions a=0.5 {} ./out", input);
    assertHas(fails(2, "split --fractions a=1 --group-by qid {} ./out", input), "qid");
    fails(3, "shuffle ./missing.rec ./out");
    write("empty.rec", new byte[0]);
    assertHas(fails(3, "shuffle ./empty.rec ./out"), "no record");
    // Records without an image header have no label.
    assertHas(fails(3, "split --fractions a=1 --stratify {} ./out", input), "mixed.rec at offset");

    ok("reshard --shards 1 {} ./out", input);
    assertHas(
        run("reshard --shards 1 {} ./out", input).ended(2).err(),
        "output exists already: " + out("out"));
  }

  private long offset(Path file, int ordinal) throws IOException {
    return Long.parseLong(ok("records {}", file).lines().get(ordinal).split("\t")[1]);
  }
}
