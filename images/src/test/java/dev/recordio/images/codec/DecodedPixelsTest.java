// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pixels are to the bit those that OpenCV 4.6 decodes; of color ones of {@code files/} also those
 * of MXNet's ImageRecordIter, of unchanged ones of {@code im2rec/files} those of im2rec.py's
 * records.
 */
class DecodedPixelsTest {
  @Test
  void pixelsAreThoseOfOpenCv() {
    try (var codec = new JdkCodec()) {
      assertPixelsOfOpenCv(codec);
    }
  }

  static void assertPixelsOfOpenCv(ImageCodec codec) {
    var wrong = new ArrayList<String>();
    int images = 0;
    var pixels = new Pixels();
    for (String[] row : CodecImages.table("decoded.tsv")) {
      byte[] bytes = CodecImages.read(row[0]);
      String expected = String.join(" ", List.of(row).subList(2, 7));
      String found = decoded(codec, bytes, ImageColor.valueOf(row[1]), pixels);
      if (!expected.equals(found)) {
        wrong.add(row[0] + " " + row[1] + ": expected " + expected + ", found " + found);
      }
      images++;
    }
    assertTrue(images > 600, "images: " + images);
    assertEquals(List.of(), wrong);
  }

  private static String decoded(ImageCodec codec, byte[] bytes, ImageColor color, Pixels pixels) {
    try {
      // Some have colours that their palette lacks, which are black if damage is accepted.
      var accepting = new Decoding(color, 1 << 20, Decoding.Damaged.ACCEPT);
      codec.decode(bytes, 0, bytes.length, accepting, pixels);
    } catch (MalformedRecordException e) {
      return "- - - - -";
    }
    return pixels.width()
        + " "
        + pixels.height()
        + " "
        + pixels.channels()
        + " "
        + pixels.depth()
        + " "
        + CodecImages.sha256(pixels.data(), pixels.bytes());
  }

  /** In parts, as large images that are turned or CMYK are decoded, the pixels are the same. */
  @Test
  void pixelsOfPartsAreThose() throws IOException {
    for (String name :
        List.of(
            "exif_3_56x37.jpg",
            "exif_5_56x37.jpg",
            "exif_6_56x37.jpg",
            "j36_exif6.jpg",
            "j39_exif6.jpg",
            "j36_idsRGB.jpg",
            "cmyk_64x64.jpg",
            "cmyk_t2.jpg",
            "cmyk_exif6.jpg")) {
      for (ImageColor color : ImageColor.values()) {
        for (int maxPart : new int[] {1, 60, 64 * 10}) {
          byte[] bytes = CodecImages.read(name);
          var found = new Pixels();
          var decoder = new JpegDecoder(maxPart, null);
          decoder.decode(bytes, 0, bytes.length, CodecImages.as(color), found);
          decoder.close();
          String what = name + " " + color + " in parts of " + maxPart;
          assertSame(CodecImages.decoded(name, color), found, what);
        }
      }
    }
  }

  /** The eight orientations of one picture are one picture. */
  @Test
  void orientationsShowOnePicture() throws IOException {
    Pixels upright = CodecImages.decoded("exif_1_56x37.jpg", ImageColor.UNCHANGED);
    for (int o = 1; o <= 8; o++) {
      String name = "exif_" + o + "_56x37.jpg";
      Pixels turned = CodecImages.decoded(name, ImageColor.COLOR);
      Pixels stored = CodecImages.decoded(name, ImageColor.UNCHANGED);
      assertSame(upright, stored, "color -1 turns nothing: " + o);
      for (int y = 0; y < stored.height(); y++) {
        for (int x = 0; x < stored.width(); x++) {
          int right = stored.width() - 1 - x;
          int bottom = stored.height() - 1 - y;
          int[] at =
              switch (o) {
                case 1 -> new int[] {x, y};
                case 2 -> new int[] {right, y};
                case 3 -> new int[] {right, bottom};
                case 4 -> new int[] {x, bottom};
                case 5 -> new int[] {y, x};
                case 6 -> new int[] {bottom, x};
                case 7 -> new int[] {bottom, right};
                default -> new int[] {y, right};
              };
          for (int c = 0; c < 3; c++) {
            int found = turned.sample(at[0], at[1], c);
            assertEquals(stored.sample(x, y, c), found, o + " at " + x + "," + y);
          }
        }
      }
    }
  }

  @Test
  void bytesBeforeAndAfterAreNotLookedAt() throws IOException {
    for (String name : List.of("rgb_64x48.jpg", "prog_160x160.jpg", "rgb_50x40.png")) {
      byte[] bytes = CodecImages.read(name);
      byte[] padded = new byte[bytes.length + 100];
      java.util.Arrays.fill(padded, (byte) 0xff);
      System.arraycopy(bytes, 0, padded, 37, bytes.length);
      var found = new Pixels();
      try (var codec = new JdkCodec()) {
        codec.decode(padded, 37, bytes.length, CodecImages.as(ImageColor.COLOR), found);
        assertSame(CodecImages.decoded(name, ImageColor.COLOR), found, name);
        codec.decode(padded, 37, bytes.length + 20, CodecImages.as(ImageColor.COLOR), found);
        assertSame(CodecImages.decoded(name, ImageColor.COLOR), found, name + ", bytes after it");
      }
    }
  }

  /** What the decoder warns of is an error, or accepted; then the pixels are those it makes. */
  @Test
  void warningsAreDamage() throws IOException {
    for (String name : List.of("bad_truncated.jpg", "bad_bitflips_in_scan.jpg")) {
      byte[] bytes = CodecImages.read(name);
      var pixels = new Pixels();
      try (var codec = new JdkCodec()) {
        var how = new Decoding(ImageColor.COLOR, 1 << 26, Decoding.Damaged.REFUSE);
        var error =
            assertThrows(
                MalformedRecordException.class,
                () -> codec.decode(bytes, 0, bytes.length, how, pixels));
        assertEquals("undamaged data of a JPEG", error.expected());
        assertTrue(
            error.found().contains("Missing EOI") || error.found().contains("Corrupt JPEG data"),
            error.found());
        codec.decode(
            bytes,
            0,
            bytes.length,
            new Decoding(how.color(), 1 << 26, Decoding.Damaged.ACCEPT),
            pixels);
        assertEquals("160x120x3", pixels.width() + "x" + pixels.height() + "x" + pixels.channels());
      }
    }
  }

  private static void assertSame(Pixels expected, Pixels found, String what) {
    assertEquals(expected.width(), found.width(), what);
    assertEquals(expected.height(), found.height(), what);
    assertEquals(expected.channels(), found.channels(), what);
    assertEquals(expected.depth(), found.depth(), what);
    assertEquals(
        CodecImages.sha256(expected.data(), expected.bytes()),
        CodecImages.sha256(found.data(), found.bytes()),
        what);
  }
}
