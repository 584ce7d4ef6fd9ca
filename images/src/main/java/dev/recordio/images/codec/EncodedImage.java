// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.codec;

import java.io.ByteArrayOutputStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The bytes of an encoded image, in an array that is used again. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class EncodedImage extends ByteArrayOutputStream {
  /** Creates an image of no bytes. */
  public EncodedImage() {
    super(1 << 16);
  }

  /** Returns the array whose first {@link #size} bytes are the image. */
  public byte[] array() {
    return buf;
  }

  /** Takes {@code length} bytes in place of its own; returns the array for them. */
  byte[] array(int length) {
    if (buf.length < length) {
      buf = new byte[Math.max(length, (int) Math.min(2L * buf.length, Integer.MAX_VALUE - 8))];
    }
    count = length;
    return buf;
  }
}
