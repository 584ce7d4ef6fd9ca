// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.junit.jupiter.api.Test;

class CrcJoinTest {
  private static int crc(byte[] bytes, int from, int to) {
    return crc(new CRC32C(), bytes, from, to);
  }

  private static int crc(Checksum crc, byte[] bytes, int from, int to) {
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void twoStringsAreOneWhereverTheyMeet() {
    byte[] bytes = new byte[3000];
    new Random(7).nextBytes(bytes);
    int whole = crc(bytes, 0, bytes.length);
    for (int cut = 0; cut <= bytes.length; cut++) {
      int joined =
          CrcJoin.CRC32C.join(
              crc(bytes, 0, cut), crc(bytes, cut, bytes.length), bytes.length - cut);
      assertEquals(whole, joined, "cut at " + cut);
    }
  }

  @Test
  void stringsInZipFiles() {
    byte[] bytes = new byte[300];
    new Random(8).nextBytes(bytes);
    int whole = crc(new CRC32(), bytes, 0, bytes.length);
    for (int cut = 0; cut <= bytes.length; cut++) {
      int first = crc(new CRC32(), bytes, 0, cut);
      int second = crc(new CRC32(), bytes, cut, bytes.length);
      assertEquals(whole, CrcJoin.CRC32.join(first, second, bytes.length - cut), "cut at " + cut);
    }
  }

  /** Lengths whose high bits count: zeros, of which the JDK computes 1 GiB. */
  @Test
  void longStrings() {
    byte[] zeros = new byte[1 << 20];
    int mebibyte = crc(zeros, 0, zeros.length);
    var all = new CRC32C();
    int joined = 0;
    for (int i = 0; i < 1 << 10; i++) {
      all.update(zeros);
      joined = CrcJoin.CRC32C.join(joined, mebibyte, zeros.length);
    }
    int gibibyte = (int) all.getValue();
    assertEquals(gibibyte, joined);
    // 2^33 bytes, doubled from 2^30 and summed from there, agree.
    int doubled = gibibyte;
    for (long length = 1L << 30; length < 1L << 33; length *= 2) {
      doubled = CrcJoin.CRC32C.join(doubled, doubled, length);
    }
    int added = 0;
    for (int i = 0; i < 8; i++) {
      added = CrcJoin.CRC32C.join(added, gibibyte, 1L << 30);
    }
    assertEquals(doubled, added);
  }
}
