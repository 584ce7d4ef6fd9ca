// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MergeTest extends FaceTestBase {
  @Test
  void labelsFollowThoseOfTheInputsBefore() throws IOException {
    String first = flat("a", 7, 4, i -> new float[] {i * 2});
    String second = put("train");
    flat("c/one", 0, 2, i -> new float[] {i});
    flat("c/two", 0, 3, i -> new float[] {5 - i});
    String third = path("c").toString();
    Recordio run = ok("merge {} {} {} ./out", first, second, third);
    assertEquals(List.of(first + "\t0\t4", second + "\t7\t11", third + "\t11\t5"), run.lines());
    String json = text("out/_merge.json").replaceAll("\\s+", "");
    assertTrue(json.startsWith("{\"records\":20,\"inputs\":[{\"input\":\"" + first), json);
    assertHas(json, "\"offset\":11,\"records\":5");
    Map<Long, Long> index = index("out/part-00000.idx");
    assertEquals(20, index.size());
    float[] labels = {0, 2, 4, 6, 7, 7, 7, 8, 9, 9, 9, 9, 10, 10, 10, 11, 12, 16, 15, 14};
    for (int i = 0; i < 20; i++) {
      Face found = face(shard("out", 0, ".rec"), index.get((long) i));
      assertEquals(i, found.id());
      assertEquals(labels[i], found.labels().get(0), "" + i);
    }
    Face last = face(shard("out", 0, ".rec"), index.get(19L));
    assertEquals(List.of(14f), last.labels());
    assertArrayEquals(image(2), last.image());
    ok("merge --shards 3 {} {} {} ./three", first, second, third);
    assertArrayEquals(end2end("out"), end2end("three"));
    assertEquals(19, index("three/part-00002.idx").keySet().stream().reduce(0L, Long::max));
  }

  @Test
  void offsetsThatAreNamedAreAdded() throws IOException {
    String first = flat("a", 0, 2, i -> new float[] {i + 0.5f});
    String second = flat("b", 0, 2, i -> new float[] {-i});
    Recordio run = ok("merge --label-offsets 10,-3 {} {} ./out", first, second);
    assertEquals(List.of(first + "\t10\t2", second + "\t-3\t2"), run.lines());
    assertEquals(List.of("-4\t1", "-3\t1", "10.5\t1", "11.5\t1"), ok("labels ./out").lines());
  }

  @Test
  void whatCannotBeShiftedIsAnError() throws IOException {
    String half = flat("half", 0, 2, i -> new float[] {i + 0.5f});
    String some = flat("some", 0, 2, i -> new float[] {i});
    String large = flat("large", 0, 1, i -> new float[] {1 << 24});
    assertHas(fails(3, "merge {} {} ./out", some, half), "half.rec at offset 0", "0.5");
    assertHas(fails(3, "merge {} {} ./out", large, some), "2^24", "some.rec");
    fails(2, "merge --label-offsets 1 {} {} ./out", some, half);
    fails(2, "merge --label-offsets 1,x {} {} ./out", some, half);
    fails(2, "merge --label-offsets 1,16777217 {} {} ./out", some, half);
    fails(2, "merge {}", some);
    fails(3, "merge {} ./none.rec ./out", some);
  }
}
