// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.images.codec.ImageEncoding;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Image records of one size: a header with a label and a key, a JPEG's first bytes, random bytes.
 * One file of few records, and another one of many.
 *
 * @param first the file of few
 * @param further the file of many
 * @param many how many records the further file has
 */
public record ImageSet(Path first, Path further, int many) {
  /** The suffix of the images. */
  public static final String EXTENSION = ImageEncoding.JPEG.extension();

  private static final byte[] JPEG = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0};
  private static final int CLASSES = 1000;
  private static final int FRACTION = 16; // of the many are few

  /** Writes the files into a folder. */
  public static ImageSet write(Configuration conf, Payloads payloads, Path folder)
      throws IOException {
    int many = payloads.count();
    int few = Math.max(1, many / FRACTION);
    var first = new Path(folder, "first.rec");
    var further = new Path(folder, "further.rec");
    write(conf, payloads, first, 0, few);
    write(conf, payloads, further, few, many);
    return new ImageSet(first, further, many);
  }

  private static void write(Configuration conf, Payloads payloads, Path file, int begin, int count)
      throws IOException {
    byte[] record = new byte[ImageRecordHeader.FIXED_BYTES + payloads.size()];
    float[] label = new float[1];
    try (RecordFileWriter out = RecordFileWriter.create(conf, file, null, false)) {
      for (int i = 0; i < count; i++) {
        label[0] = i % CLASSES;
        ImageRecordHeader.write(record, 0, begin + i, 0, label, 1);
        int image = ImageRecordHeader.FIXED_BYTES;
        System.arraycopy(payloads.bytes(), payloads.offset(i), record, image, payloads.size());
        System.arraycopy(JPEG, 0, record, image, JPEG.length);
        out.write(begin + i, record, 0, record.length);
      }
    }
  }

  /** Returns both files, as an input of a command. */
  public String both() {
    return first + ";" + further;
  }
}
