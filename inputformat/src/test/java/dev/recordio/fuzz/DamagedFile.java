// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import dev.recordio.wire.NaiveEncoder;
import dev.recordio.wire.RecordIOFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A sound file to which something was done, and which of its bytes are still the bytes of which
 * place.
 */
final class DamagedFile {
  private static final int NONE = -1;

  private final HostileFile sound;
  private byte[] bytes;
  private int[] origins; // where each byte was in the sound file; NONE where it is not from there
  private final List<String> done = new ArrayList<>();

  DamagedFile(HostileFile sound) {
    this.sound = sound;
    bytes = sound.bytes().clone();
    origins = new int[bytes.length];
    Arrays.setAll(origins, i -> i);
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns what was done, for messages. */
  @Override
  public String toString() {
    return done.toString();
  }

  /** Damages the file once more, in one of several ways. */
  void damage(SplittableRandom random) {
    if (bytes.length == 0) {
      insert(random, 0);
      return;
    }
    int at = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : nearHeader(random);
    switch (random.nextInt(8)) {
      case 0, 1 -> flip(random, at);
      case 2, 3 -> overwrite(at & -4, NaiveEncoder.littleEndian(word(random)), "word");
      case 4 ->
          overwrite(at, new byte[1 + random.nextInt(random.nextBoolean() ? 16 : 600)], "zeros");
      case 5 -> cut(at);
      case 6 -> insert(random, at);
      default -> delete(at, count(random));
    }
  }

  /** Returns the offset of a byte of a header that was one before any damage. */
  private int nearHeader(SplittableRandom random) {
    int from = random.nextInt(bytes.length) & -4;
    for (int at = from; at + 8 <= bytes.length; at += 4) {
      if (RecordIOFormat.word(bytes, at) == RecordIOFormat.MAGIC) {
        return at + (random.nextBoolean() ? 4 * random.nextInt(2) : random.nextInt(8));
      }
    }
    return from;
  }

  private static int word(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> RecordIOFormat.MAGIC;
      case 1 -> RecordIOFormat.lrec(random.nextInt(8), random.nextInt(1 << random.nextInt(1, 29)));
      case 2 -> RecordIOFormat.lrec(random.nextInt(4), 4 * random.nextInt(100));
      case 3 -> 0;
      default -> random.nextInt();
    };
  }

  private void flip(SplittableRandom random, int at) {
    overwrite(at, new byte[] {(byte) (bytes[at] ^ 1 << random.nextInt(8))}, "bit");
  }

  private void overwrite(int at, byte[] with, String what) {
    int count = Math.min(with.length, bytes.length - at);
    for (int i = 0; i < count; i++) {
      if (bytes[at + i] != with[i]) {
        bytes[at + i] = with[i];
        origins[at + i] = NONE;
      }
    }
    done.add(what + " at " + at + " of " + count + " bytes");
  }

  /** How many bytes to insert or delete: half of the times whole words, which keep all aligned. */
  private static int count(SplittableRandom random) {
    int count = 1 + random.nextInt(random.nextBoolean() ? 8 : 300);
    return random.nextBoolean() ? count : (int) RecordIOFormat.align(count);
  }

  private void cut(int at) {
    bytes = Arrays.copyOf(bytes, at);
    origins = Arrays.copyOf(origins, at);
    done.add("cut at " + at);
  }

  private void insert(SplittableRandom random, int at) {
    int count = count(random);
    var more = new byte[count];
    random.nextBytes(more);
    var places = new int[count];
    Arrays.fill(places, NONE);
    replace(at, at, more, places);
    done.add(count + " bytes inserted at " + at);
  }

  private void delete(int at, int count) {
    int end = Math.min(bytes.length, at + count);
    replace(at, end, new byte[0], new int[0]);
    done.add(end - at + " bytes deleted at " + at);
  }

  private void replace(int from, int to, byte[] with, int[] places) {
    byte[] rest = Arrays.copyOfRange(bytes, to, bytes.length);
    int[] restPlaces = Arrays.copyOfRange(origins, to, origins.length);
    int end = from + with.length;
    bytes = Arrays.copyOf(bytes, end + rest.length);
    origins = Arrays.copyOf(origins, end + rest.length);
    System.arraycopy(with, 0, bytes, from, with.length);
    System.arraycopy(places, 0, origins, from, with.length);
    System.arraycopy(rest, 0, bytes, end, rest.length);
    System.arraycopy(restPlaces, 0, origins, end, rest.length);
  }

  /**
   * Returns the record that was written with the bytes {@code [begin, end)} of the damaged file, if
   * all of them are as they were, and aligned as they were: what the format can know.
   *
   * @return null when some byte is another one or was somewhere else
   * @throws AssertionError when the bytes are as they were, and no record
   */
  HostileFile.Written written(long begin, long end) {
    int first = origins[(int) begin];
    for (int i = (int) begin; i < end; i++) {
      if (first == NONE || origins[i] != first + (i - begin)) {
        return null;
      }
    }
    if ((first - begin) % RecordIOFormat.ALIGNMENT != 0) {
      return null;
    }
    for (HostileFile.Written record : sound.records()) {
      if (record.begin() == first && record.end() == first + (end - begin)) {
        return record;
      }
    }
    throw new AssertionError("sound bytes " + begin + " to " + end + " were no record: " + this);
  }

  /** Returns where the records that no damage hit begin now. */
  List<Integer> survivors() {
    var begins = new ArrayList<Integer>();
    var at = new int[sound.bytes().length];
    Arrays.fill(at, NONE);
    for (int i = 0; i < origins.length; i++) {
      if (origins[i] != NONE) {
        at[origins[i]] = i;
      }
    }
    for (HostileFile.Written record : sound.records()) {
      int begin = at[record.begin()];
      int end = begin + record.end() - record.begin();
      boolean aligned = begin != NONE && (begin - record.begin()) % RecordIOFormat.ALIGNMENT == 0;
      if (aligned && end <= origins.length && isWhole(at, record, begin)) {
        begins.add(begin);
      }
    }
    return begins;
  }

  private static boolean isWhole(int[] at, HostileFile.Written record, int begin) {
    for (int i = record.begin(); i < record.end(); i++) {
      if (at[i] != begin + i - record.begin()) {
        return false;
      }
    }
    return true;
  }
}
