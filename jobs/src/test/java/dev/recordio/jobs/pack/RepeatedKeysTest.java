// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepeatedKeysTest {
  @Test
  void allButTheFirstOfAKeyAreRepeats() {
    var random = new Random(4);
    for (int spread : new int[] {1, 2, 1000, 1_000_000}) {
      long[] list = random.longs(5000, -spread, spread).toArray();
      var keys = new RepeatedKeys();
      for (long key : list) {
        keys.add(key);
      }
      keys.finish();
      var seen = new HashSet<Long>();
      for (long key : list) {
        assertEquals(!seen.add(key), keys.isRepeat(key));
      }
    }
  }

  @Test
  void noKeysHaveNoRepeats() {
    var keys = new RepeatedKeys();
    keys.finish();
    assertEquals(false, keys.isRepeat(0));
  }
}
