// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static dev.recordio.images.codec.OpenCvImages.jpeg;
import static dev.recordio.images.codec.OpenCvImages.pixels;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fuzz.Fuzz;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** OpenCV's codec gives what the JDK's gives, for sound and for damaged images. */
class OpenCvCodecTest {
  private static final long LIMIT = 1 << 20;

  private final ImageCodec codec = ImageCodecs.create(ImageCodecs.Choice.OPENCV);
  private final ImageCodec jdk = ImageCodecs.create(ImageCodecs.Choice.JDK);
  private final Pixels pixels = new Pixels();

  @AfterEach
  void close() {
    codec.close();
    jdk.close();
  }

  @Test
  void saysWhichOpenCvItIs() {
    assertEquals("OpenCV 4.13.0", codec.description());
    assertEquals("OpenCV 4.13.0", ImageCodecs.describe(ImageCodecs.Choice.AUTO));
    assertTrue(jdk.description().startsWith("JDK "), jdk.description());
  }

  @Test
  void decodesAsTheJdk() {
    List<byte[]> images = new ArrayList<>();
    for (int sampling : new int[] {0x411111, 0x211111, 0x221111, 0x121111, 0x111111}) {
      for (int size : new int[] {1, 15, 40, 77}) {
        images.add(jpeg(size, 90 - size, 3, OpenCvImages.SAMPLING, sampling));
      }
    }
    for (int quality : new int[] {1, 20, 50, 75, 90, 100}) {
      images.add(jpeg(60, 50, 3, OpenCvImages.QUALITY, quality, OpenCvImages.OPTIMIZE, 1));
      images.add(jpeg(61, 51, 1, OpenCvImages.QUALITY, quality));
      images.add(jpeg(62, 52, 3, OpenCvImages.QUALITY, quality, OpenCvImages.RESTART, 3));
      images.add(jpeg(63, 53, 3, OpenCvImages.QUALITY, quality, OpenCvImages.PROGRESSIVE, 1));
    }
    for (int orientation = 1; orientation <= 8; orientation++) {
      images.add(turned(jpeg(41, 27, 3), orientation));
      images.add(turned(jpeg(27, 41, 1), orientation));
    }
    for (int channels : new int[] {1, 3, 4}) {
      images.add(OpenCvImages.encode(pixels(33, 21, channels, 8, 5), ".png"));
      images.add(OpenCvImages.encode(pixels(33, 21, channels, 16, 6), ".png"));
    }
    for (byte[] image : images) {
      for (ImageColor color : ImageColor.values()) {
        String expected = outcome(jdk, image, color, Decoding.Damaged.REFUSE);
        assertTrue(expected.startsWith("pixels"), expected);
        assertEquals(expected, outcome(codec, image, color, Decoding.Damaged.REFUSE), color.name());
      }
    }
  }

  @Test
  void everyCutEndsAsWithTheJdk() {
    List<byte[]> images = new ArrayList<>();
    images.add(jpeg(24, 17, 3));
    images.add(jpeg(24, 17, 3, OpenCvImages.PROGRESSIVE, 1));
    images.add(OpenCvImages.encode(pixels(12, 9, 3, 8, 1), ".png"));
    for (byte[] image : images) {
      for (int length = 0; length < image.length; length++) {
        byte[] cut = Arrays.copyOf(image, length);
        String expected = outcome(jdk, cut, ImageColor.COLOR, Decoding.Damaged.WARN);
        assertEquals(
            expected, outcome(codec, cut, ImageColor.COLOR, Decoding.Damaged.WARN), length + "");
        assertTrue(length > image.length - 3 || expected.startsWith("invalid"), expected);
      }
    }
  }

  /** OpenCV hides what its decoder warns of; the JDK tells. */
  @Test
  void flippedBytesEndAsWithTheJdk() throws Exception {
    List<byte[]> images = new ArrayList<>();
    images.add(jpeg(40, 30, 3));
    images.add(jpeg(40, 30, 3, OpenCvImages.RESTART, 2));
    images.add(jpeg(31, 33, 1, OpenCvImages.OPTIMIZE, 1));
    images.add(OpenCvImages.encode(pixels(20, 20, 3, 8, 1), ".png"));
    Fuzz fuzz = Fuzz.of(OpenCvCodecTest.class);
    fuzz.until(
        "images",
        100_000,
        random -> {
          byte[] image = images.get(random.nextInt(images.size())).clone();
          for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            image[random.nextInt(image.length)] ^= (byte) (1 << random.nextInt(8));
          }
          ImageColor color = ImageColor.values()[random.nextInt(3)];
          Decoding.Damaged damaged = Decoding.Damaged.values()[random.nextInt(3)];
          String expected = outcomeAlone(ImageCodecs.Choice.JDK, image, color, damaged);
          String found = outcomeAlone(ImageCodecs.Choice.OPENCV, image, color, damaged);
          assertEquals(expected, found);
          fuzz.count("images", 1);
          fuzz.count(expected.startsWith("pixels") ? "decoded" : "refused", 1);
        });
    assertTrue(fuzz.counted("decoded") > 50 && fuzz.counted("refused") > 50);
  }

  @Test
  void theLimitIsHeldAgainstTheHeader() {
    byte[] image = jpeg(40, 30, 3);
    int frame = 0;
    while (image[frame] != (byte) 0xff || image[frame + 1] != (byte) 0xc0) {
      frame++;
    }
    for (int i = frame + 5; i < frame + 9; i += 2) {
      image[i] = (byte) 0xff;
      image[i + 1] = (byte) 0xdc;
    }
    long before = Pointer.physicalBytes();
    var how = new Decoding(ImageColor.COLOR, Decoding.DEFAULT_MAX_PIXELS, Decoding.Damaged.WARN);
    var damage =
        assertThrows(
            MalformedRecordException.class,
            () -> codec.decode(image, 0, image.length, how, pixels));
    assertTrue(damage.getMessage().contains("67108864 pixels at most"), damage.getMessage());
    assertTrue(damage.getMessage().contains("65500x65500"), damage.getMessage());
    long more = Pointer.physicalBytes() - before;
    assertTrue(more < 50 << 20, more + " bytes more");
  }

  @Test
  void writesTheTablesOfEveryQuality() throws Exception {
    var encoded = new EncodedImage();
    for (int quality = 0; quality <= 100; quality++) {
      codec.encode(pixels(17, 9, 3, 8, 1), ImageEncoding.JPEG, quality, encoded);
      byte[] image = encoded.toByteArray();
      assertEquals(image.length, encoded.size());
      int q = Math.max(1, quality);
      long scale = q < 50 ? 5000 / q : 200 - 2 * q;
      int table = find(image, 0xdb, 0);
      // The first three of the luminance, in zigzag order, and of the chrominance: 16 11 12, 17 18
      // 18.
      assertEquals(scaled(16, scale), image[table + 5] & 0xff, "quality " + quality);
      assertEquals(scaled(11, scale), image[table + 6] & 0xff, "quality " + quality);
      assertEquals(scaled(12, scale), image[table + 7] & 0xff, "quality " + quality);
      int second = find(image, 0xdb, table + 2 + 67);
      assertEquals(scaled(17, scale), image[second + 5] & 0xff, "quality " + quality);
      assertEquals(scaled(18, scale), image[second + 6] & 0xff, "quality " + quality);
      int frame = find(image, 0xc0, second + 2 + 67);
      assertEquals(0x22, image[frame + 11], "sampling of the luminance");
      assertEquals(0x11, image[frame + 14], "sampling of the chrominance");
    }
  }

  @Test
  void encodesAsTheJdk() throws Exception {
    var encoded = new EncodedImage();
    var expected = new Pixels();
    for (int channels : new int[] {1, 3}) {
      for (int quality : new int[] {5, 40, 80, 95}) {
        Pixels image = pixels(67, 41, channels, 8, quality);
        var how = new Decoding(ImageColor.UNCHANGED, LIMIT, Decoding.Damaged.WARN);
        jdk.encode(image, ImageEncoding.JPEG, quality, encoded);
        jdk.decode(encoded.array(), 0, encoded.size(), how, expected);
        codec.encode(image, ImageEncoding.JPEG, quality, encoded);
        codec.decode(encoded.array(), 0, encoded.size(), how, pixels);
        assertArrayEquals(
            CodecImages.bytes(expected),
            CodecImages.bytes(pixels),
            channels + " channels, " + quality);
      }
    }
  }

  @Test
  void whatCannotBeEncodedIsTold() {
    var encoded = new EncodedImage();
    Pixels image = pixels(2, 2, 3, 8, 1);
    for (int quality : new int[] {-1, 101}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> codec.encode(image, ImageEncoding.JPEG, quality, encoded));
    }
    assertThrows(
        IllegalArgumentException.class, () -> codec.encode(image, ImageEncoding.PNG, 10, encoded));
    var damage =
        assertThrows(
            MalformedRecordException.class,
            () -> codec.encode(pixels(1, 65501, 1, 8, 1), ImageEncoding.JPEG, 90, encoded));
    assertTrue(damage.getMessage().contains("1x65501"), damage.getMessage());
  }

  private static long scaled(long value, long scale) {
    return Math.max(1, Math.min(255, (value * scale + 50) / 100));
  }

  private static int find(byte[] image, int marker, int from) {
    for (int i = from; i + 1 < image.length; i++) {
      if (image[i] == (byte) 0xff && image[i + 1] == (byte) marker) {
        return i;
      }
    }
    throw new AssertionError("no marker " + marker);
  }

  @Test
  void pngKeepsEverySample() throws Exception {
    var encoded = new EncodedImage();
    for (int channels : new int[] {1, 3, 4}) {
      for (int depth : new int[] {8, 16}) {
        Pixels image = pixels(29, 18, channels, depth, channels + depth);
        for (int level : new int[] {0, 3, 9}) {
          codec.encode(image, ImageEncoding.PNG, level, encoded);
          var how = new Decoding(ImageColor.UNCHANGED, LIMIT, Decoding.Damaged.WARN);
          jdk.decode(encoded.array(), 0, encoded.size(), how, pixels);
          assertEquals(channels, pixels.channels());
          assertEquals(depth, pixels.depth());
          assertArrayEquals(CodecImages.bytes(image), CodecImages.bytes(pixels));
        }
      }
    }
  }

  @Test
  void jpegDropsAlphaAndLowBits() throws Exception {
    var encoded = new EncodedImage();
    Pixels deep = pixels(29, 18, 4, 16, 3);
    codec.encode(deep, ImageEncoding.JPEG, 95, encoded);
    byte[] first = encoded.toByteArray();
    var plain = new Pixels();
    plain.reshape(29, 18, 3, 8);
    for (int i = 0; i < plain.bytes(); i++) {
      plain.data()[i] = deep.data()[(i / 3 * 4 + i % 3) * 2];
    }
    codec.encode(plain, ImageEncoding.JPEG, 95, encoded);
    assertArrayEquals(first, encoded.toByteArray());
    codec.decode(
        first,
        0,
        first.length,
        new Decoding(ImageColor.COLOR, LIMIT, Decoding.Damaged.WARN),
        pixels);
    double sum = 0;
    for (int i = 0; i < plain.bytes(); i++) {
      sum += Math.abs((plain.data()[i] & 0xff) - (pixels.data()[i] & 0xff));
    }
    assertTrue(sum / plain.bytes() < 25, "exchanged colours: " + sum / plain.bytes());
  }

  @Test
  void nativeMemoryIsGivenBack() throws Exception {
    byte[] image = jpeg(640, 480, 3);
    var how = new Decoding(ImageColor.COLOR, LIMIT, Decoding.Damaged.WARN);
    var encoded = new EncodedImage();
    long pointers = 0;
    long before = 0;
    for (int i = 0; i < 120; i++) {
      if (i == 20) {
        pointers = Pointer.totalCount();
        before = Pointer.physicalBytes();
      }
      codec.decode(image, 0, image.length, how, pixels);
      codec.encode(pixels, ImageEncoding.JPEG, 90, encoded);
    }
    assertEquals(pointers, Pointer.totalCount());
    long more = Pointer.physicalBytes() - before;
    assertTrue(more < 50 << 20, more + " bytes more after 100 images of 900 KB");
    codec.close();
    assertTrue(Pointer.totalCount() < pointers);
  }

  private String outcomeAlone(
      ImageCodecs.Choice choice, byte[] image, ImageColor color, Decoding.Damaged damaged) {
    try (ImageCodec alone = ImageCodecs.create(choice)) {
      return outcome(alone, image, color, damaged);
    }
  }

  private String outcome(
      ImageCodec with, byte[] image, ImageColor color, Decoding.Damaged damaged) {
    return CodecImages.outcome(with, image, new Decoding(color, LIMIT, damaged), pixels);
  }

  /** Returns a JPEG with an EXIF segment. */
  private static byte[] turned(byte[] jpeg, int orientation) {
    byte[] exif = {
      (byte) 0xff,
      (byte) 0xe1,
      0,
      34,
      'E',
      'x',
      'i',
      'f',
      0,
      0,
      'M',
      'M',
      0,
      42,
      0,
      0,
      0,
      8,
      0,
      1,
      1,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      (byte) orientation,
      0,
      0,
      0,
      0,
      0,
      0
    };
    byte[] turned = new byte[jpeg.length + exif.length];
    System.arraycopy(jpeg, 0, turned, 0, 2);
    System.arraycopy(exif, 0, turned, 2, exif.length);
    System.arraycopy(jpeg, 2, turned, 2 + exif.length, jpeg.length - 2);
    return turned;
  }
}
