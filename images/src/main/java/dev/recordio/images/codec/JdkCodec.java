// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;

/**
 * The codec that needs nothing but the JDK: JPEG by its ImageIO, PNG by its zlib.
 *
 * <p>Pixels and encoded bytes are the same with every libjpeg that the JDK may have (seen: libjpeg
 * 6b, libjpeg-turbo), but JPEG of arithmetic coding, which few can decode.
 */
public final class JdkCodec implements ImageCodec {
  private final JpegDecoder jpeg = new JpegDecoder();
  private final PngDecoder png = new PngDecoder();
  private final JpegEncoder jpegEncoder = new JpegEncoder();
  private final PngEncoder pngEncoder = new PngEncoder();

  /** Creates a codec. */
  public JdkCodec() {}

  @Override
  public String description() {
    return SystemLibjpeg.describe();
  }

  @Override
  public MalformedRecordException decode(
      byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException {
    try {
      MalformedRecordException warning;
      if (JpegLayout.begins(bytes, offset, length)) {
        warning = jpeg.decode(bytes, offset, length, how, into);
      } else if (PngLayout.begins(bytes, offset, length)) {
        warning = png.decode(bytes, offset, length, how, into);
      } else {
        throw ImageHeader.unknown(bytes, offset, length);
      }
      if (warning != null && how.damaged() == Decoding.Damaged.REFUSE) {
        throw warning;
      }
      return warning;
    } catch (OutOfMemoryError | IllegalArgumentException e) {
      // One array is too large for what is left; nothing was changed by asking for it.
      throw Damage.of(0, "an image that fits the memory (recordio.image.max-pixels)", e);
    }
  }

  @Override
  public void encode(Pixels pixels, ImageEncoding encoding, int quality, EncodedImage into)
      throws MalformedRecordException {
    if (encoding == ImageEncoding.JPEG) {
      jpegEncoder.encode(pixels, quality, into);
    } else {
      pngEncoder.encode(pixels, quality, into);
    }
  }

  @Override
  public void close() {
    jpeg.close();
    png.close();
    jpegEncoder.close();
    pngEncoder.close();
  }
}
