// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageExtensions;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.ImageSize;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import dev.recordio.image.ListLine;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Headers of image records, lists of images, and the first bytes of images. */
class ImageRecordByteFuzzTest extends ByteFuzzTest {
  private static final int FACE_BYTES = 32;

  @Override
  protected List<ByteTarget> targets() {
    return List.of(
        ByteTarget.of("image-header", 2_000_000, ImageRecordByteFuzzTest::header),
        ByteTarget.of("list-line", 1_000_000, ImageRecordByteFuzzTest::line),
        ByteTarget.of("insightface", 500_000, ImageRecordByteFuzzTest::faces),
        ByteTarget.of("image-start", 1_000_000, ImageRecordByteFuzzTest::image),
        ByteTarget.of("image-extensions", 200_000, ImageRecordByteFuzzTest::extensions)
            .refuses(IllegalArgumentException.class));
  }

  private static void header(byte[] bytes) throws MalformedRecordException {
    var in = Mend.little(bytes);
    long flag = bytes.length < 24 ? -1 : Integer.toUnsignedLong(in.getInt(0));
    boolean sound = bytes.length >= 24 && 24 + 4 * flag <= bytes.length;
    assertEquals(sound, ImageRecordHeader.fits(bytes, 0, bytes.length, bytes.length));
    var header = new ImageRecordHeader();
    try {
      header.read(bytes, 0, bytes.length, 77);
    } catch (MalformedRecordException e) {
      assertTrue(!sound && e.offset() == 77);
      throw e;
    }
    assertTrue(sound);
    assertEquals(flag, header.flag());
    assertEquals(in.getLong(8), header.id());
    assertEquals(in.getLong(16), header.id2());
    assertEquals(Math.max(1, flag), header.labelCount());
    for (int i = 0; i < header.labelCount(); i++) {
      int bits = in.getInt(flag == 0 ? 4 : 24 + 4 * i);
      assertEquals(Float.intBitsToFloat(bits), header.label(i));
    }
    assertEquals(24 + 4 * flag, header.imageOffset());
    assertEquals(bytes.length, header.imageOffset() + header.imageLength());
  }

  /** A line that is read, and written again, is read as the same. */
  private static void line(byte[] bytes) throws MalformedRecordException {
    var line = new ListLine();
    if (!line.parse(bytes, 0, bytes.length, 0, 1)) {
      return;
    }
    var labels = Arrays.copyOf(line.labels(), line.labelCount());
    for (float label : labels) {
      if (label != Math.rint(label) || Math.abs(label) > 1e6) {
        return; // %f would round it
      }
    }
    if (ListLine.representable(line.path())) {
      var again = new StringBuilder();
      ListLine.appendTo(again, line.key(), labels, labels.length, line.path());
      byte[] written = again.toString().getBytes(StandardCharsets.UTF_8);
      var second = new ListLine();
      assertTrue(second.parse(written, 0, written.length, 1, 1));
      assertEquals(line.key(), second.key());
      assertEquals(line.path(), second.path());
      assertArrayEquals(labels, Arrays.copyOf(second.labels(), second.labelCount()));
    }
  }

  /** A set whose records are stretches of 32 bytes. */
  private static void faces(byte[] bytes) throws MalformedRecordException {
    InsightFaceDialect dialect =
        InsightFaceDialect.ofRecord(
            Arrays.copyOf(bytes, FACE_BYTES), Math.min(bytes.length, FACE_BYTES));
    if (dialect == null) {
      throw new MalformedRecordException("not a set", null, 0, -1, "key 0", "something else");
    }
    var tally = new InsightFaceTally();
    for (int at = 0; at < bytes.length; at += FACE_BYTES) {
      int length = Math.min(FACE_BYTES, bytes.length - at);
      tally.add(dialect, Arrays.copyOfRange(bytes, at, at + length), length, at);
    }
    tally.check();
  }

  private static void image(byte[] bytes) {
    ImageContent.of(bytes, 0, bytes.length).suffix();
    ImageSize size = ImageSize.of(bytes, 0, bytes.length);
    byte[] within = new byte[bytes.length + 9];
    System.arraycopy(bytes, 0, within, 5, bytes.length);
    assertEquals(size, ImageSize.of(within, 5, bytes.length));
  }

  private static void extensions(byte[] bytes) {
    ImageExtensions.parse(new String(bytes, StandardCharsets.UTF_8)).matches("a/b.jpg");
  }
}
