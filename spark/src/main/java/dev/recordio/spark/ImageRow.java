// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.image.ImageRecordHeader;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * An image record, with arrays of its own. A plain class: the Kryo that Spark brings takes no Java
 * records.
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
   * @param offset where the record stands in its file; only used to name the place in errors
   * @throws MalformedRecordException when the payload is none of an image
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

  /** Returns the labels, one at least. */
  public float[] labels() {
    return labels;
  }

  /** Returns the bytes of the image. */
  public byte[] data() {
    return data;
  }
}
