// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.Fork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system's libturbojpeg makes of images what ImageIO makes of them, by Java 22 and later. */
class TurboJpegTest {
  private static final String NONE = "no libturbojpeg\n";

  @Test
  void pixelsAndBytesAreThoseOfImageIo(@TempDir Path tmp) throws Exception {
    List<Path> jdks = laterJdks();
    assumeTrue(!jdks.isEmpty(), "no Java 22 or later beside " + System.getProperty("java.home"));
    Path folder = Files.createDirectory(tmp.resolve("tmp"));
    String out = Fork.runBy(jdks.get(0), Comparison.class, "512m", folder);
    assumeTrue(!out.equals(NONE), "the system has no libturbojpeg");
    assertEquals("the same\n", out);
  }

  @Test
  void javaBefore22DecodesByItself() {
    assumeTrue(Runtime.version().feature() < 22);
    assertEquals(null, TurboJpeg.create());
    try (var codec = JdkCodec.withTurboJpeg()) {
      assertEquals(new JdkCodec().description(), codec.description());
    }
  }

  /** Returns the JDKs of 22 and later that are installed beside this one; it may be one of them. */
  private static List<Path> laterJdks() throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    try (Stream<Path> all = Files.list(home.getParent())) {
      return all.filter(jdk -> feature(jdk) >= 22).sorted().toList();
    }
  }

  private static int feature(Path jdk) {
    var release = new Properties();
    Path file = jdk.resolve("release");
    if (!Files.isReadable(file)) {
      return 0;
    }
    try (var in = Files.newInputStream(file)) {
      release.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return Runtime.Version.parse(version).feature();
  }

  /** Runs in a JVM of a later Java. */
  static final class Comparison {
    private final JdkCodec turbo = JdkCodec.withTurboJpeg();
    private final JdkCodec jdk = new JdkCodec();
    private final Pixels pixels = new Pixels();

    public static void main(String[] args) throws IOException {
      if (TurboJpeg.create() == null) {
        System.out.print(NONE);
        return;
      }
      var comparison = new Comparison();
      assertTrue(comparison.turbo.description().endsWith(" and libturbojpeg"));
      assertFalse(comparison.jdk.description().contains("turbo"));
      comparison.plainImagesAreDecodedHere();
      DecodedPixelsTest.assertPixelsOfOpenCv(comparison.turbo);
      EncodedBytesTest.assertBytesOfOpenCv(comparison.turbo);
      comparison.everyShapeAndSampling();
      comparison.damage();
      comparison.turbo.close();
      comparison.turbo.close(); // frees nothing twice
      CodecImages.decoded(comparison.turbo, OpenCvImages.jpeg(9, 9, 3), ImageColor.COLOR);
      comparison.turbo.close();
      comparison.jdk.close();
      System.out.println("the same");
    }

    private void plainImagesAreDecodedHere() throws IOException {
      try (TurboJpeg here = TurboJpeg.create()) {
        for (int channels : new int[] {1, 3}) {
          byte[] image = OpenCvImages.jpeg(61, 47, channels);
          Pixels expected = CodecImages.decoded(jdk, image, ImageColor.UNCHANGED);
          var layout = new JpegLayout();
          layout.read(image, 0, image.length);
          byte[] found = new byte[expected.bytes() + 9];
          assertTrue(here.decode(layout, channels, found));
          assertArrayEquals(Arrays.copyOf(CodecImages.bytes(expected), found.length), found);
          var encoded = new EncodedImage();
          assertTrue(here.encode(expected, 90, encoded));
          var other = new EncodedImage();
          jdk.encode(expected, ImageEncoding.JPEG, 90, other);
          assertArrayEquals(other.toByteArray(), encoded.toByteArray());
        }
        byte[] progressive = OpenCvImages.jpeg(61, 47, 3, OpenCvImages.PROGRESSIVE, 1);
        var layout = new JpegLayout();
        layout.read(progressive, 0, progressive.length);
        assertFalse(here.decode(layout, 3, pixels.data()), "left to ImageIO");
      }
    }

    private void everyShapeAndSampling() throws IOException {
      var one = new EncodedImage();
      var other = new EncodedImage();
      for (int sampling : new int[] {0x411111, 0x211111, 0x221111, 0x121111, 0x111111}) {
        for (int width = 1; width <= 34; width++) {
          for (int height = 1; height <= 34; height += width % 3 + 2) {
            byte[] image = OpenCvImages.jpeg(width, height, 3, OpenCvImages.SAMPLING, sampling);
            int quality = (width + 2 * height) % 101;
            String what = width + "x" + height + " " + Integer.toHexString(sampling);
            for (ImageColor color : ImageColor.values()) {
              Pixels expected = CodecImages.decoded(jdk, image, color);
              Pixels found = CodecImages.decoded(turbo, image, color);
              assertArrayEquals(
                  CodecImages.bytes(expected), CodecImages.bytes(found), what + " " + color);
              jdk.encode(expected, ImageEncoding.JPEG, quality, one);
              turbo.encode(expected, ImageEncoding.JPEG, quality, other);
              assertArrayEquals(one.toByteArray(), other.toByteArray(), what + " " + color);
            }
          }
        }
      }
    }

    /** Cut and changed images end as with ImageIO: with the same pixels, warning or error. */
    private void damage() {
      var random = new SplittableRandom(40);
      byte[] whole = OpenCvImages.jpeg(40, 30, 3, OpenCvImages.RESTART, 2);
      for (int length = 0; length < whole.length; length++) {
        assertSameEnd(Arrays.copyOf(whole, length), "cut to " + length);
      }
      for (int i = 0; i < whole.length; i++) {
        byte[] image = whole.clone();
        // A code of the scan may turn into one of a coefficient so large that each IDCT clips it
        // in its own way: only marker bytes are changed there.
        image[i] = image[i] == (byte) 0xff ? (byte) random.nextInt(255) : image[i];
        image[i] = i < 20 ? (byte) random.nextInt(256) : image[i];
        assertSameEnd(image, "byte " + i);
      }
    }

    private void assertSameEnd(byte[] image, String what) {
      for (Decoding.Damaged damaged : Decoding.Damaged.values()) {
        var how = new Decoding(ImageColor.COLOR, 1 << 20, damaged);
        String expected = CodecImages.outcome(jdk, image, how, pixels);
        assertEquals(
            expected, CodecImages.outcome(turbo, image, how, pixels), what + " " + damaged);
      }
    }
  }
}
