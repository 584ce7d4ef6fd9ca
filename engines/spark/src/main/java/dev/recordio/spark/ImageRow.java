// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * An image record with its own arrays. A plain class: Spark's Kryo does not support Java records.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ImageRow implements Serializable {
  private static final long serialVersionUID = 1;

  private final long id;
  private final long id2;
  private final float[] labels;
  private final byte[] data;

  private ImageRow(ImageRecordHeader header, byte[] payload) {
    id = header.id();
    id2 = header.id2();
    labels = new float[header.labelCount()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = header.label(i);
    }
    int begin = header.imageOffset();
    data = Arrays.copyOfRange(payload, begin, begin + header.imageLength());
  }

  /**
   * Reads a payload.
   *
   * @param offset the record's offset in its file; only used in errors
   * @throws MalformedRecordException when the payload is no image record
   */
  public static ImageRow of(byte[] payload, int length, long offset)
      throws MalformedRecordException {
    var header = new ImageRecordHeader();
    header.read(payload, 0, length, offset);
    return new ImageRow(header, payload);
  }

  /** Returns the key, unsigned. */
  public long id() {
    return id;
  }

  /** Returns the high half of the key, unsigned; 0 by convention. */
  public long id2() {
    return id2;
  }

  /** Returns the labels, at least one. */
  public float[] labels() {
    return labels;
  }

  /** Returns the bytes of the image. */
  public byte[] data() {
    return data;
  }
}
