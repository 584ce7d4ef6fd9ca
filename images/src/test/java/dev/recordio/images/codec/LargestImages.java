// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.IOException;
import java.util.Arrays;

/** Encodes and decodes images of 2^26 pixels, in a heap that its caller chooses. */
public final class LargestImages {
  private static final byte[] EXIF_ORIENTATION_6 = {
    (byte) 0xff, (byte) 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1,
    0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0
  };

  private LargestImages() {}

  public static void main(String[] args) throws IOException {
    var pixels = new Pixels();
    pixels.reshape(8192, 8192, 3, 8);
    var encoded = new EncodedImage();
    try (var codec = new JdkCodec()) {
      codec.encode(pixels, ImageEncoding.JPEG, 50, encoded);
      decode(codec, encoded.array(), encoded.size(), pixels);
      System.out.print("JPEG " + shape(pixels));
      pixels.reshape(16384, 4096, 3, 8);
      codec.encode(pixels, ImageEncoding.JPEG, 50, encoded);
      byte[] turned = turned(encoded.array(), encoded.size());
      decode(codec, turned, turned.length, pixels);
      System.out.print("turned " + shape(pixels));
      pixels.reshape(8192, 8192, 3, 8);
      codec.encode(pixels, ImageEncoding.PNG, 1, encoded);
      decode(codec, encoded.array(), encoded.size(), pixels);
      System.out.print("PNG " + shape(pixels));
    }
  }

  private static void decode(ImageCodec codec, byte[] bytes, int length, Pixels into)
      throws IOException {
    codec.decode(bytes, 0, length, CodecImages.as(ImageColor.COLOR), into);
  }

  private static String shape(Pixels pixels) {
    return pixels.width() + "x" + pixels.height() + " ";
  }

  private static byte[] turned(byte[] jpeg, int length) {
    byte[] other = Arrays.copyOf(jpeg, length + EXIF_ORIENTATION_6.length);
    System.arraycopy(jpeg, 2, other, 2 + EXIF_ORIENTATION_6.length, length - 2);
    System.arraycopy(EXIF_ORIENTATION_6, 0, other, 2, EXIF_ORIENTATION_6.length);
    return other;
  }
}
