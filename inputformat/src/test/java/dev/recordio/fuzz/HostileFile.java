// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.recordio.testing.Damage;
import dev.recordio.wire.NaiveEncoder;
import dev.recordio.wire.RecordIOFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A sound file of records that are hard to read: payloads of few bytes or none, full of magic
 * words, of pieces of them at all alignments, and of words that look like lengths.
 *
 * @param bytes the file
 * @param records its records, in order
 */
record HostileFile(byte[] bytes, List<Written> records) {

  /**
   * A record as it was written.
   *
   * @param begin the offset of its first header
   * @param end the offset after its last byte
   * @param parts how many parts it has
   */
  record Written(int begin, int end, byte[] payload, int parts) {}

  /** Returns a file of up to {@code most} records. */
  static HostileFile of(SplittableRandom random, int most) {
    int count = random.nextInt(most + 1);
    int style = random.nextInt(4);
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < count; i++) {
      payloads.add(payload(random, style));
    }
    return of(payloads);
  }

  /** Returns a file of payloads, written by the library and by a plain writer to the same bytes. */
  static HostileFile of(List<byte[]> payloads) {
    var naive = new NaiveEncoder();
    var records = new ArrayList<Written>();
    for (byte[] payload : payloads) {
      int begin = naive.out.size();
      int before = naive.headers.cardinality();
      naive.write(payload);
      records.add(
          new Written(begin, naive.out.size(), payload, naive.headers.cardinality() - before));
    }
    byte[] bytes = naive.out.toByteArray();
    assertArrayEquals(bytes, Damage.file(payloads), "the library's writer");
    return new HostileFile(bytes, records);
  }

  /** Returns the records that begin in {@code [start, end)}, both rounded up to multiples of 4. */
  List<Written> owned(long start, long end) {
    long from = RecordIOFormat.align(start);
    long to = RecordIOFormat.align(end);
    return records.stream()
        .filter(record -> record.begin >= from && record.begin < to && from < to)
        .toList();
  }

  /** Returns a payload; {@code style} 0 gives magic words, 3 hardly any. */
  static byte[] payload(SplittableRandom random, int style) {
    int length = length(random);
    var bytes = new byte[length];
    int magics = 1 + style * style * 4;
    for (int at = 0; at < length; ) {
      if (random.nextInt(magics) == 0) {
        at = put(bytes, at, NaiveEncoder.MAGIC, random.nextInt(8) == 0 ? 1 + random.nextInt(3) : 4);
      } else {
        at = put(bytes, at, word(random), 4);
      }
      if (random.nextInt(8) == 0) {
        at += random.nextInt(4); // what follows is at another alignment
      }
    }
    return bytes;
  }

  private static int length(SplittableRandom random) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> 0;
      case 2, 3, 4 -> random.nextInt(10);
      case 5, 6, 7 -> random.nextInt(70);
      case 8 -> random.nextInt(400);
      default -> random.nextInt(random.nextInt(8) == 0 ? 9000 : 1200);
    };
  }

  private static byte[] word(SplittableRandom random) {
    int word =
        switch (random.nextInt(5)) {
          case 0 -> 0;
          case 1 -> RecordIOFormat.lrec(random.nextInt(8), random.nextInt(64));
          case 2 -> Integer.rotateLeft(RecordIOFormat.MAGIC, 8 * random.nextInt(1, 4));
          default -> random.nextInt();
        };
    return NaiveEncoder.littleEndian(word);
  }

  private static int put(byte[] bytes, int at, byte[] what, int count) {
    int room = Math.min(count, bytes.length - at);
    System.arraycopy(what, 0, bytes, at, room);
    return at + room;
  }
}
