// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Frames of TFRecords, written and read; whatever is cut off or changed is found. */
class TfRecordTest {
  private static final long OFFSET = 5L << 40; // of the first frame in its file
  private static final byte[] ABC =
      HexFormat.of().parseHex("0300000000000000b099490e6162636e57f121");

  private static byte[] framed(byte[]... records) throws IOException {
    var out = new ByteArrayOutputStream();
    var writer = new TfRecordWriter(out::write);
    for (byte[] record : records) {
      writer.record(record, 0, record.length);
    }
    writer.flush();
    return out.toByteArray();
  }

  /** Reads the frames of {@code bytes}, which are surrounded by others. */
  private static List<byte[]> read(byte[] bytes) throws MalformedRecordException {
    byte[] array = new byte[bytes.length + 5];
    Arrays.fill(array, (byte) 0x55);
    System.arraycopy(bytes, 0, array, 2, bytes.length);
    var reader = new TfRecordReader();
    reader.reset(array, 2, 2 + bytes.length, OFFSET);
    var records = new ArrayList<byte[]>();
    while (reader.next()) {
      records.add(Arrays.copyOfRange(array, reader.from(), reader.end()));
    }
    return records;
  }

  private static MalformedRecordException refused(byte[] bytes) {
    var error = assertThrows(MalformedRecordException.class, () -> read(bytes));
    assertNull(error.path());
    return error;
  }

  private static byte[] fixture(String name) throws IOException {
    try (InputStream in =
        TfRecordTest.class.getResourceAsStream("/fixtures/formats/tfrecord/" + name)) {
      return in.readAllBytes();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void framesAreTensorFlows() throws IOException {
    assertArrayEquals(ABC, framed(ascii("abc")));
    assertArrayEquals(ascii("abc"), read(ABC).get(0));
    for (String name : List.of("images.tfrecord", "sparse.tfrecord", "elwc.tfrecord")) {
      byte[] file = fixture(name);
      assertArrayEquals(file, framed(read(file).toArray(byte[][]::new)), name);
    }
    assertEquals(24, read(fixture("images.tfrecord")).size());
    assertEquals(List.of(), read(new byte[0]));
  }

  @Test
  void everyTruncationIsFoundAtTheFrameThatIsCut() throws IOException {
    byte[] two = framed(ascii("abcdef"), new byte[0], ascii("x"));
    List<Integer> ends = List.of(0, 22, 38, 55);
    assertEquals(55, two.length);
    int frame = 0;
    for (int cut = 0; cut <= two.length; cut++) {
      byte[] bytes = Arrays.copyOf(two, cut);
      if (ends.contains(cut)) {
        frame = ends.indexOf(cut);
        assertEquals(frame, read(bytes).size());
      } else {
        assertEquals(OFFSET + ends.get(frame), refused(bytes).offset(), "cut after " + cut);
      }
    }
  }

  @Test
  void everyFlippedBitIsFoundWhereItIs() throws IOException {
    byte[] two = framed(ascii("abc"), ascii("defgh"));
    for (int bit = 0; bit < 8 * two.length; bit++) {
      byte[] bytes = two.clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      int frame = bit / 8 < 19 ? 0 : 19;
      boolean inHeader = bit / 8 - frame < TfRecordFrame.HEADER_BYTES;
      long at = OFFSET + frame + (inHeader ? 0 : TfRecordFrame.HEADER_BYTES);
      assertEquals(at, refused(bytes).offset(), "bit " + bit);
      assertEquals(!inHeader || frame > 0, TfRecordFrame.isHeader(bytes, 0), "bit " + bit);
    }
  }

  @Test
  void cutAndChangedFilesAreRefused() throws IOException {
    byte[] images = fixture("images.tfrecord");
    byte[] cut = Arrays.copyOf(images, images.length - 9);
    assertTrue(refused(cut).found().contains("cut off"));
    images[5000] ^= 0x10;
    assertTrue(refused(images).expected().contains("bytes of data"));
  }

  @Test
  void aLengthIsBelievedOnlyAfterItFitsTheFile() throws Exception {
    for (long length : new long[] {1, 1L << 31, Long.MAX_VALUE, -1, -17, Long.MIN_VALUE}) {
      var out = new ByteArrayOutputStream();
      var writer = new TfRecordWriter(out::write);
      writer.begin(length);
      writer.flush();
      byte[] bytes = Arrays.copyOf(out.toByteArray(), 12 + 4); // room for no data at all
      MalformedRecordException error = refused(bytes);
      assertEquals(OFFSET, error.offset());
      assertTrue(error.found().contains(" " + Long.toUnsignedString(length) + " "), error.found());
      if (length >= 0 && length <= 1L << 31) {
        var reader = new TfRecordReader();
        assertEquals(length, reader.length(bytes, 0, 0, length + 16));
        assertThrows(MalformedRecordException.class, () -> reader.length(bytes, 0, 0, length + 15));
      }
    }
  }

  @Test
  void piecesMakeTheFrameOfTheWhole() throws IOException {
    byte[] data = new byte[300_000];
    new Random(7).nextBytes(data);
    byte[] whole = framed(data, data);
    for (int piece : new int[] {1, 7, 8191, 8192, 65_535, 65_536, 299_999}) {
      var out = new ByteArrayOutputStream();
      var writer = new TfRecordWriter(out::write);
      for (int i = 0; i < 2; i++) {
        writer.begin(data.length);
        for (int at = 0; at < data.length; at += piece) {
          writer.drain(data, at, Math.min(piece, data.length - at));
        }
        writer.end();
      }
      writer.flush();
      assertArrayEquals(whole, out.toByteArray(), "pieces of " + piece);
    }
    var crc = new CRC32C();
    crc.update(data, 0, data.length);
    assertEquals(TfRecordFrame.masked(crc), LittleEndian.getInt(whole, 12 + data.length));
  }

  @Test
  void dataThatIsNotAsLongAsItsHeaderSaysIsNotWritten() throws IOException {
    for (int length : new int[] {2, 4}) {
      var writer = new TfRecordWriter((bytes, from, count) -> {});
      writer.begin(3);
      writer.drain(ABC, 0, length);
      assertThrows(IllegalStateException.class, writer::end);
    }
    assertFalse(TfRecordFrame.isHeader(new byte[12], 0));
  }
}
