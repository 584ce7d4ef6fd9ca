// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationTest {
  private static Generation random(int workers, int epochs, long maxCount, long seed) {
    var random = new Random(seed);
    return Generation.of(
        random.longs(workers, 0, epochs).toArray(),
        random.longs(workers, 0, maxCount + 1).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 50, 1000, Generation.MAX_WORKERS})
  void writtenFormsAreReadAgain(int workers) {
    for (long max : new long[] {0, 1, 1000, (1L << 62) / workers}) {
      Generation generation = random(workers, 3, max, workers);
      Generation again = Generation.parse(generation.toString());
      assertEquals(generation, again);
      assertEquals(generation.hashCode(), again.hashCode());
      assertNotEquals(generation, random(workers, 3, Math.max(max, 9), workers + 1));
    }
  }

  @Test
  void fewWorkersAreWrittenPlainly() {
    assertEquals("3:17", Generation.ofOne(3, 17).toString());
    String three = "0:1000,1:999,1:1234567";
    Generation generation = Generation.parse(three);
    assertEquals(three, generation.toString());
    assertEquals(3, generation.workers());
    assertEquals(1_234_567, generation.countIn(1, 2));
    assertEquals(1_234_567, generation.count(2));
  }

  /** Three runs of 1000 workers, unequally far, in three epochs. */
  @Test
  void threeLargeGenerationsFitIntoAState() {
    var remainder = Remainder.fresh(0);
    for (int run = 0; run < 3; run++) {
      remainder = remainder.after(random(1000, 3, 100_000_000, run));
    }
    assertEquals(3, remainder.generations().size());
    int length = remainder.generations().stream().mapToInt(g -> g.toString().length()).sum();
    assertTrue(length < 32 << 10, length + " characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "1:",
        ":1",
        "1:2,",
        "1:-2",
        "-1:2",
        "1:2:3",
        "a:b",
        " 1:2",
        "0:9999999999999999999",
        "z",
        "z!",
        "zMTox",
        "1:2z"
      })
  void whatIsNoWrittenFormIsRefused(String text) {
    assertRefused("expected EPOCH:COUNT for each, found ", text);
  }

  @Test
  void cutOrHugeFormsAreRefused() throws Exception {
    String deflated = random(100, 2, 1000, 1).toString();
    assertTrue(deflated.startsWith("z"));
    for (int length = 1; length < deflated.length() - 8; length++) {
      assertRefused("expected EPOCH:COUNT for each", deflated.substring(0, length));
    }
    var bytes = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(bytes)) {
      for (int i = 0; i < 1 << 20; i++) {
        out.write("0:1,".getBytes("US-ASCII"));
      }
      out.write("0:1".getBytes("US-ASCII"));
    }
    assertRefused("expected", "z" + Base64.getEncoder().encodeToString(bytes.toByteArray()));
  }

  @Test
  void impossibleProgressIsRefused() {
    assertRefused("worker 1 of 2: expected an epoch of at least 0", "0:0,0:2305843009213693953");
    var none = new long[0];
    assertThrows(InvalidSettingException.class, () -> Generation.of(none, none));
    var many = new long[Generation.MAX_WORKERS + 1];
    assertThrows(InvalidSettingException.class, () -> Generation.of(many, many));
    var minus = new long[] {-1};
    assertThrows(InvalidSettingException.class, () -> Generation.of(minus, new long[1]));
    assertThrows(InvalidSettingException.class, () -> Generation.of(new long[1], minus));
  }

  @Test
  void remaindersWhosePartsDoNotBelongTogetherAreRefused() {
    assertThrows(InvalidSettingException.class, () -> Remainder.fresh(-1));
    for (String other : new String[] {"3:5,4:1", "1:5,2:1"}) {
      var generations = List.of(Generation.parse("2:1,3:4"), Generation.parse(other));
      String message =
          assertThrows(InvalidSettingException.class, () -> new Remainder(2, generations))
              .getMessage();
      assertTrue(message.contains("expected some worker in epoch 2"), message);
    }
  }

  private static void assertRefused(String message, String text) {
    String found =
        assertThrows(InvalidSettingException.class, () -> Generation.parse(text), text)
            .getMessage();
    assertTrue(found.contains(message), found);
    assertTrue(found.length() < 200, found);
  }
}
