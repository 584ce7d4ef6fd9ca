// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.ImageFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bytedeco.opencv.global.opencv_imgcodecs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** BMP, GIF, TIFF and WebP: pixels to the bit those of OpenCV 4.13, or an error that says why. */
class PluginImagesTest {
  private static final int LOSSLESS = 101; // as the quality of a WebP

  private final ImageCodec codec = new JdkCodec();
  private final Pixels pixels = new Pixels();

  @AfterEach
  void close() {
    codec.close();
  }

  private byte[] decode(byte[] image, ImageColor color) throws IOException {
    codec.decode(image, 0, image.length, CodecImages.as(color), pixels);
    return Arrays.copyOf(pixels.data(), pixels.bytes());
  }

  private String shape() {
    return pixels.width() + " " + pixels.height() + " " + pixels.channels() + " " + pixels.depth();
  }

  private static List<String> files() {
    return CodecImages.table("plugins.tsv").stream().map(row -> row[0]).distinct().toList();
  }

  @Test
  void pixelsAreThoseOfOpenCv() throws IOException {
    var wrong = new ArrayList<String>();
    int images = 0;
    for (String[] row : CodecImages.table("plugins.tsv")) {
      byte[] found = decode(CodecImages.read(row[0]), ImageColor.valueOf(row[1]));
      String text = shape() + " " + CodecImages.sha256(found, found.length);
      if (!text.equals(String.join(" ", List.of(row).subList(2, 7)))) {
        wrong.add(row[0] + " " + row[1] + ": " + text);
      }
      images++;
    }
    assertEquals(List.of(), wrong);
    assertTrue(images > 200, images + " images");
  }

  /** What OpenCV writes, of any size, with 8 and 16 bits. */
  @Test
  void randomImagesAreDecodedAsByOpenCv() throws IOException {
    var random = new SplittableRandom(38);
    for (int i = 0; i < 120; i++) {
      int width = 1 + random.nextInt(70);
      int height = 1 + random.nextInt(70);
      String extension = List.of(".bmp", ".tiff", ".webp").get(i % 3);
      int depth = i % 6 == 1 ? 16 : 8;
      int channels = List.of(1, 3, 4).get(random.nextInt(extension.equals(".tiff") ? 3 : 2));
      Pixels made = OpenCvImages.pixels(width, height, channels, depth, i);
      int[] options = {};
      if (extension.equals(".webp")) {
        options = new int[] {opencv_imgcodecs.IMWRITE_WEBP_QUALITY, LOSSLESS};
      }
      byte[] image = OpenCvImages.encode(made, extension, options);
      for (ImageColor color : ImageColor.values()) {
        Pixels expected = OpenCvImages.decode(image, color);
        byte[] found = decode(image, color);
        String what = i + extension + " " + channels + " " + color;
        assertEquals(
            expected.width() + " " + expected.height() + " " + expected.channels(),
            pixels.width() + " " + pixels.height() + " " + pixels.channels(),
            what);
        assertArrayEquals(Arrays.copyOf(expected.data(), expected.bytes()), found, what);
      }
    }
  }

  /** The plugin repeats chrominance where OpenCV smooths it. */
  @Test
  void lossyWebpIsNearOpenCv() throws IOException {
    for (String name : List.of("lossy.webp", "lossy30.webp", "lossya.webp", "odd.webp")) {
      byte[] image = CodecImages.read(name);
      byte[] expected = OpenCvImages.decode(image, ImageColor.COLOR).data();
      byte[] found = decode(image, ImageColor.COLOR);
      double sum = 0;
      for (int i = 0; i < found.length; i++) {
        sum += Math.abs((found[i] & 0xff) - (expected[i] & 0xff));
      }
      assertTrue(sum / found.length < 3, name + ": " + sum / found.length);
      expected = OpenCvImages.decode(image, ImageColor.GRAY).data();
      found = decode(image, ImageColor.GRAY);
      for (int i = 0; i < found.length; i++) {
        assertTrue(Math.abs((found[i] & 0xff) - (expected[i] & 0xff)) <= 8, name);
      }
    }
  }

  @Test
  void kindsThatDifferFromOpenCvAreRefusedByName() {
    Map.ofEntries(
            Map.entry("anim.webp", "an animated one"),
            Map.entry("bigtiff.tif", "BigTIFF, which is not decoded"),
            Map.entry("float.tif", "SGI log"),
            Map.entry("gray16w.tif", "PhotometricInterpretation 0, 1 samples of 16 bits"),
            Map.entry("gray4.tif", "1 samples of 4 bits"),
            Map.entry("jpeg.tif", "JPEG"),
            Map.entry("lab.tif", "PhotometricInterpretation 8"),
            Map.entry("ycbcr.tif", "PhotometricInterpretation 6"),
            Map.entry("mask32rgb.bmp", "ff ff00 ff0000"),
            Map.entry("tiledo6.tif", "6"))
        .forEach((name, found) -> assertRefused(CodecImages.read(name), found));
    assertRefused("\0\0\0 ftypheic\0\0\0\0mif1heic", "HEIC, which is not decoded");
    assertRefused("\0\0\0 ftypavif\0\0\0\0avifmif1", "AVIF, which is not decoded");
    assertRefused("\0\0\0\14jP  \r\n\u0087\n", "JPEG 2000, which is not decoded");
  }

  private void assertRefused(String image, String found) {
    assertRefused(image.getBytes(StandardCharsets.ISO_8859_1), found);
  }

  private void assertRefused(byte[] image, String found) {
    var error = assertThrows(MalformedRecordException.class, () -> decode(image, ImageColor.COLOR));
    assertTrue(error.found().contains(found), error.getMessage());
    assertTrue(error.offset() >= 0 && error.offset() <= image.length, error.getMessage());
  }

  /** Bytes of a page, a frame or a chunk after the pixels may be missing; no byte of the pixels. */
  @Test
  void whatIsCutIsAnErrorOrTheSame() throws IOException {
    int errors = 0;
    for (String name : files()) {
      byte[] image = CodecImages.read(name);
      byte[] whole = decode(image, ImageColor.COLOR);
      for (int length = 0; length < image.length; length += 1 + image.length / 80) {
        byte[] cut = Arrays.copyOf(image, length);
        try {
          assertArrayEquals(whole, decode(cut, ImageColor.COLOR), name + " cut to " + length);
        } catch (MalformedRecordException e) {
          assertTrue(e.offset() <= length, e.getMessage());
          errors++;
        }
      }
    }
    assertTrue(errors > 3000, errors + " errors");
  }

  /** The plugin would take the rest for black. */
  @Test
  void aStripThatUnpacksToFewerBytesIsAnError() throws IOException {
    for (String name : List.of("rgbdeflate.tif", "rgblzw.tif", "packbits.tif", "g4.tif")) {
      byte[] image = CodecImages.read(name);
      int entry = image[4] & 0xff | (image[5] & 0xff) << 8;
      for (entry += 2; (image[entry] & 0xff | (image[entry + 1] & 0xff) << 8) != 279; ) {
        entry += 12;
      }
      int at = entry + 8;
      if (image[entry + 4] > 1) { // several strips
        at = image[at] & 0xff | (image[at + 1] & 0xff) << 8;
      }
      int length = image[at] & 0xff | (image[at + 1] & 0xff) << 8;
      image[at] = (byte) (length * 3 / 4);
      image[at + 1] = (byte) (length * 3 / 4 >> 8);
      assertThrows(MalformedRecordException.class, () -> decode(image, ImageColor.COLOR), name);
    }
  }

  /** The limit comes before anything is allocated. */
  @Test
  void sizesAreHeldAgainstTheLimit() throws IOException {
    for (String name : files()) {
      byte[] image = CodecImages.read(name);
      ImageHeader header = ImageHeader.read(image, 0, image.length);
      var how = new Decoding(ImageColor.COLOR, header.pixels() - 1, Decoding.Damaged.WARN);
      var error =
          assertThrows(
              MalformedRecordException.class,
              () -> codec.decode(image, 0, image.length, how, pixels));
      assertTrue(error.expected().contains("recordio.image.max-pixels"), error.getMessage());
    }
  }

  @Test
  void headersSayFormatAndShape() throws IOException {
    assertHeader("rgb565.bmp", ImageFormat.BMP, "19x13x3 8 1");
    assertHeader("parttrans.gif", ImageFormat.GIF, "19x13x4 8 1");
    assertHeader("orient6.tif", ImageFormat.TIFF, "19x13x3 8 6");
    assertHeader("rgba16.tif", ImageFormat.TIFF, "19x13x4 16 1");
    assertHeader("exif6.webp", ImageFormat.WEBP, "19x13x3 8 6");
  }

  private static void assertHeader(String name, ImageFormat format, String shape)
      throws IOException {
    byte[] bytes = CodecImages.read(name);
    ImageHeader header = ImageHeader.read(bytes, 0, bytes.length);
    assertEquals(format, header.type(), name);
    assertEquals(
        shape,
        String.format(
            "%dx%dx%d %d %d",
            header.width(),
            header.height(),
            header.channels(),
            header.depth(),
            header.orientation()));
  }
}
