// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FaceSets;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the commands do with InsightFace sets: those that look show all, the others take images. */
class FaceSetsTest extends FaceTestBase {
  private static final List<String> COUNTS = List.of("0\t3", "1\t1", "2\t4", "3\t3");

  @ParameterizedTest
  @ValueSource(strings = {"train", "merged", "noident"})
  void imagesAloneAreCountedInSplitsOfAnySize(String name) throws IOException {
    String set = put(name);
    Recordio run = ok("labels {}", set);
    assertEquals(COUNTS, run.lines());
    String leftOut = "bookkeeping records left out  " + (name.equals("noident") ? 1 : 5);
    assertHas(run.err(), leftOut);
    if (!name.equals("merged")) {
      return;
    }
    assertEquals(COUNTS, ok("labels -D {} {}", MAX_SPLIT + 300, set).lines());
    Recordio plain = ok("labels -D recordio.input.dialect=plain {}", set);
    assertTrue(plain.lines().contains("12\t1"), "the first bound of key 0, or of an identity");
  }

  @Test
  void infoKnowsASetByTheIdsInAJobToo() throws IOException {
    String set = put("train");
    fs().delete(path("train.idx"), false);
    assertHas(
        ok("info -D recordio.info.job-above=1 -D {} --json {}", MAX_SPLIT + 200, set).out(),
        "\"images\" : 11,");
    assertHas(ok("info {}", set).out(), "insightface");
    assertHas(
        ok("info --json -D recordio.input.dialect=plain {}", set).out(), "\"dialect\" : \"plain\"");
    // a set of two labels, of which one record looks like key 0
    String flat = flat("flat", 1, 3, i -> new float[] {i, 5});
    byte[] both = read(path("flat.rec"));
    byte[] zero = Damage.file(List.of(zeroOf(9, 12)));
    byte[] all = Arrays.copyOf(both, both.length + zero.length);
    System.arraycopy(zero, 0, all, both.length, zero.length);
    fs().delete(path("flat.idx"), false);
    fs().delete(path("flat.rec"), false);
    write("flat.rec", all);
    assertFalse(ok("info {}", flat).out().contains("insightface"));
  }

  private static byte[] zeroOf(float... labels) {
    byte[] payload = new byte[32];
    ImageRecordHeader.write(payload, 0, 0, 0, labels, 2);
    return payload;
  }

  @Test
  void copiesLeaveBookkeepingOut() throws IOException {
    String set = put("train");
    List<String> images = framed(path("train.rec")).subList(0, FaceSets.IMAGES);
    ok("reshard --shards 2 {} ./reshard", set);
    assertEquals(images, all(shards("reshard")));
    assertEquals(List.of(6, 5), sizes(shards("reshard")));
    ok("shuffle --seed 5 -D {} {} ./shuffle", MAX_SPLIT + 200, set);
    assertEquals(images.stream().sorted().toList(), sorted("shuffle"));
    assertEquals(11, index("shuffle/part-00000.idx").keySet().stream().reduce(0L, Long::max));
    ok("split --fractions a=0.5,b=0.5 --stratify {} ./split", set);
    var both = new ArrayList<>(all(shards("split/a")));
    both.addAll(all(shards("split/b")));
    assertEquals(images.stream().sorted().toList(), both.stream().sorted().toList());
    ok("sample --count 11 {} ./sample", set);
    assertEquals(images, all(shards("sample")));
    Recordio select = ok("select --keys 0,3,12,15 {} ./select", set);
    assertEquals(images.subList(2, 3), all(shards("select")));
    assertHas(select.err(), "no record has them  3");
  }

  private List<String> sorted(String folder) throws IOException {
    return all(shards(folder)).stream().sorted().toList();
  }

  @Test
  void selectTakesLabelsByTheirNumberOfImagesOrFromAFile() throws IOException {
    String set = put("merged");
    ok("select --min-per-label 4 {} ./four", set);
    assertEquals(List.of("2\t4"), ok("labels ./four").lines());
    ok("select --min-per-label 3 {} ./three", set);
    assertEquals(List.of("0\t3", "2\t4", "3\t3"), ok("labels ./three").lines());
    write("labels.txt", "1 one\n\n3.0,x\n9\n".getBytes());
    Recordio run = ok("select --labels ./labels.txt {} ./listed", set);
    assertEquals(List.of("1\t1", "3\t3"), ok("labels ./listed").lines());
    assertHas(run.err(), "no record has them  1");
    assertHas(fails(3, "select --min-per-label 5 {} ./out", set), "is 4");
    write("bad.txt", "1\nx\n".getBytes());
    assertHas(fails(3, "select --labels ./bad.txt {} ./out", set), "line 2");
    fails(3, "select --labels ./none.txt {} ./out", set);
    fails(2, "select --min-per-label 5 --label 1 {} ./out", set);
    fails(2, "select --min-per-label 0 {} ./out", set);
    fails(2, "select --labels ./labels.txt --keys 1 {} ./out", set);
    fails(2, "select {} ./out", set);
  }

  @Test
  void labelsAreInTheOrderOfNumbers() throws IOException {
    float[] labels = {2, Float.NaN, -0f, 10, -1.5f, 0, Float.NEGATIVE_INFINITY, 1e10f};
    String flat = flat("flat", 0, labels.length, i -> new float[] {labels[i], 3});
    assertEquals(
        List.of("-Infinity\t1", "-1.5\t1", "0\t2", "2\t1", "10\t1", "10000000000\t1", "NaN\t1"),
        ok("labels {}", flat).lines());
    assertHas(ok("labels --json {}", flat).out(), "\"records\" : 8");
  }

  @Test
  void batchesDecodeTheImagesAlone() throws IOException {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < 6; i++) {
      byte[] image = Images.tiles("png", 12, 12, i);
      byte[] payload = Arrays.copyOf(zeroOf(0, 0), 24 + image.length);
      ImageRecordHeader.write(payload, 0, i, 0, new float[] {i % 2}, 1);
      System.arraycopy(image, 0, payload, 24, image.length);
      payloads.add(payload);
    }
    write("images.rec", Damage.file(payloads));
    ok("normalize --to insightface ./images.rec ./faces");
    Recordio run =
        ok("batches ./faces/train.rec --shape 3,12,12 --batch-size 3 --label-width 2 --shuffle");
    assertEquals(2, run.lines().size(), run.out());
    assertHas(run.err(), "bookkeeping records left out  3");
    assertEquals(9, ok("records ./faces/train.rec").lines().size());
  }

  static List<FaceSets.Contradiction> contradictions() {
    List<FaceSets.Contradiction> all = FaceSets.contradictions();
    return List.of(all.get(0), all.get(4), all.get(5), all.get(19));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void aSetThatContradictsItselfIsInvalidInput(FaceSets.Contradiction wrong) throws IOException {
    write(wrong.name() + ".idx", FaceSets.bytes(wrong.name() + ".idx"));
    String set = write(wrong.name() + ".rec", wrong.set()).toString();
    for (String err : List.of(fails(3, "labels {}", set), fails(3, "info {}", set))) {
      assertHas(err, "contradicts itself", wrong.name() + ".rec at offset ");
    }
  }

  @Test
  void damageThatIsSkippedIsNoContradiction() throws IOException {
    put("train");
    byte[] set = FaceSets.bytes("train.rec");
    set[296] ^= 1; // the magic word of key 6
    fs().delete(path("train.rec"), false);
    write("train.rec", set);
    Recordio run = run("labels -D {} ./train.rec", SKIP).ended(5);
    assertArrayEquals(
        new String[] {"0\t3", "1\t1", "2\t3", "3\t3"}, run.lines().toArray(), run.out());
  }

  @Test
  void aSetThatIsNoneIsAnErrorWhereTheSettingSaysSo() throws IOException {
    String flat = flat("flat", 1, 3, i -> new float[] {i});
    assertEquals(3, ok("labels {}", flat).lines().size());
    assertHas(
        fails(3, "labels -D recordio.input.dialect=insightface {}", flat), "one record with key 0");
  }
}
