// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.format.ImageFormat;
import java.io.Closeable;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Decodes and encodes images. Its buffers are used again: for use by one thread.
 *
 * <p>Images are of an {@link ImageFormat}, known by their first bytes and by nothing else; JPEG and
 * PNG are encoded.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface ImageCodec extends Closeable {
  /** Returns what decodes and encodes, in a few words, for summaries of jobs and benchmarks. */
  String description();

  /**
   * Decodes an image.
   *
   * @param bytes array that holds the image; bytes after its end are ignored
   * @param offset index of its first byte
   * @param length bytes there are
   * @param how the channels, and the limits
   * @param into gets the pixels; after an exception they are undefined
   * @return the first damage of an image that is taken all the same: the error that {@link
   *     Decoding.Damaged#REFUSE} would throw; null if there is none
   * @throws MalformedRecordException when it can't be decoded, is damaged or too large: it names
   *     the offset in the image, what was expected and what was found. No other exception is
   *     thrown, whatever the bytes are
   */
  MalformedRecordException decode(byte[] bytes, int offset, int length, Decoding how, Pixels into)
      throws MalformedRecordException;

  /**
   * Encodes an image.
   *
   * @param quality 0 to 100 of JPEG, 0 to 9 of PNG
   * @param into gets the bytes, in place of its own
   * @throws MalformedRecordException when the image has more columns or rows than the encoding
   *     allows: JPEG has 65500 at most
   * @throws IllegalArgumentException when the quality is out of range
   */
  void encode(Pixels pixels, ImageEncoding encoding, int quality, EncodedImage into)
      throws MalformedRecordException;

  /** Releases the memory of native code. */
  @Override
  void close();
}
