// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;

/** Notes what each record holds ({@link RecordContent}). */
final class ContentNote extends CensusNote {
  /** Of most records: the header, a few labels, the first bytes of the image. */
  private static final int FIRST_BYTES = 128;

  private final ImageRecordHeader header = new ImageRecordHeader();
  private byte[] bytes = new byte[FIRST_BYTES];
  private long value;

  @Override
  boolean takes(RecordRangeReader record) throws IOException {
    int there = record.prefix(bytes);
    if (!ImageRecordHeader.fits(bytes, 0, there, record.payloadLength())) {
      value = RecordContent.of(ImageContent.of(bytes, 0, there));
      return true;
    }
    int image = ImageRecordHeader.bytesOf(bytes, 0);
    if (image + ImageContent.HEAD_BYTES > bytes.length) {
      bytes = new byte[image + FIRST_BYTES]; // as many labels as the record has bytes for
      there = record.prefix(bytes);
    }
    header.read(bytes, 0, there, record.offset());
    value = RecordContent.of(header, ImageContent.of(bytes, image, there - image));
    return true;
  }

  @Override
  long value() {
    return value;
  }
}
