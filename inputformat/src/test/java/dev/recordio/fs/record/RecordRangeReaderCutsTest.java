// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Every cut of a file gives each of its records once, whatever the size of reads. */
class RecordRangeReaderCutsTest {
  static final List<String> NAMES = ExpectedRecords.NAMES;
  private static final int SMALL = 4 << 10;
  private static final int[] BUFFERS = {16, 64, SMALL, 1 << 20};

  @ParameterizedTest
  @FieldSource("NAMES")
  void wholeFileIsWhatLibdmlcRead(String name) throws IOException {
    byte[] file = ExpectedRecords.bytes(name + ".rec");
    List<ReadRecord> expected =
        ExpectedRecords.of(name).stream()
            .map(r -> new ReadRecord(InMemory.NAME, r.offset(), r.length(), r.sha256()))
            .toList();
    for (int buffer : BUFFERS) {
      assertEquals(
          expected,
          InMemory.records(file, 0, file.length, buffer, DamageTracker.failing()),
          "read by " + buffer);
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void twoRangesGiveEachRecordOnce(String name) throws IOException {
    var file = new Cuts(ExpectedRecords.bytes(name + ".rec"));
    for (int buffer : BUFFERS) {
      int stride = file.length() <= SMALL ? buffer > SMALL ? 5 : 1 : buffer == SMALL ? 52 : 2001;
      for (int cut = 0; cut <= file.length(); cut += stride) {
        file.check(buffer, 0, cut, file.length());
      }
      file.checkAround(buffer, buffer > SMALL ? 40 : 5);
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void threeRangesGiveEachRecordOnce(String name) throws IOException {
    var file = new Cuts(ExpectedRecords.bytes(name + ".rec"));
    int stride = Math.max(1, file.length() / 40 | 1);
    for (int buffer : new int[] {16, 4096}) {
      for (int first = 0; first <= file.length(); first += stride) {
        for (int second = first; second <= file.length(); second += stride) {
          file.check(buffer, 0, first, second, file.length());
        }
      }
    }
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void rangeBeyondTheFileIsReadToItsEnd(String name) throws IOException {
    var file = new Cuts(ExpectedRecords.bytes(name + ".rec"));
    file.check(64, 0, file.length() / 2, Long.MAX_VALUE);
    file.check(64, 0, file.length(), file.length() + 100L);
  }

  /** A file and the digests of its records, in order. */
  private static final class Cuts {
    private final byte[] file;
    private final long[] whole;
    private final long[] read;

    Cuts(byte[] file) throws IOException {
      this.file = file;
      read = new long[file.length / 8 + 2];
      int count = readAll(1 << 16, 0, file.length);
      whole = Arrays.copyOf(read, count);
    }

    int length() {
      return file.length;
    }

    /** Reads the ranges between {@code bounds}, in order, and compares. */
    void check(int buffer, long... bounds) throws IOException {
      int count = readAll(buffer, bounds);
      assertEquals(whole.length, count, () -> message(buffer, bounds));
      if (!Arrays.equals(whole, 0, count, read, 0, count)) {
        assertArrayEquals(whole, Arrays.copyOf(read, count), message(buffer, bounds));
      }
    }

    /** Cuts at every byte near the starts of records, of one record in {@code stride}. */
    void checkAround(int buffer, int stride) throws IOException {
      for (int i = 0; i < whole.length; i += stride) {
        int start = (int) whole[i];
        for (int cut = Math.max(0, start - 5); cut <= start + 9; cut++) {
          check(buffer, 0, cut, Math.max(cut, file.length));
        }
      }
    }

    private int readAll(int buffer, long... bounds) throws IOException {
      var count = new int[1];
      for (int i = 1; i < bounds.length; i++) {
        InMemory.scan(
            file,
            bounds[i - 1],
            bounds[i],
            buffer,
            DamageTracker.failing(),
            reader -> read[count[0]++] = InMemory.digest(reader));
      }
      return count[0];
    }

    private static String message(int buffer, long... bounds) {
      return "cut at " + Arrays.toString(bounds) + ", read by " + buffer;
    }
  }
}
