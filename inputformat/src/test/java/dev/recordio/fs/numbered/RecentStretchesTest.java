// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.LinkedHashMap;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stretches that stay in memory are those used last. */
class RecentStretchesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100})
  void thoseUsedLastStay(int most) {
    var expected = new LinkedHashMap<Long, RecentStretches.Stretch>(16, 0.75f, true);
    var recent = new RecentStretches(most);
    var random = new Random(most);
    for (int i = 0; i < 20_000; i++) {
      long number = random.nextInt(3 * most) * (1L << random.nextInt(40));
      RecentStretches.Stretch found = recent.get(number);
      assertSame(expected.containsKey(number) ? expected.get(number) : null, found);
      if (found != null) {
        recent.use(found);
      } else {
        expected.put(number, recent.add(number, null));
        if (expected.size() > most) {
          expected.remove(expected.keySet().iterator().next());
        }
      }
      assertEquals(expected.size(), recent.size());
    }
  }
}
