// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.wire.RecordCursor.Step;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The magic in payloads: cut out where it could be taken for a header, and put back. */
class EscapingTest {
  @Test
  void magicAtEveryPositionOfAPayload() throws IOException {
    for (int length = 4; length <= 40; length++) {
      for (int at = 0; at + 4 <= length; at++) {
        byte[] payload = new byte[length];
        System.arraycopy(NaiveEncoder.MAGIC, 0, payload, at, 4);
        String parts = at % 4 == 0 ? "1:" + at + ",3:" + (length - at - 4) : "0:" + length;
        assertEquals(parts, roundTrip(payload));
      }
    }
  }

  @Test
  void runsOfMagicWordsAtEveryOffsetAndWithEveryTail() throws IOException {
    for (int run = 1; run <= 20; run++) {
      for (int before = 0; before <= 8; before++) {
        for (int tail = 0; tail <= 4; tail++) {
          byte[] payload = new byte[before + 4 * run + tail];
          for (int i = 0; i < run; i++) {
            System.arraycopy(NaiveEncoder.MAGIC, 0, payload, before + 4 * i, 4);
          }
          String parts = "0:" + payload.length;
          if (before % 4 == 0) {
            parts = "1:" + before + ",2:0".repeat(run - 1) + ",3:" + tail;
          }
          assertEquals(parts, roundTrip(payload));
        }
      }
    }
  }

  @Test
  void partialMagicInThePaddedTailIsNotAHeader() throws IOException {
    assertEquals("0:3", roundTrip(new byte[] {0x0A, 0x23, (byte) 0xD7}));
    assertEquals("1:0,3:3", roundTrip(bytes("0A23D7CE0A23D7")));
    assertEquals("0:0", roundTrip(new byte[0]));
  }

  @Test
  void recordsNestedInARecordAreNoStarts() throws IOException {
    byte[] inner = bytes("0A23D7CE04000000616263640A23D7CE00000000");
    assertEquals("1:0,2:8,3:4", roundTrip(inner));
  }

  /** 20,000 payloads of words that are the magic, its parts, its rotations, or anything. */
  @Test
  void randomPayloadsDenseInMagicWordsComeBackAndNoMagicIsOutsideHeaders() throws IOException {
    var random = new SplittableRandom(20241);
    var naive = new NaiveEncoder();
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(1 << 10, out::write);
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] payload = payload(random);
      payloads.add(payload);
      naive.write(payload);
      encoder.write(payload, 0, payload.length);
    }
    encoder.flush();
    byte[] file = out.toByteArray();
    assertArrayEquals(naive.out.toByteArray(), file);

    RecordWalk walk = RecordWalk.of(file);
    assertEquals(Step.END, walk.last);
    assertEquals(payloads.size(), walk.records.size());
    for (int i = 0; i < payloads.size(); i++) {
      assertArrayEquals(payloads.get(i), walk.records.get(i).payload());
      assertTrue(naive.starts.get((int) walk.records.get(i).begin() / 4));
    }

    for (int word = 0; word < file.length / 4; word++) {
      int i = 4 * word;
      boolean magic =
          file[i] == 0x0A
              && file[i + 1] == 0x23
              && file[i + 2] == (byte) 0xD7
              && file[i + 3] == (byte) 0xCE;
      assertEquals(naive.headers.get(word), magic);
      assertEquals(naive.starts.get(word), magic && (file[i + 7] & 0xE0) <= 0x20);
    }
  }

  private static byte[] payload(SplittableRandom random) {
    var out = new ByteArrayOutputStream();
    if (random.nextInt(3) == 0) {
      out.write(NaiveEncoder.MAGIC, random.nextInt(4), random.nextInt(2));
    }
    for (int words = random.nextInt(24); words > 0; words--) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> out.writeBytes(NaiveEncoder.MAGIC);
        case 3 -> out.write(NaiveEncoder.MAGIC, 0, 1 + random.nextInt(4));
        case 4 -> out.writeBytes(NaiveEncoder.littleEndian(random.nextInt(4) << 29 | words));
        default -> out.writeBytes(NaiveEncoder.littleEndian(random.nextInt()));
      }
    }
    return out.toByteArray();
  }

  /** Writes one record, compares it with the plain writer, reads it back; returns its parts. */
  private static String roundTrip(byte[] payload) throws IOException {
    var naive = new NaiveEncoder();
    naive.write(payload);
    var out = new ByteArrayOutputStream();
    var encoder = new RecordEncoder(64, out::write);
    int parts = encoder.write(payload, 0, payload.length);
    encoder.flush();
    assertArrayEquals(naive.out.toByteArray(), out.toByteArray());
    RecordWalk walk = RecordWalk.of(out.toByteArray());
    assertEquals(Step.END, walk.last);
    assertEquals(1, walk.records.size());
    assertArrayEquals(payload, walk.records.get(0).payload());
    assertEquals(parts, walk.records.get(0).parts());
    return walk.records.get(0).lrecs();
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
