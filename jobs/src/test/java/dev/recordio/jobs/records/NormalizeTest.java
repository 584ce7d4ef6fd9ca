// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Damage;
import dev.recordio.testing.FaceSets;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Supports(row = "InsightFace's .rec: images alone, normalized, merged", engine = "command line")
class NormalizeTest extends FaceTestBase {
  @ParameterizedTest
  @ValueSource(strings = {"train", "merged", "noident"})
  void anySetBecomesWhatFace2rec2WritesByteForByte(String name) throws IOException {
    assertHas(
        ok("normalize --to insightface {} ./out", put(name)).err(), "bookkeeping records left out");
    for (String file : List.of("train.rec", "train.idx", "property")) {
      assertArrayEquals(FaceSets.bytes(file), read(path("out/" + file)), file);
    }
    assertFalse(fs().exists(path("out/train.ridx")));
  }

  @Test
  void aFlatSetIsWhatImRecPacksUnderItsKeys() throws IOException {
    byte[] images = Arrays.copyOf(FaceSets.bytes("merged.rec"), 672); // before the identities
    String keys = new String(FaceSets.bytes("merged.idx"), StandardCharsets.US_ASCII);
    for (String name : FaceSets.NAMES) {
      ok("normalize {} {}", put(name), out(name));
      assertArrayEquals(images, read(shard(name, 0, ".rec")), name);
      String index = keys.substring(0, keys.indexOf("\n12\t") + 1);
      assertEquals(index, text(name + "/part-00000.idx"), name);
    }
    // without an index the ids are the keys
    fs().delete(path("train.idx"), false);
    ok("normalize -D recordio.input.dialect=insightface ./train.rec ./forced --shards 3");
    assertArrayEquals(images, end2end("forced"));
    assertTrue(text("forced/part-00002.idx").endsWith("11\t" + lastOffset("forced/part-00002")));
  }

  private String lastOffset(String shard) throws IOException {
    Map<Long, Long> index = index(shard + ".idx");
    return index.values().stream().max(Long::compare).orElseThrow() + "\n";
  }

  /** Labels 20, 40, ... in turn, in two files: no identity is in one piece. */
  private String mixed() throws IOException {
    flat("in/a", 100, 17, i -> new float[] {i % 4 * 20 + 20, 7});
    flat("in/b", 500, 6, i -> new float[] {i % 3 * 20});
    return path("in").toString();
  }

  private static final List<Integer> LABELS = List.of(0, 20, 40, 60, 80);

  @Test
  void readersOfInsightFaceFindEveryImageOnce() throws IOException {
    ok("normalize --to insightface --relabel --label-column 0 {} ./out", mixed());
    assertEquals("5,112,112", text("out/property"));
    assertEquals("0\t0\n20\t1\n40\t2\n60\t3\n80\t4\n", text("out/_labels.tsv"));
    Path file = path("out/train.rec");
    Map<Long, Long> index = index("out/train.idx");
    Face zero = face(file, index.get(0L));
    assertEquals(List.of(24f, 29f), zero.labels());
    assertEquals(0, zero.image().length);

    // arcface_torch: the keys below the first label
    Set<String> images = new HashSet<>();
    for (long key = 1; key < zero.labels().get(0); key++) {
      Face image = face(file, index.get(key));
      assertEquals(key, image.id());
      assertEquals(1f, image.labels().get(1));
      assertTrue(images.add(new String(image.image())), "once");
    }
    assertEquals(expectedImages(), images);

    // FaceImageIter: the ranges of the identities
    Set<Long> seen = new HashSet<>();
    float identity = 0;
    for (long key = 24; key < 29; key++, identity++) {
      List<Float> range = face(file, index.get(key)).labels();
      for (long image = range.get(0).longValue(); image < range.get(1); image++) {
        assertTrue(seen.add(image));
        assertEquals(List.of(identity, 1f), face(file, index.get(image)).labels());
      }
    }
    assertEquals(23, seen.size());
  }

  private static Set<String> expectedImages() {
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 23; i++) {
      all.add(new String(image(i < 17 ? 100 + i : 500 + i - 17)));
    }
    return all;
  }

  @Test
  void imagesComeByLabelThenInTheOrderOfTheInput() throws IOException {
    ok("normalize --to insightface --label-column 0 {} ./out", mixed());
    Map<Long, Long> index = index("out/train.idx");
    long key = 1;
    for (int label : LABELS) {
      for (int i = 0; i < 23; i++) {
        int own = i < 17 ? i % 4 * 20 + 20 : (i - 17) % 3 * 20;
        if (own == label) {
          Face found = face(path("out/train.rec"), index.get(key++));
          assertEquals(List.of((float) label, 1f), found.labels());
          assertArrayEquals(image(i < 17 ? 100 + i : 500 + i - 17), found.image());
        }
      }
    }
    assertEquals(24, key);
    assertFalse(fs().exists(path("out/_labels.tsv")));
  }

  @Test
  void flatRecordsAreRelabeledInAnyNumberOfShards() throws IOException {
    String mixed = mixed();
    ok("normalize --relabel --label-column 0 --shards 1 {} ./one", mixed);
    ok("normalize --relabel --label-column 0 --shards 4 {} ./four", mixed);
    assertArrayEquals(end2end("one"), end2end("four"));
    assertArrayEquals(read(path("one/_labels.tsv")), read(path("four/_labels.tsv")));
    for (Map.Entry<Long, Long> entry : index("one/part-00000.idx").entrySet()) {
      Face found = face(shard("one", 0, ".rec"), entry.getValue());
      long id = entry.getKey();
      assertEquals(id, found.id());
      float old = id < 500 ? (id - 100) % 4 * 20 + 20 : (id - 500) % 3 * 20;
      assertEquals(List.of((float) LABELS.indexOf((int) old)), found.labels());
      assertArrayEquals(image(id), found.image());
    }
  }

  @Test
  void theSizeOfASquareImageIsThatOfTheSet() throws IOException {
    byte[] payload = new byte[24];
    byte[] image = Images.tiles("png", 24, 24, 1);
    byte[] record = Arrays.copyOf(payload, 24 + image.length);
    System.arraycopy(image, 0, record, 24, image.length);
    write("square.rec", Damage.file(List.of(record)));
    ok("normalize --to insightface ./square.rec ./out");
    assertEquals("1,24,24", text("out/property"));
  }

  /** A classifier has as many outputs as property says, and an image its label for one of them. */
  @Test
  void propertyHasAClassForEveryLabel() throws IOException {
    String gaps = flat("gaps", 0, 6, i -> new float[] {List.of(2, 5, 9).get(i % 3)});
    Recordio run = ok("-q normalize --to insightface {} ./out", gaps);
    assertEquals("10,112,112", text("out/property"));
    assertTrue(run.err().startsWith("note: property says 10 classes"), run.err());
    assertHas(run.err(), "3 labels", "--relabel");
    Map<Long, Long> index = index("out/train.idx");
    Face last = face(path("out/train.rec"), index.get(6L));
    assertEquals(List.of(9f, 1f), last.labels());
    assertEquals(List.of(7f, 10f), face(path("out/train.rec"), index.get(0L)).labels());
    run = ok("-q normalize --to insightface --relabel {} ./relabeled", gaps);
    assertEquals("3,112,112", text("relabeled/property"));
    assertEquals("", run.err());
    String negative = flat("negative", 0, 2, i -> new float[] {i - 1});
    assertHas(run("normalize --to insightface {} ./none", negative).err(), "-1", "--relabel");
    assertFalse(fs().exists(path("none")));
  }

  @Test
  void labelsThatAreNoNumbersOfIdentitiesAreAnError() throws IOException {
    String fraction = flat("fraction", 0, 2, i -> new float[] {i + 0.5f});
    assertHas(fails(3, "normalize --to insightface {} ./out", fraction), "0.5", "relabel");
    String large = flat("large", 0, 2, i -> new float[] {16_777_218f});
    fails(3, "normalize --to insightface {} ./out", large);
    ok("normalize --to insightface --relabel {} ./relabeled", large);
    assertEquals("16777218\t0\n", text("relabeled/_labels.tsv"));
    write("text.rec", Damage.file(List.of(new byte[5])));
    fails(3, "normalize ./text.rec ./out");
  }

  @Test
  void aSetIsOneFile() throws IOException {
    assertHas(fails(2, "normalize --to insightface --shards 2 none ./out"), "one file");
    fails(2, "normalize --to flatter none ./out");
  }
}
