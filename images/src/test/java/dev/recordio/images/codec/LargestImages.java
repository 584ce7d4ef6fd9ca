// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;

/**
 * Decodes images of 2^26 pixels, in a heap that its caller chooses: a JPEG that is turned, which
 * takes most, and a PNG.
 */
public final class LargestImages {
  private static final int EDGE = 8192;

  private LargestImages() {}

  public static void main(String[] args) throws IOException {
    var pixels = new Pixels();
    try (var codec = new JdkCodec()) {
      byte[] packed = CodecImages.read("flat_16384x4096_exif6.jpg.gz");
      decode(codec, new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(), pixels);
      decode(codec, png(), pixels);
    }
  }

  private static void decode(ImageCodec codec, byte[] bytes, Pixels into) throws IOException {
    codec.decode(bytes, 0, bytes.length, CodecImages.as(ImageColor.COLOR), into);
    System.out.print(into.width() + "x" + into.height() + " ");
  }

  /** Returns a black image, of the signature and header of a small one. */
  private static byte[] png() throws IOException {
    var data = new ByteArrayOutputStream();
    try (var deflater = new DeflaterOutputStream(data, new Deflater(Deflater.BEST_SPEED))) {
      byte[] row = new byte[1 + 3 * EDGE];
      for (int y = 0; y < EDGE; y++) {
        deflater.write(row);
      }
    }
    byte[] png = PngTool.withChunk(CodecImages.read("rgb_50x40.png"), "IDAT", data.toByteArray());
    for (int at = 16; at < 24; at++) {
      png[at] = (byte) (at % 4 == 2 ? EDGE >> 8 : 0);
    }
    PngTool.repairCrcs(png);
    return png;
  }
}
