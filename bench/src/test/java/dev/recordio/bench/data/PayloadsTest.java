// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PayloadsTest {
  @Test
  void theSameSeedGivesTheSamePayloads() {
    var first = new Payloads(100, 10_000, 7);
    assertArrayEquals(first.bytes(), new Payloads(100, 10_000, 7).bytes());
    assertNotEquals(first.tally(), new Payloads(100, 10_000, 8).tally());
  }

  @Test
  void theTotalIsRoundedUpToWholePayloads() {
    var payloads = new Payloads(100, 1001, 7);
    assertEquals(11, payloads.count());
    assertEquals(1100, payloads.totalBytes());
    assertEquals(1100, payloads.tally().bytes());
  }

  @Test
  void everyPayloadIsWithinTheBytes() {
    var payloads = new Payloads(1 << 16, 1L << 32, 7);
    for (int i = 0; i < payloads.count(); i++) {
      int end = payloads.offset(i) + payloads.size();
      assertTrue(payloads.offset(i) >= 0 && end <= payloads.bytes().length, "payload " + i);
    }
  }
}
