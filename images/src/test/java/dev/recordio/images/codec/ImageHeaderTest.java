// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What headers say, and what becomes of those that say nonsense. */
class ImageHeaderTest {
  @Test
  void headersSayShapeAndOrientation() throws IOException {
    assertHeader("rgb_64x48.jpg", "JPEG 64x48x3 8 1");
    assertHeader("gray_80x60.jpg", "JPEG 80x60x1 8 1");
    assertHeader("cmyk_64x64.jpg", "JPEG 64x64x4 8 1");
    assertHeader("prog_160x160.jpg", "JPEG 160x160x3 8 1");
    assertHeader("magic_in_comment.jpg", "JPEG 90x60x3 8 1");
    for (int o = 1; o <= 8; o++) {
      assertHeader("exif_" + o + "_56x37.jpg", "JPEG 56x37x3 8 " + o);
      assertHeader("exif" + o + "0.png", "PNG 30x20x3 8 " + o); // II
      assertHeader("exif" + o + "1.png", "PNG 30x20x3 8 " + o); // MM
    }
    assertHeader("exif00.png", "PNG 30x20x3 8 1");
    assertHeader("exif91.png", "PNG 30x20x3 8 1");
    assertHeader("exifpost.png", "PNG 30x20x3 8 6");
    assertHeader("rgba_61x77.png", "PNG 61x77x4 8 1");
    assertHeader("gray16_53x47.png", "PNG 53x47x1 16 1");
    assertHeader("c0b1i1_13x11.png", "PNG 13x11x1 8 1");
    assertHeader("c4b16i0_13x11.png", "PNG 13x11x2 16 1");
    assertHeader("c3b8i0_13x11.png", "PNG 13x11x3 8 1");
    assertHeader("c3b8i0_13x11_trns.png", "PNG 13x11x4 8 1");
    assertHeader("c2b8i0_13x11_trns.png", "PNG 13x11x4 8 1");
  }

  private static void assertHeader(String name, String expected) throws IOException {
    byte[] bytes = CodecImages.read(name);
    ImageHeader header = ImageHeader.read(bytes, 0, bytes.length);
    String found =
        header.type()
            + " "
            + header.width()
            + "x"
            + header.height()
            + "x"
            + header.channels()
            + " "
            + header.depth()
            + " "
            + header.orientation();
    assertEquals(expected, found, name);
  }

  @Test
  void whatIsNoImageIsAnError() {
    assertError(new byte[0], 0, "no bytes");
    assertError(CodecImages.read("bad_zero_bytes.jpg"), 0, "no bytes");
    assertError(CodecImages.read("bad_text_not_image.jpg"), 0, "54 68 69 73 20 69 73 20");
    assertError(CodecImages.read("bad_header_only_soi.jpg"), 0, "ff d8");
  }

  @Test
  void nonsenseOfJpegIsAnErrorWhereItIs() {
    byte[] good = CodecImages.read("rgb_64x48.jpg");
    int sof = frame(good);
    assertError(with(good, sof + 1, 0xc3), sof, "marker 0xc3, of another process");
    assertError(with(good, sof + 4, 12), sof + 4, "12 bits");
    assertError(with(with(good, sof + 5, 0), sof + 6, 0), sof + 5, "64x0");
    assertError(with(with(good, sof + 7, 0), sof + 8, 0), sof + 5, "0x48");
    assertError(with(good, sof + 9, 2), sof + 9, "2");
    assertError(with(good, sof + 9, 255), sof + 9, "255");
    assertError(with(good, sof + 3, 16), sof + 2, "16");
    assertError(with(good, sof + 3, 1), sof + 2, "1");
    assertError(with(good, sof + 2, 255), sof + 2, "left");
    assertError(with(good, sof + 1, 0xfe), -1, "none"); // a comment in place of the frame
    assertError(with(good, sof + 1, 0xd9), sof, "the end of the image (EOI)");
    assertError(Arrays.copyOf(good, sof + 6), -1, "left");
    assertError(Arrays.copyOf(good, sof + 19), sof + 19, "the end of the image");
  }

  @Test
  void nonsenseOfPngIsAnErrorWhereItIs() {
    byte[] good = CodecImages.read("rgb_50x40.png");
    assertError(with(good, 16, 0x80), 29, "");
    assertError(withCrc(with(good, 16, 0x80)), 16, "2147483698x40");
    assertError(withCrc(with(good, 17, 0x10)), 16, "1048626x40");
    assertError(withCrc(with(good, 19, 0)), 16, "0x40");
    assertError(withCrc(with(good, 24, 3)), 24, "03 02 00 00 00");
    assertError(withCrc(with(good, 25, 5)), 24, "08 05 00 00 00");
    assertError(withCrc(with(good, 28, 2)), 24, "08 02 00 00 02");
    assertError(with(good, 11, 14), 8, "00 00 00 0e 49 48 44 52");
    assertError(Arrays.copyOf(good, 30), 30, "the end of the image");
    assertError(Arrays.copyOf(good, 40), 40, "the end of the image");
  }

  /** Nothing is allocated on a header's word: the limit comes first. */
  @Test
  void sizesAreHeldAgainstTheLimit() throws IOException {
    byte[] jpeg = CodecImages.read("rgb_1x1.jpg");
    int sof = frame(jpeg);
    byte[] bomb =
        with(with(with(with(jpeg, sof + 5, 255), sof + 6, 220), sof + 7, 255), sof + 8, 220);
    byte[] png = CodecImages.read("rgb_50x40.png");
    for (int i = 0; i < 8; i++) {
      png[16 + i] = (byte) (1_000_000 >> 24 - 8 * (i % 4));
    }
    byte[] wide = withCrc(png);
    var pixels = new Pixels();
    try (var codec = new JdkCodec()) {
      for (ImageColor color : ImageColor.values()) {
        var how = CodecImages.as(color);
        var error =
            assertThrows(
                MalformedRecordException.class,
                () -> codec.decode(bomb, 0, bomb.length, how, pixels));
        assertEquals(sof + 5, error.offset());
        assertEquals("67108864 pixels at most (recordio.image.max-pixels)", error.expected());
        assertEquals("65500x65500 = 4290250000", error.found());
        error =
            assertThrows(
                MalformedRecordException.class,
                () -> codec.decode(wide, 0, wide.length, how, pixels));
        assertEquals("1000000x1000000 = 1000000000000", error.found());
      }
      byte[] exact = CodecImages.read("rgb_50x40.png");
      codec.decode(
          exact,
          0,
          exact.length,
          new Decoding(ImageColor.COLOR, 2000, Decoding.Damaged.WARN),
          pixels);
      assertThrows(
          MalformedRecordException.class,
          () ->
              codec.decode(
                  exact,
                  0,
                  exact.length,
                  new Decoding(ImageColor.COLOR, 1999, Decoding.Damaged.WARN),
                  pixels));
    }
    assertTrue(pixels.data().length < 1 << 20, "bytes: " + pixels.data().length);
  }

  /** Of 16 bits and 4 channels there may be half as many pixels. */
  @Test
  void deepPixelsAreHeldAgainstFourTimesTheLimit() throws IOException {
    byte[] deep = CodecImages.read("c6b16i0_13x11.png");
    int count = 13 * 11;
    var pixels = new Pixels();
    try (var codec = new JdkCodec()) {
      codec.decode(
          deep,
          0,
          deep.length,
          new Decoding(ImageColor.COLOR, count, Decoding.Damaged.WARN),
          pixels);
      var how = new Decoding(ImageColor.UNCHANGED, 2 * count, Decoding.Damaged.WARN);
      codec.decode(deep, 0, deep.length, how, pixels);
      assertEquals(8 * count, pixels.bytes());
      var lower = new Decoding(ImageColor.UNCHANGED, 2 * count - 1, Decoding.Damaged.WARN);
      var error =
          assertThrows(
              MalformedRecordException.class,
              () -> codec.decode(deep, 0, deep.length, lower, pixels));
      assertEquals("1144", error.found());
    }
  }

  private static int frame(byte[] jpeg) {
    for (int i = 0; ; i++) {
      if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == 0xc0) {
        return i;
      }
    }
  }

  private static byte[] with(byte[] bytes, int at, int value) {
    byte[] other = bytes.clone();
    other[at] = (byte) value;
    return other;
  }

  private static byte[] withCrc(byte[] png) {
    var crc = new java.util.zip.CRC32();
    crc.update(png, 12, 17);
    byte[] other = png.clone();
    for (int i = 0; i < 4; i++) {
      other[29 + i] = (byte) (crc.getValue() >> 24 - 8 * i);
    }
    return other;
  }

  /** Checks header and codec; an offset of -1 is any. */
  private static void assertError(byte[] bytes, int offset, String found) {
    var error =
        assertThrows(
            MalformedRecordException.class, () -> ImageHeader.read(bytes, 0, bytes.length));
    assertEquals("invalid image", error.what());
    assertTrue(error.found().contains(found), error.getMessage());
    if (offset >= 0) {
      assertEquals(offset, error.offset(), error.getMessage());
    }
    try (var codec = new JdkCodec()) {
      var same =
          assertThrows(
              MalformedRecordException.class,
              () ->
                  codec.decode(
                      bytes, 0, bytes.length, CodecImages.as(ImageColor.COLOR), new Pixels()));
      assertEquals(error.getMessage(), same.getMessage());
    }
  }
}
