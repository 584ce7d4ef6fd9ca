// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records of several labels: boxes, as ImageDetRecordIter reads them, or attributes. No command
 * takes the first label for the class by itself.
 */
class SeveralLabelsTest extends FaceTestBase {
  /** Header width, object width, two more; then class and corners of each box. */
  private static final List<float[]> BOXES =
      List.of(
          new float[] {4, 5, 40, 30, 0, 0.1f, 0.2f, 0.3f, 0.4f},
          new float[] {4, 5, 40, 30, 1, 0.1f, 0.2f, 0.3f, 0.4f, 2, 0.5f, 0.5f, 0.9f, 0.9f},
          new float[] {4, 5, 40, 30, 1, 0.2f, 0.2f, 0.3f, 0.4f});

  private String boxes() throws IOException {
    return flat("boxes", 7, BOXES.size(), BOXES::get);
  }

  /** Returns the labels of the records of a shard, in order. */
  private List<List<Float>> labels(String shard) throws IOException {
    var all = new ArrayList<List<Float>>();
    for (long offset : index(shard + ".idx").values()) {
      all.add(face(path(shard + ".rec"), offset).labels());
    }
    return all;
  }

  private static List<List<Float>> lists(List<float[]> labels) {
    var lists = new ArrayList<List<Float>>();
    for (float[] of : labels) {
      var list = new ArrayList<Float>();
      for (float label : of) {
        list.add(label);
      }
      lists.add(list);
    }
    return lists;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "normalize --relabel",
        "normalize --to insightface",
        "split --stratify --fractions a=0.5,b=0.5",
        "select --label 4",
        "select --min-per-label 2",
        "merge"
      })
  void whatNeedsAClassIsRefusedUnlessItIsSaidWhichLabelThatIs(String command) throws IOException {
    String boxes = boxes();
    String err = fails(3, command + " {} ./out", boxes);
    assertHas(err, "boxes.rec at offset 0: expected one label", "found 9", "--label-column K");
    assertEquals(1, err.lines().filter(line -> line.startsWith("recordio: ")).count(), err);
    String line = command.replace("--label 4", "--label 1") + " --label-column {} {} ";
    ok(line + "./out", 4, boxes);
    assertHas(
        run(line + "./few", 9, boxes).ended(3).err(),
        "boxes.rec at offset ",
        "10 labels or more",
        "found 9");
  }

  @Test
  void flatRecordsKeepAllLabelsUnlessOneIsTheClass() throws IOException {
    String boxes = boxes();
    ok("normalize {} ./whole", boxes);
    assertEquals(lists(BOXES), labels("whole/part-00000"));
    assertArrayEquals(read(path("boxes.rec")), read(shard("whole", 0, ".rec")));
    ok("normalize --label-column 4 {} ./class", boxes);
    assertEquals(List.of(List.of(0f), List.of(1f), List.of(1f)), labels("class/part-00000"));
    ok("normalize --label-column 5 --relabel {} ./relabeled", boxes);
    assertEquals(List.of(List.of(0f), List.of(0f), List.of(1f)), labels("relabeled/part-00000"));
    ok("normalize --to insightface --label-column 4 {} ./faces", boxes);
    assertEquals(List.of("0\t1", "1\t2"), ok("labels ./faces/train.rec").lines());
  }

  /** Records of one label are among those of several: column 0 is what they have. */
  @Test
  void recordsOfOneLabelHaveTheirClassInColumnZero() throws IOException {
    String mixed = flat("mixed", 0, 3, i -> i == 1 ? new float[] {3, 9} : new float[] {i});
    assertHas(
        fails(3, "select --min-per-label 1 {} ./out", mixed),
        "mixed.rec at offset " + index("mixed.idx").get(1L));
    ok("select --label-column 0 --label 3 {} ./three", mixed);
    assertEquals(List.of(List.of(3f, 9f)), labels("three/part-00000"));
    assertHas(
        fails(3, "select --label-column 1 --label 9 {} ./out", mixed),
        "mixed.rec at offset 0: expected 2 labels or more");
    ok("normalize {} ./whole", mixed);
    assertEquals(List.of(List.of(0f), List.of(3f, 9f), List.of(2f)), labels("whole/part-00000"));
  }

  @Test
  void mergeKeepsThemWholeUnderOffsetsOfZeroOrShiftsTheClass() throws IOException {
    String boxes = boxes();
    String one = flat("one", 0, 2, i -> new float[] {i});
    assertHas(fails(3, "merge {} {} ./out", boxes, one), "--label-offsets 0,0 ");
    assertHas(
        fails(3, "merge --label-offsets 0,1 {} {} ./out", one, boxes),
        "boxes.rec at offset 0: expected one label");
    ok("merge --label-offsets 0,0 {} {} ./kept", boxes, boxes);
    List<List<Float>> twice = new ArrayList<>(lists(BOXES));
    twice.addAll(lists(BOXES));
    assertEquals(twice, labels("kept/part-00000"));
    Recordio run = ok("merge --label-offsets 0,7 {} {} ./other", boxes, one);
    assertEquals(List.of(boxes + "\t0\t3", one + "\t7\t2"), run.lines());
    run = ok("merge --label-column 4 {} {} ./shifted", boxes, boxes);
    assertEquals(List.of(boxes + "\t0\t3", boxes + "\t2\t3"), run.lines());
    assertEquals(
        List.of(4f, 5f, 40f, 30f, 3f, 0.1f, 0.2f, 0.3f, 0.4f, 2f, 0.5f, 0.5f, 0.9f, 0.9f),
        labels("shifted/part-00000").get(4));
  }

  @Test
  void whatOnlyLooksCountsTheFirstLabelAndSaysSo() throws IOException {
    String boxes = boxes();
    Recordio run = ok("-q labels {}", boxes);
    assertEquals(List.of("4\t3"), run.lines());
    assertTrue(run.err().startsWith("note: 3 records have several labels"), run.err());
    assertHas(run.err(), "--label-column K");
    assertHas(ok("labels --json {}", boxes).out(), "\"severalLabels\" : 3", "\"notes\"");
    run = ok("-q labels --label-column 4 {}", boxes);
    assertEquals(List.of("0\t1", "1\t2"), run.lines());
    assertEquals("", run.err());
    run = ok("-q info {}", boxes);
    assertHas(run.err(), "note: records have several labels, up to 14");
    assertHas(run.out(), "  first label 4.0 ");
    assertHas(
        ok("report {} -o ./report.html", boxes).err(),
        "note: records have several labels, up to 14");
    assertTrue(text("report.html").contains("several labels"), "in the section of labels");
  }

  /** Images of InsightFace have two labels, the first of which is the class. */
  @Test
  void theClassOfFacesIsKnown() throws IOException {
    String set = put("train");
    for (String command : List.of("labels", "info")) {
      Recordio run = ok("-q {} {}", command, set);
      assertEquals("", run.err());
    }
    assertEquals("", ok("-q report {} -o ./r.html", set).err());
    ok("select --min-per-label 3 {} ./select", set);
    ok("merge {} {} ./merge", set, set);
    ok("normalize --relabel {} ./flat", set);
    assertEquals(List.of(1), sizesOf(labels("flat/part-00000")));
  }

  private static List<Integer> sizesOf(List<List<Float>> labels) {
    return labels.stream().map(List::size).distinct().toList();
  }

  @Test
  void theOptionIsRefusedWhereNoClassIsNeeded() throws IOException {
    String boxes = boxes();
    assertHas(
        fails(2, "split --label-column 1 --fractions a=1 {} ./out", boxes),
        "--label-column",
        "--stratify");
    assertHas(fails(2, "select --label-column 1 --keys 7 {} ./out", boxes), "--label-column");
    assertHas(fails(2, "normalize --label-column -1 {} ./out", boxes), "--label-column is '-1'");
    write("rows.libsvm", "1 0:1\n".getBytes());
    assertHas(
        fails(2, "split --stratify --label-column 1 --fractions a=1 ./rows.libsvm ./out"),
        "--label-column",
        "rows");
    assertFalse(fs().exists(path("out")));
  }

  /** It looks like the record with key 0 of an InsightFace set. */
  @Test
  void anEmptyImageWithTwoAttributesIsARecordLikeOthers() throws IOException {
    Path file = path("attributes.rec");
    try (var writer = RecordFileWriter.create(conf(), file, path("attributes.idx"))) {
      for (int i = 0; i < 3; i++) {
        byte[] payload = new byte[ImageRecordHeader.bytes(2) + 5 * i];
        ImageRecordHeader.write(payload, 0, i, 0, new float[] {1, i}, 2);
        writer.write(i, payload, 0, payload.length);
      }
    }
    String input = file.toString();
    assertEquals(List.of("1\t3"), ok("labels {}", input).lines());
    assertEquals(List.of("0\t1", "1\t1", "2\t1"), ok("labels --label-column 1 {}", input).lines());
    assertHas(ok("info --json {}", input).out(), "\"dialect\" : \"plain\"");
    ok("normalize {} ./whole", input);
    assertArrayEquals(read(file), read(shard("whole", 0, ".rec")));
    ok("merge --label-offsets 0,0 {} {} ./merged", input, input);
    ok("shuffle {} ./shuffled", input);
    ok("export --to folder {} ./files", input);
  }
}
