// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.image.ImageRecordHeader;
import dev.recordio.wire.MalformedRecordException;
import java.io.Serializable;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * An image record, with arrays of its own.
 *
 * @param id the key, unsigned
 * @param id2 the high half of the key, unsigned; 0 by convention
 * @param labels one label at least
 * @param data the bytes of the image
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record ImageRow(long id, long id2, float[] labels, byte[] data) implements Serializable {

  /**
   * Reads the header of a payload.
   *
   * @param offset where the record stands in its file; only used to name the place in errors
   * @throws MalformedRecordException when the payload is none of an image
   */
  public static ImageRow of(byte[] payload, int length, long offset)
      throws MalformedRecordException {
    var header = new ImageRecordHeader();
    header.read(payload, 0, length, offset);
    var labels = new float[header.labelCount()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = header.label(i);
    }
    var data = new byte[header.imageLength()];
    System.arraycopy(payload, header.imageOffset(), data, 0, data.length);
    return new ImageRow(header.id(), header.id2(), labels, data);
  }
}
