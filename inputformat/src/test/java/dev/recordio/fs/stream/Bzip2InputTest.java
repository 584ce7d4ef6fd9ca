// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.testing.Bzip2;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Records;
import dev.recordio.testing.Sampled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.bzip2.BZip2Constants;
import org.apache.hadoop.io.compress.bzip2.CBZip2InputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Text packed by bzip2, as a whole and cut into ranges: each line once, or an error; never fewer
 * lines and no error.
 */
@Tag("deep")
class Bzip2InputTest implements FileSystemUnderTest {
  private static final Configuration CONF = Records.bufferSize(LocalFiles.checked(), "64k");

  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return CONF;
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  /** Lines that do not repeat. */
  private static byte[] text(int length) {
    var random = new Random(length);
    var text = new StringBuilder();
    for (int row = 0; text.length() < length; row++) {
      text.append(row).append(' ').append(random.nextInt(1 << 20)).append(':');
      text.append(random.nextInt(1 << 20)).append(row % 7 == 0 ? "\r\n" : "\n");
      text.append(row % 1000 == 0 ? "\n\n" : "");
    }
    return text.substring(0, length).getBytes(US_ASCII);
  }

  /** Lines that nearly repeat, so that large blocks become small. */
  private static byte[] easyText(int length) {
    var text = new StringBuilder();
    for (int row = 0; text.length() < length; row++) {
      text.append(row / 4000).append(" 1:1 2:1 3:1 4:1 5:1 6:1 7:1\n");
    }
    return text.substring(0, length).getBytes(US_ASCII);
  }

  private static byte[] join(byte[]... pieces) {
    var all = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }

  /** Returns the lines of the ranges between {@code cuts}, one after the other. */
  private byte[] lines(Path file, long... cuts) throws IOException {
    var lines = new ByteArrayOutputStream();
    for (int i = 1; i < cuts.length; i++) {
      var range = new InputRange(file, cuts[i - 1], cuts[i] - cuts[i - 1]);
      try (LineRangeReader reader = new InputOpener(CONF).lines(range)) {
        while (reader.next()) {
          lines.write(reader.buffer(), 0, reader.length());
        }
      }
    }
    return lines.toByteArray();
  }

  private void assertLines(byte[] plain, Path file, long... cuts) throws IOException {
    byte[] lines = lines(file, cuts);
    if (!Arrays.equals(plain, lines)) { // an array's difference takes long to print
      assertEquals(plain.length, lines.length, "bytes of lines, cut at " + Arrays.toString(cuts));
      assertEquals(-1, Arrays.mismatch(plain, lines), "cut at " + Arrays.toString(cuts));
    }
  }

  private static long[] evenly(long length, int count) {
    var cuts = new long[count + 1];
    for (int i = 0; i <= count; i++) {
      cuts[i] = length * i / count;
    }
    return cuts;
  }

  private void assertLinesWhereverCut(byte[] plain, byte[] packed, int near) throws IOException {
    Path file = write("p.bz2", packed);
    assertLines(plain, file, 0, packed.length);
    var cuts = new TreeSet<Long>();
    for (long mark : Bzip2.marks(packed, Bzip2.BLOCK_MARK)) {
      for (long cut = mark / 8 - near; cut <= mark / 8 + near; cut++) {
        if (cut > 0 && cut < packed.length) {
          cuts.add(cut);
        }
      }
    }
    for (long cut : cuts) {
      assertLines(plain, file, 0, cut, packed.length);
    }
    for (int count : new int[] {2, 5, 13}) {
      assertLines(plain, file, evenly(packed.length, count));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void blocksOfEverySizeGiveTheSameLinesToManyReaders(int level) throws Exception {
    byte[] plain = text(level * 130_000);
    byte[] packed = Bzip2.pack(plain, level);
    assertEquals(2, Bzip2.marks(packed, Bzip2.BLOCK_MARK).size());
    assertLinesWhereverCut(plain, packed, 0);
    byte[] streams = Bzip2.packStreams(plain, level * 100_000 - 19, level);
    assertLines(plain, write("s.bz2", streams), evenly(streams.length, 4));
  }

  @Test
  void anotherWritersBlocksAreRead() throws Exception {
    byte[] plain = text(210_000);
    var packed = new ByteArrayOutputStream();
    try (var out = new BZip2CompressorOutputStream(packed, 1)) {
      out.write(plain);
    }
    assertLinesWhereverCut(plain, packed.toByteArray(), 3);
  }

  /** Tiny streams of several levels, and streams that hold nothing, at both ends too. */
  private static byte[][] mixture() throws IOException {
    byte[] tiny = text(300);
    return new byte[][] {
      Bzip2.empty(9),
      Bzip2.empty(1),
      Bzip2.packStreams(tiny, 100, 9),
      Bzip2.empty(3),
      Bzip2.pack(tiny, 4),
      Bzip2.empty(9)
    };
  }

  private static byte[] plainMixture() {
    return join(text(300), text(300));
  }

  @Test
  void smallFileGivesTheSameLinesCutAtEveryByte() throws Exception {
    byte[] plain = plainMixture();
    byte[] packed = join(mixture());
    assertTrue(packed.length < 3000, packed.length + " bytes");
    Path file = write("mixture.bz2", packed);
    for (int cut = 1; cut < packed.length; cut++) {
      assertLines(plain, file, 0, cut, packed.length);
    }
    for (int width : new int[] {1, 7, 50}) {
      assertLines(plain, file, evenly(packed.length, packed.length / width));
    }
    plain = easyText(101_000);
    packed = Bzip2.pack(plain, 1);
    assertTrue(packed.length < 1000, packed.length + " bytes of two blocks");
    file = write("two.bz2", packed);
    for (int cut = 1; cut < packed.length; cut += 5) {
      assertLines(plain, file, 0, cut, packed.length);
    }
  }

  @Test
  void manyStreamsThatHoldNothingAreRead() throws Exception {
    var packed = new ByteArrayOutputStream();
    for (int i = 0; i < 50_000; i++) {
      packed.writeBytes(Bzip2.empty(1 + i % 9));
    }
    byte[] plain = text(100);
    packed.writeBytes(Bzip2.pack(plain, 9));
    assertLines(plain, write("many.bz2", packed.toByteArray()), 0, 1000, packed.size());
  }

  @Test
  void smallFileCutOffAtAnyByteIsAnErrorUnlessAStreamEndsThere() throws Exception {
    byte[][] streams = mixture();
    byte[] packed = join(streams);
    byte[] plain = plainMixture();
    var ends = new TreeSet<Integer>();
    int at = 0;
    for (byte[] stream : streams) {
      at += stream.length;
      ends.add(at);
    }
    int small = streams[0].length + streams[1].length;
    for (int tinyStart = small; tinyStart < small + streams[2].length; tinyStart++) {
      if (packed[tinyStart] == 'B' && packed[tinyStart + 1] == 'Z') {
        ends.add(tinyStart);
      }
    }
    int errors = 0;
    int step = Sampled.step(3, 1);
    for (int length = 1; length < packed.length; length++) {
      if (length % step > 0 && !ends.contains(length)) {
        continue;
      }
      Path file = write("cut.bz2", Arrays.copyOf(packed, length));
      for (int count : new int[] {1, 3}) {
        long[] cuts = evenly(length, count);
        if (ends.contains(length)) {
          byte[] lines = lines(file, cuts);
          assertArrayEquals(Arrays.copyOf(plain, lines.length), lines);
        } else {
          assertDamage(file, cuts);
          errors++;
        }
      }
    }
    byte[] two = Bzip2.pack(easyText(101_000), 1);
    for (int length = 1; length < two.length; length += 3, errors++) {
      assertDamage(write("cut.bz2", Arrays.copyOf(two, length)), 0, length);
    }
    System.out.println("cut off: " + errors + " errors of " + errors + " cuts");
  }

  private MalformedRecordException assertDamage(Path file, long... cuts) {
    var e =
        assertThrows(
            MalformedRecordException.class,
            () -> lines(file, cuts),
            () -> "cut at " + Arrays.toString(cuts));
    assertEquals("damaged compressed file", e.what());
    assertEquals(file.toString(), e.path());
    return e;
  }

  /** Counts of the outcomes of reading damaged files. */
  private int errors;

  private int unharmed;

  private void assertErrorOrAllLines(byte[] plain, byte[] packed, String what) throws IOException {
    Path file = write("damaged.bz2", packed);
    for (int count : new int[] {1, 2, 5}) {
      try {
        byte[] lines = lines(file, evenly(packed.length, count));
        assertEquals(plain.length, lines.length, what + ", no error, in ranges: " + count);
        assertEquals(-1, Arrays.mismatch(plain, lines), what + ", no error, in ranges: " + count);
        unharmed++;
      } catch (MalformedRecordException e) {
        assertEquals("damaged compressed file", e.what(), what);
        assertTrue(e.offset() <= packed.length, what);
        errors++;
      }
    }
  }

  @Test
  void anyBitOfASmallFileIsAnErrorOrHarmless() throws Exception {
    byte[] plain = text(100);
    byte[] packed = join(Bzip2.packStreams(plain, 50, 9), Bzip2.empty(2));
    for (long bit = 0; bit < 8L * packed.length; bit += Sampled.step(5, 1)) {
      Bzip2.flip(packed, bit);
      assertErrorOrAllLines(plain, packed, "bit " + bit + " of " + 8 * packed.length);
      Bzip2.flip(packed, bit);
    }
    System.out.println("any bit: " + errors + " errors, " + unharmed + " times all lines");
    assertTrue(errors > 50 * unharmed, unharmed + " times all lines");
  }

  @Test
  void anyBitOfAMarkOrCrcOfALargeFileIsAnError() throws Exception {
    byte[] plain = text(150_000);
    byte[] packed = join(Bzip2.pack(plain, 1), Bzip2.pack(plain, 9));
    byte[] twice = join(plain, plain);
    var bits = new ArrayList<Long>();
    var marks = new ArrayList<>(Bzip2.marks(packed, Bzip2.BLOCK_MARK));
    assertEquals(3, marks.size());
    marks.addAll(Bzip2.marks(packed, Bzip2.END_MARK));
    for (long mark : marks) {
      for (int bit = 0; bit < 80; bit += 5) { // the mark and the CRC after it
        bits.add(mark + bit);
      }
    }
    for (long bit : bits) {
      Bzip2.flip(packed, bit);
      assertErrorOrAllLines(twice, packed, "bit " + bit);
      Bzip2.flip(packed, bit);
    }
    System.out.println("marks: " + errors + " errors, " + unharmed + " times all lines");
    assertEquals(3 * bits.size(), errors);
  }

  @Test
  void errorSaysWhereInTheCompressedFileAndWhatWasExpected() throws Exception {
    byte[] plain = text(120_000);
    byte[] packed = Bzip2.pack(plain, 1);
    List<Long> marks = Bzip2.marks(packed, Bzip2.BLOCK_MARK);
    long second = marks.get(1);
    long endMark = Bzip2.marks(packed, Bzip2.END_MARK).get(0);

    assertSays(damage(packed, second + 47), second, "another block's mark, or the stream's end");
    assertSays(damage(packed, 32 + 50), 32, "a block whose bytes have the CRC ");
    assertSays(damage(packed, endMark + 1), endMark, "another block's mark, or the stream's end");
    assertSays(damage(packed, endMark + 60), endMark, "a stream with the CRC ");
    assertSays(
        Arrays.copyOf(packed, packed.length + 3),
        8L * packed.length,
        "the end of the file or BZh1 to BZh9, the begin of a bzip2 stream");
    byte[] cut = Arrays.copyOf(packed, (int) (second / 8) + 1000);
    assertSays(cut, 8L * cut.length, "more of a bzip2 block");
    byte[] noBzip2 = "1 1:1\n".getBytes(US_ASCII);
    assertSays(noBzip2, 0, "BZh1 to BZh9, the begin of a bzip2 stream");
    byte[] gzip = {31, (byte) 139, 8, 0, 0, 0};
    var e = assertSays(gzip, 0, "BZh1 to BZh9");
    assertTrue(e.found().contains("the start of a gzip file"), e.found());
  }

  private static byte[] damage(byte[] packed, long bit) {
    byte[] damaged = packed.clone();
    Bzip2.flip(damaged, bit);
    return damaged;
  }

  private MalformedRecordException assertSays(byte[] packed, long bit, String expected)
      throws IOException {
    var e = assertDamage(write("said.bz2", packed), 0, packed.length);
    assertTrue(e.expected().startsWith(expected), e.getMessage());
    assertEquals(bit / 8, e.offset(), e.getMessage());
    assertTrue(e.found().endsWith(" (the offset counts packed bytes)"), e.getMessage());
    return e;
  }

  /** Lines of bytes that make the table of a block's bytes look like a mark. */
  private static byte[] textThatWritesMarks(int length) {
    byte[] alphabet =
        "\n\u000B\u000F!')+,/2569;>?ACDG".getBytes(ISO_8859_1); // 0x31 4159 2653 59 as a table
    var random = new Random(1);
    var text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = alphabet[i < 40 ? i % alphabet.length : random.nextInt(alphabet.length)];
    }
    return text;
  }

  @Test
  void marksWithinBlocksAreNotTakenForBlocks() throws Exception {
    byte[] plain = textThatWritesMarks(280_000);
    byte[] packed = Bzip2.pack(plain, 1);
    List<Long> marks = Bzip2.marks(packed, Bzip2.BLOCK_MARK);
    assertEquals(6, marks.size(), "two a block");
    assertLinesWhereverCut(plain, packed, 4);
    for (int mark = 0; mark < 6; mark++) {
      Bzip2.flip(packed, marks.get(mark) + 49 + mark);
      assertErrorOrAllLines(plain, packed, "mark " + mark);
      Bzip2.flip(packed, marks.get(mark) + 49 + mark);
    }
    assertEquals(18, errors);
  }

  @Test
  void rangeWhoseFirstBlockIsDamagedIsAnErrorByItself() throws Exception {
    byte[] plain = text(290_000);
    byte[] packed = Bzip2.pack(plain, 1);
    long second = Bzip2.marks(packed, Bzip2.BLOCK_MARK).get(1);
    for (int bit : new int[] {50, 81, 90, 110, 200, 5000}) {
      byte[] damaged = damage(packed, second + bit);
      Path file = write("range.bz2", damaged);
      assertDamage(file, second / 8 - 1000, damaged.length);
    }
  }

  @Test
  void blocksOfVeryOldWritersAreRead() throws Exception {
    byte[] sorted = textWithoutRuns(5000);
    byte[] packed = Bzip2.pack(sorted, 1);
    byte[] plain = randomised(sorted);
    Bzip2.putBits(packed, 32 + 48, 32, Bzip2.crc(plain));
    Bzip2.putBits(packed, 32 + 80, 1, 1);
    long end = Bzip2.marks(packed, Bzip2.END_MARK).get(0);
    Bzip2.putBits(packed, end + 48, 32, Bzip2.crc(plain));
    var in = new ByteArrayInputStream(packed, 2, packed.length - 2);
    assertArrayEquals(plain, new CBZip2InputStream(in).readAllBytes(), "the codec reads it so");
    assertLines(plain, write("old.bz2", packed), 0, packed.length);
  }

  /** No byte of it is like the one before, not even when its lowest bit is flipped. */
  private static byte[] textWithoutRuns(int length) {
    var random = new Random(2);
    var text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('a' + 4 * random.nextInt(6) + i % 2 * 2);
    }
    return text;
  }

  /** Returns the output of a writer that flipped the lowest bits of some bytes before sorting. */
  private static byte[] randomised(byte[] sorted) {
    byte[] plain = sorted.clone();
    int at = 0;
    for (int i = 0; ; i++) {
      at += BZip2Constants.rNums[i % 512];
      if (at > plain.length) {
        return plain;
      }
      plain[at - 2] ^= 1;
    }
  }
}
