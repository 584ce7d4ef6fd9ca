// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** JPEGs are the bytes that OpenCV 4.6 encodes, as im2rec.py does; PNGs keep all pixels. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EncodedBytesTest {
  @Test
  void jpegsAreThoseOfOpenCvAtEveryQuality() throws IOException {
    try (var codec = new JdkCodec()) {
      assertBytesOfOpenCv(codec);
    }
  }

  static void assertBytesOfOpenCv(ImageCodec codec) throws IOException {
    var wrong = new ArrayList<String>();
    var encoded = new EncodedImage();
    String last = "";
    Pixels pixels = null;
    int images = 0;
    for (String[] row : CodecImages.table("encoded.tsv")) {
      if (!row[0].equals(last)) {
        pixels = CodecImages.decoded(row[0], ImageColor.valueOf(row[1]));
        last = row[0];
      }
      codec.encode(pixels, ImageEncoding.JPEG, Integer.parseInt(row[2]), encoded);
      String found = encoded.size() + " " + CodecImages.sha256(encoded.array(), encoded.size());
      if (!found.equals(row[3] + " " + row[4])) {
        wrong.add(row[0] + " at " + row[2] + ": " + found + ", not " + row[3] + " " + row[4]);
      }
      images++;
    }
    assertEquals(6 * 101, images);
    assertEquals(List.of(), wrong);
  }

  /** Alpha is dropped, and of 16 bits the high byte is taken, without a copy of the pixels. */
  @Test
  void jpegsOfDeepPixelsAreThoseOfTheHighBytes() throws IOException {
    var deep = new EncodedImage();
    var flat = new EncodedImage();
    try (var codec = new JdkCodec()) {
      for (String name :
          List.of(
              "c6b16i0_13x11.png", "c2b16i0_13x11.png", "c6b8i0_13x11.png", "c4b16i0_13x11.png")) {
        Pixels stored = CodecImages.decoded(name, ImageColor.UNCHANGED);
        codec.encode(stored, ImageEncoding.JPEG, 95, deep);
        codec.encode(CodecImages.decoded(name, ImageColor.COLOR), ImageEncoding.JPEG, 95, flat);
        assertTrue(stored.pixelBytes() > 3, name);
        assertArrayEquals(flat.toByteArray(), deep.toByteArray(), name);
      }
    }
  }

  @Test
  void tablesAreIjgs() {
    for (int quality = 0; quality <= 100; quality++) {
      int q = Math.max(quality, 1);
      int percent = q < 50 ? 5000 / q : 200 - q * 2;
      // The corners of the two tables in Annex K of the standard: 16 and 99, 17 and 99.
      assertCorners(JpegEncoder.luminance(quality).getTable(), 16, 99, percent);
      assertCorners(JpegEncoder.chrominance(quality).getTable(), 17, 99, percent);
    }
  }

  private static void assertCorners(int[] table, int first, int last, int percent) {
    assertEquals(Math.min(255, Math.max(1, (first * percent + 50) / 100)), table[0]);
    assertEquals(Math.min(255, Math.max(1, (last * percent + 50) / 100)), table[63]);
  }

  @Test
  void pngsKeepAllThatPixelsHaveAtEveryLevel() throws IOException {
    var encoded = new EncodedImage();
    var found = new Pixels();
    try (var codec = new JdkCodec()) {
      for (String name :
          List.of(
              "rgba_61x77.png",
              "gray16_53x47.png",
              "gray_90x70.jpg",
              "rgb_1x1.jpg",
              "c6b16i0_13x11.png",
              "c2b16i0_13x11.png",
              "rgb_300x200_q95_444.jpg")) {
        Pixels pixels = CodecImages.decoded(name, ImageColor.UNCHANGED);
        var sizes = new int[10];
        for (int level = 0; level <= 9; level++) {
          codec.encode(pixels, ImageEncoding.PNG, level, encoded);
          sizes[level] = encoded.size();
          codec.decode(
              encoded.array(), 0, encoded.size(), CodecImages.as(ImageColor.UNCHANGED), found);
          assertEquals(
              pixels.channels() + " " + pixels.depth(), found.channels() + " " + found.depth());
          assertArrayEquals(
              Arrays.copyOf(pixels.data(), pixels.bytes()),
              Arrays.copyOf(found.data(), found.bytes()),
              name + " at " + level);
        }
        boolean large = pixels.bytes() > 100_000;
        assertTrue(!large || sizes[0] > pixels.bytes(), name + Arrays.toString(sizes));
        assertTrue(!large || sizes[1] > sizes[9], name + Arrays.toString(sizes));
      }
    }
  }

  /** ImageIO reads our PNGs: header, CRCs and zlib are as others expect them. */
  @Test
  void othersReadOurPngs() throws IOException {
    var encoded = new EncodedImage();
    Pixels pixels = CodecImages.decoded("rgb_300x200_q95_444.jpg", ImageColor.COLOR);
    try (var codec = new JdkCodec()) {
      codec.encode(pixels, ImageEncoding.PNG, 3, encoded);
    }
    var bytes = new java.io.ByteArrayInputStream(encoded.array(), 0, encoded.size());
    var image = javax.imageio.ImageIO.read(bytes);
    for (int y = 0; y < pixels.height(); y++) {
      for (int x = 0; x < pixels.width(); x++) {
        int rgb =
            pixels.sample(x, y, 0) << 16 | pixels.sample(x, y, 1) << 8 | pixels.sample(x, y, 2);
        assertEquals(rgb, image.getRGB(x, y) & 0xffffff);
      }
    }
  }

  /** One codec after other images, and another one, write the same bytes. */
  @Test
  void encodingIsDeterministic() throws IOException {
    Pixels one = CodecImages.decoded("land_200x150_420.jpg", ImageColor.COLOR);
    Pixels other = CodecImages.decoded("gray_90x70.jpg", ImageColor.GRAY);
    for (ImageEncoding encoding : ImageEncoding.values()) {
      int quality = encoding == ImageEncoding.JPEG ? 90 : 4;
      var fresh = new EncodedImage();
      var later = new EncodedImage();
      try (var first = new JdkCodec();
          var second = new JdkCodec()) {
        first.encode(one, encoding, quality, fresh);
        second.encode(other, encoding, quality - 1, later);
        second.encode(other, encoding, quality, later);
        second.encode(one, encoding, quality, later);
      }
      assertArrayEquals(fresh.toByteArray(), later.toByteArray(), encoding.toString());
    }
  }

  @Test
  void whatJpegCannotSayIsAnError() {
    var pixels = new Pixels();
    var into = new EncodedImage();
    pixels.reshape(65501, 1, 3, 8);
    try (var codec = new JdkCodec()) {
      var error =
          assertThrows(
              MalformedRecordException.class,
              () -> codec.encode(pixels, ImageEncoding.JPEG, 95, into));
      assertEquals("a JPEG of 65500 columns and rows at most", error.expected());
      assertEquals("65501x1", error.found());
      for (int quality : new int[] {-1, 101}) {
        assertThrows(
            IllegalArgumentException.class,
            () -> codec.encode(pixels, ImageEncoding.JPEG, quality, into));
      }
      for (int level : new int[] {-1, 10}) {
        assertThrows(
            IllegalArgumentException.class,
            () -> codec.encode(pixels, ImageEncoding.PNG, level, into));
      }
    }
  }
}
