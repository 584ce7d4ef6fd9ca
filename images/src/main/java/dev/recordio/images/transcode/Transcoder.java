// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.transcode;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.images.codec.EncodedImage;
import java.io.Closeable;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Makes an image another one by im2rec's steps; buffers are used again. For use by one thread. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Transcoder implements Closeable {
  /**
   * Transcodes an image.
   *
   * @param id decides, with the seed, what is drawn
   * @param into gets the encoded image
   * @throws MalformedRecordException when it can't be decoded: the offset is that in the image
   */
  public void transcode(byte[] bytes, int offset, int length, long id, EncodedImage into)
      throws MalformedRecordException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
