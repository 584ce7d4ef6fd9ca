// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.recordio.bytes.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a JPEG without tables of its own does not depend on the images before it. */
class TablesOfEarlierImagesTest {
  private static final int DQT = 0xdb;
  private static final int SOS = 0xda;
  private static final Decoding HOW =
      new Decoding(ImageColor.COLOR, Decoding.DEFAULT_MAX_PIXELS, Decoding.Damaged.WARN);

  private static byte[] encoded(int quality, int step) throws MalformedRecordException {
    var pixels = new Pixels();
    pixels.reshape(40, 24, 3, 8);
    for (int i = 0; i < pixels.bytes(); i++) {
      pixels.data()[i] = (byte) (i * i / step);
    }
    var image = new EncodedImage();
    try (var codec = new JdkCodec()) {
      codec.encode(pixels, ImageEncoding.JPEG, quality, image);
    }
    return Arrays.copyOf(image.array(), image.size());
  }

  /** Returns a JPEG without the segments of a marker. */
  private static byte[] without(byte[] jpeg, int marker) {
    var left = new ByteArrayOutputStream();
    left.write(jpeg, 0, 2);
    int at = 2;
    while ((jpeg[at + 1] & 0xff) != SOS) {
      int length = 2 + ImageHeader.u16(jpeg, at + 2);
      if ((jpeg[at + 1] & 0xff) != marker) {
        left.write(jpeg, at, length);
      }
      at += length;
    }
    left.write(jpeg, at, jpeg.length - at);
    return left.toByteArray();
  }

  private static String outcome(ImageCodec codec, byte[] image, Pixels pixels) {
    try {
      codec.decode(image, 0, image.length, HOW, pixels);
      return Arrays.hashCode(Arrays.copyOf(pixels.data(), pixels.bytes())) + "";
    } catch (MalformedRecordException e) {
      return e.getMessage();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {DQT, JpegLayout.DHT})
  void anImageWithoutTablesIsTheSameAfterOthers(int marker) throws Exception {
    byte[] whole = encoded(20, 7);
    byte[] bare = without(whole, marker);
    assertNotEquals(whole.length, bare.length);
    var pixels = new Pixels();
    try (var fresh = new JdkCodec();
        var used = new JdkCodec()) {
      String expected = outcome(fresh, bare, pixels);
      outcome(used, encoded(95, 11), pixels);
      assertEquals(expected, outcome(used, bare, pixels));

      fresh.decode(whole, 0, whole.length, HOW, pixels);
      var again = new Pixels();
      used.decode(whole, 0, whole.length, HOW, again);
      assertArrayEquals(
          Arrays.copyOf(pixels.data(), pixels.bytes()), Arrays.copyOf(again.data(), again.bytes()));
    }
  }
}
