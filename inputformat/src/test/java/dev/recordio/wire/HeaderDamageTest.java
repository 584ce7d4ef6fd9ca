// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Fixtures;
import dev.recordio.wire.RecordWalk.Seen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damage to a header costs its own record and no other, and never anything worse than an error. */
@Tag("deep")
class HeaderDamageTest {
  /** The records of the file before this offset are the 39 hand-made cases. */
  private static final int HAND_MADE = 1248;

  @Test
  void everyBitOfEveryHeader() {
    for (byte[] file : files()) {
      List<Seen> whole = RecordWalk.of(file).records;
      for (int i = 0; i < whole.size(); i++) {
        for (int header : headers(whole.get(i))) {
          for (int bit = 0; bit < 64; bit++) {
            int at = header + bit / 8;
            check(file, whole, i, at, (byte) (file[at] ^ 1 << bit % 8));
          }
        }
      }
    }
  }

  @Test
  void everyValueOfEveryByteOfEveryHeader() {
    byte[] file = Arrays.copyOf(Fixtures.bytes("magic.rec"), 496);
    List<Seen> whole = RecordWalk.of(file).records;
    for (int i = 0; i < whole.size(); i++) {
      for (int header : headers(whole.get(i))) {
        for (int at = header; at < header + 8; at++) {
          for (int value = 0; value < 256; value++) {
            check(file, whole, i, at, (byte) value);
          }
        }
      }
    }
  }

  @Test
  void randomBytesOverAnyStretch() {
    var random = new Random(3);
    byte[] file = Arrays.copyOf(Fixtures.bytes("magic.rec"), HAND_MADE);
    List<Seen> whole = RecordWalk.of(file).records;
    for (int round = 0; round < 8_000; round++) {
      byte[] damaged = file.clone();
      int from = random.nextInt(file.length);
      int to = Math.min(file.length, from + 1 + random.nextInt(40));
      for (int i = from; i < to; i++) {
        damaged[i] = (byte) (random.nextBoolean() ? random.nextInt(256) : file[random.nextInt(8)]);
      }
      List<Seen> seen = RecordWalk.resyncing(damaged).records;
      for (int i = 0; i < whole.size() && whole.get(i).end() <= from; i++) {
        assertTrue(whole.get(i).sameAs(seen.get(i)), "record " + i + " before offset " + from);
      }
    }
  }

  private static List<byte[]> files() {
    return List.of(
        Arrays.copyOf(Fixtures.bytes("magic.rec"), HAND_MADE),
        Fixtures.bytes("tiny.rec"),
        Arrays.copyOf(Fixtures.bytes("empty-records.rec"), 408));
  }

  private static List<Integer> headers(Seen record) {
    var headers = new ArrayList<Integer>();
    int at = (int) record.begin();
    for (String part : record.lrecs().split(",")) {
      headers.add(at);
      at += 8 + (int) RecordIOFormat.align(Integer.parseInt(part.substring(2)));
    }
    assertEquals(record.end(), at);
    return headers;
  }

  /**
   * Puts {@code value} at {@code at}, in record {@code hit}, and expects all other records, except
   * those that a wrong length has swallowed without a gap: that can't be detected (FORMAT.md).
   */
  private static void check(byte[] file, List<Seen> whole, int hit, int at, byte value) {
    byte[] damaged = file.clone();
    damaged[at] = value;
    List<Seen> seen = RecordWalk.resyncing(damaged).records;
    Seen victim = whole.get(hit);
    long swallowed =
        seen.stream()
            .filter(s -> s.begin() == victim.begin())
            .mapToLong(Seen::end)
            .findFirst()
            .orElse(victim.end());
    int next = 0;
    for (int i = 0; i < whole.size(); i++) {
      Seen expected = whole.get(i);
      if (i == hit || expected.begin() >= victim.begin() && expected.begin() < swallowed) {
        continue;
      }
      while (next < seen.size() && seen.get(next).begin() < expected.begin()) {
        next++;
      }
      assertTrue(
          next < seen.size() && expected.sameAs(seen.get(next)),
          "byte " + at + " = " + value + ": record " + i + " is lost");
    }
  }
}
