// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fuzz.Fuzz;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever the bytes are, it is an image or a MalformedRecordException, and the next one decodes.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedImagesTest {
  private static final List<String> KINDS =
      List.of(
          "hidden.jpg",
          "j36.jpg",
          "j39.jpg",
          "j36_exif6.jpg",
          "cmyk_64x64.jpg",
          "c2b8i0_13x11.png",
          "c3b4i0_13x11_trns.png",
          "c6b16i1_13x11.png",
          "c0b16i0_13x11.png",
          "c0b1i1_13x11.png");

  private final Fuzz fuzz = Fuzz.of(DamagedImagesTest.class);
  private final ImageCodec codec = new JdkCodec();
  private final Pixels pixels = new Pixels();
  private final byte[] next = CodecImages.read("rgb_64x48.jpg");
  private final String nextPixels = sound();

  private String sound() {
    try {
      codec.decode(next, 0, next.length, CodecImages.as(ImageColor.COLOR), pixels);
    } catch (MalformedRecordException e) {
      throw new AssertionError(e);
    }
    return CodecImages.sha256(pixels.data(), pixels.bytes());
  }

  /** Returns the error, or null; any other exception fails the test. */
  private MalformedRecordException decode(byte[] bytes, int length, Decoding how) {
    try {
      codec.decode(bytes, 0, length, how, pixels);
      assertTrue(pixels.bytes() > 0);
      return null;
    } catch (MalformedRecordException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= length, e.getMessage());
      assertTrue(!e.found().isEmpty() && e.getMessage().length() < 500, e.getMessage());
      return e;
    }
  }

  @Test
  void cutImagesAreErrorsAndAcceptedOnesImagesOrErrors() {
    for (String name : KINDS) {
      byte[] bytes = CodecImages.read(name);
      int accepted = 0;
      for (int length = 0; length < bytes.length; length++) {
        // A copy: what reads beyond the cut finds the end of the array.
        byte[] cut = Arrays.copyOf(bytes, length);
        var how = CodecImages.as(ImageColor.values()[length % 3]);
        assertTrue(decode(cut, length, how) != null, name + " cut to " + length);
        var accepting = new Decoding(how.color(), how.maxPixels(), Decoding.Damaged.ACCEPT);
        accepted += decode(cut, length, accepting) == null ? 1 : 0;
      }
      assertEquals(name.endsWith("jpg"), accepted > 0, name + ": accepted " + accepted);
      assertEquals(nextPixels, sound(), "after " + name);
    }
  }

  @Test
  void changedBytesAreImagesOrErrors() throws IOException {
    fuzz.until("images", 300_000, this::changed);
    assertEquals(nextPixels, sound());
  }

  private void changed(SplittableRandom random) {
    String name = KINDS.get(random.nextInt(KINDS.size()));
    byte[] bytes = CodecImages.read(name);
    for (int flips = random.nextInt(1, 5); flips > 0; flips--) {
      int end = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 700);
      bytes[random.nextInt(end)] = (byte) (random.nextBoolean() ? random.nextInt(256) : 0xff);
    }
    if (name.endsWith("png") && random.nextInt(4) > 0) {
      PngTool.repairCrcs(bytes);
    }
    ImageColor color = ImageColor.values()[random.nextInt(3)];
    var how = new Decoding(color, 1 << 20, Decoding.Damaged.values()[random.nextInt(3)]);
    boolean decodes = decode(bytes, bytes.length, how) == null;
    fuzz.count(decodes ? "still images" : "errors", 1);
    fuzz.count("images", 1);
    if (random.nextInt(8) == 0) {
      assertEquals(nextPixels, sound(), "after " + name);
    }
  }

  @Test
  void everyChangedByteOfPngIsFound() {
    byte[] bytes = CodecImages.read("c2b8i0_13x11.png");
    var refusing = new Decoding(ImageColor.COLOR, 1 << 20, Decoding.Damaged.REFUSE);
    for (int i = 0; i < bytes.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] other = bytes.clone();
        other[i] ^= 1 << bit;
        assertTrue(decode(other, other.length, refusing) != null, "" + i);
      }
    }
  }

  /** A small file of very many scans would keep a decoder busy for hours. */
  @Test
  void tooManyScansAreAnError() {
    byte[] progressive = CodecImages.read("prog_160x160.jpg");
    tooManyScans(progressive);
    byte[] sequential = progressive.clone();
    for (int i = 0; i + 1 < sequential.length; i++) {
      if ((sequential[i] & 0xff) == 0xff && (sequential[i + 1] & 0xff) == 0xc2) {
        sequential[i + 1] = (byte) 0xc1;
      }
    }
    tooManyScans(sequential);
  }

  @Test
  void scansAfterTheEndAreNotCounted() throws IOException {
    byte[] bytes = CodecImages.read("prog_160x160.jpg");
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 4000);
    for (int i = bytes.length; i < longer.length; i += 4) {
      longer[i] = (byte) 0xff;
      longer[i + 1] = (byte) 0xda;
      longer[i + 3] = 2;
    }
    codec.decode(longer, 0, longer.length, CodecImages.as(ImageColor.COLOR), pixels);
    String found = CodecImages.sha256(pixels.data(), pixels.bytes());
    codec.decode(bytes, 0, bytes.length, CodecImages.as(ImageColor.COLOR), pixels);
    assertEquals(CodecImages.sha256(pixels.data(), pixels.bytes()), found);
  }

  private void tooManyScans(byte[] bytes) {
    int scan = 0;
    while ((bytes[scan] & 0xff) != 0xff || (bytes[scan + 1] & 0xff) != 0xda) {
      scan++;
    }
    var many = new ByteArrayOutputStream();
    many.write(bytes, 0, scan);
    for (int i = 0; i < 500; i++) {
      many.writeBytes(new byte[] {(byte) 0xff, (byte) 0xda, 0, 8, 1, 1, 0, 0, 0, 1});
    }
    many.write(bytes, scan, bytes.length - scan);
    byte[] bomb = many.toByteArray();
    var error =
        assertThrows(
            MalformedRecordException.class,
            () -> codec.decode(bomb, 0, bomb.length, CodecImages.as(ImageColor.COLOR), pixels));
    assertEquals("500 scans at most", error.expected());
    assertEquals(scan + 5000, error.offset());
  }
}
