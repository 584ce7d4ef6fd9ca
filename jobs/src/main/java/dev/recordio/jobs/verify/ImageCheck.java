// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.images.ImageConf;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.Pixels;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Checks the images of records as their readers do: a payload has an image header and an image that
 * decodes, or is such an image. Records of an InsightFace set that are none of its images are
 * checked against what the set says of itself.
 */
final class ImageCheck implements Closeable {
  private final ImageCodec codec;
  private final Decoding decoding;
  private final InsightFaceDialect faces; // or null
  private final byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];
  private final Pixels pixels = new Pixels();
  private final ImageRecordHeader header = new ImageRecordHeader();
  private boolean hasHeader;
  private ImageContent content; // of the image checked last; null if there was none

  /**
   * Prepares to check.
   *
   * @param faces what the file says if it is an InsightFace set; else null
   */
  ImageCheck(Configuration conf, InsightFaceDialect faces) {
    this.faces = faces;
    codec = ImageConf.newCodec(conf);
    Decoding set = ImageConf.decoding(conf, ImageColor.UNCHANGED);
    // What readers take is sound; but damage is what is looked for, accepted or not.
    boolean refuses = set.damaged() == Decoding.Damaged.REFUSE;
    decoding =
        new Decoding(
            ImageColor.UNCHANGED,
            set.maxPixels(),
            refuses ? Decoding.Damaged.REFUSE : Decoding.Damaged.WARN);
  }

  /**
   * Checks the payload of a record.
   *
   * @param report gets the image where something is wrong that loses none of its data
   * @return what is wrong; null if nothing is
   */
  String check(RangeReport report, RecordRangeReader record) throws IOException {
    byte[] bytes = record.buffer();
    int at = record.payloadOffset();
    int length = record.payloadLength();
    hasHeader = false;
    content = ImageContent.of(bytes, at, length);
    if (content == ImageContent.OTHER) {
      content = null;
      try {
        header.read(bytes, at, length, record.offset());
        hasHeader = true;
        if (isBookkeeping(record)) {
          return null;
        }
      } catch (MalformedRecordException e) {
        return "no image: " + e.withoutPlace();
      }
      at = header.imageOffset();
      length = header.imageLength();
      content = length > 0 ? ImageContent.of(bytes, at, length) : null;
    }
    try {
      MalformedRecordException warning = codec.decode(bytes, at, length, decoding, pixels);
      if (warning != null) {
        report.warnings.add(
            new MalformedRecordException(
                warning.what() + " at offset " + warning.offset() + " of the image",
                report.file,
                record.offset(),
                -1,
                warning.expected(),
                warning.found()));
      }
      return null;
    } catch (MalformedRecordException e) {
      return "an image that does not decode: "
          + e.what()
          + ", at offset "
          + e.offset()
          + " of the image: expected "
          + e.expected()
          + ", found "
          + e.found();
    }
  }

  private boolean isBookkeeping(RecordRangeReader record) throws IOException {
    if (faces == null) {
      return false;
    }
    record.prefix(start);
    return !faces.isImage(start, record.payloadLength(), record.offset());
  }

  /** Returns the format of the image checked last, by its first bytes; null if there was none. */
  ImageContent content() {
    return content;
  }

  /** Whether the record checked last has an image header. */
  boolean hasHeader() {
    return hasHeader;
  }

  /** Returns the id in the image header of the record checked last. */
  long id() {
    return header.id();
  }

  @Override
  public void close() {
    codec.close();
  }
}
