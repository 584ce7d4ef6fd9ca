// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.recordio.testing.Fork;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What images cost: their pixels, and next to nothing else. */
class MemoryOfImagesTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Pixels pixels = new Pixels();

  /** Returns the bytes that a later decoding of the image allocates. */
  private long cost(byte[] bytes, ImageColor color) throws IOException {
    try (var codec = new JdkCodec()) {
      for (int i = 0; i < 2; i++) {
        codec.decode(bytes, 0, bytes.length, CodecImages.as(color), pixels);
      }
      long before = THREADS.getCurrentThreadAllocatedBytes();
      codec.decode(bytes, 0, bytes.length, CodecImages.as(color), pixels);
      return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
  }

  /** Row buffers and objects of ImageIO; no pixels are copied. */
  @Test
  void laterImagesAllocateNothingOfTheirSize() throws IOException {
    for (ImageColor color : ImageColor.values()) {
      for (String name :
          new String[] {"rgb_256x256.jpg", "gray_80x60.jpg", "j39_exif6.jpg", "prog_160x160.jpg"}) {
        long cost = cost(CodecImages.read(name), color);
        assertTrue(cost < 32 << 10, name + " " + color + ": " + cost);
      }
      for (String name : new String[] {"rgb_50x40.png", "rgba_61x77.png", "c3b4i1_13x11.png"}) {
        long cost = cost(CodecImages.read(name), color);
        assertTrue(cost < 1 << 10, name + " " + color + ": " + cost);
      }
    }
  }

  @Test
  void encodingAllocatesNothingOfTheSize() throws IOException {
    Pixels image = CodecImages.decoded("rgb_256x256.jpg", ImageColor.COLOR);
    var into = new EncodedImage();
    try (var codec = new JdkCodec()) {
      for (ImageEncoding encoding : ImageEncoding.values()) {
        int quality = encoding == ImageEncoding.JPEG ? 95 : 3;
        codec.encode(image, encoding, quality, into);
        codec.encode(image, encoding, quality, into);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        codec.encode(image, encoding, quality, into);
        long cost = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(cost < 600 * 256, encoding + ": " + cost); // ImageIO's objects for each row
      }
    }
  }

  /** Texts and profiles that would inflate to gigabytes are not inflated, nor copied. */
  @Test
  void chunksThatInflateAreNot() throws IOException {
    byte[] image = CodecImages.read("rgb_50x40.png");
    String expected = decoded(image);
    byte[] bomb = zeros(1 << 27);
    byte[][] bodies = {
      join("Comment\0\0", bomb), join("Comment\0\1\0en\0\0", bomb), join("icc\0\0", bomb)
    };
    String[] types = {"zTXt", "iTXt", "iCCP"};
    for (int i = 0; i < types.length; i++) {
      byte[] png = PngTool.withChunk(image, types[i], bodies[i]);
      long cost = cost(png, ImageColor.COLOR);
      assertTrue(cost < 1 << 10, types[i] + ": " + cost);
      assertEquals(expected, CodecImages.sha256(pixels.data(), pixels.bytes()), types[i]);
    }
  }

  /** Profiles, thumbnails and comments of a JPEG are passed over, and change no pixel. */
  @Test
  void segmentsArePassedOver() throws IOException {
    byte[] image = CodecImages.read("rgb_64x48.jpg");
    String expected = decoded(image);
    var out = new ByteArrayOutputStream();
    out.write(image, 0, 2);
    for (int i = 1; i <= 100; i++) {
      byte[] body = Arrays.copyOf(join("ICC_PROFILE\0" + (char) i + (char) 100, image), 60_000);
      out.writeBytes(
          new byte[] {(byte) 0xff, (byte) (i % 3 == 0 ? 0xe2 : i % 3 == 1 ? 0xe0 : 0xfe)});
      out.write(body.length + 2 >> 8);
      out.write(body.length + 2);
      out.writeBytes(body);
    }
    out.write(image, 2, image.length - 2);
    byte[] jpeg = out.toByteArray();
    long cost = cost(jpeg, ImageColor.COLOR);
    assertTrue(cost < 32 << 10, "allocated " + cost);
    assertEquals(expected, CodecImages.sha256(pixels.data(), pixels.bytes()));
  }

  private String decoded(byte[] image) throws IOException {
    try (var codec = new JdkCodec()) {
      codec.decode(image, 0, image.length, CodecImages.as(ImageColor.COLOR), pixels);
    }
    return CodecImages.sha256(pixels.data(), pixels.bytes());
  }

  private static byte[] zeros(int count) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(out)) {
      byte[] some = new byte[1 << 20];
      for (int i = 0; i < count; i += some.length) {
        deflater.write(some);
      }
    }
    return out.toByteArray();
  }

  private static byte[] join(String head, byte[] tail) {
    byte[] text = head.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    byte[] both = Arrays.copyOf(text, text.length + tail.length);
    System.arraycopy(tail, 0, both, text.length, tail.length);
    return both;
  }

  /** The limit's 2^26 pixels fit a heap of 512 MB, also where they are turned. */
  @Test
  void largestImagesFitTheHeap(@TempDir Path tmp) throws Exception {
    String out = Fork.run(LargestImages.class, "512m", tmp);
    assertEquals("4096x16384 8192x8192 ", out);
  }
}
