// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.images.ImageConf;
import dev.recordio.images.ImageWarnings;
import dev.recordio.images.codec.Decoding;
import dev.recordio.images.codec.ImageCodec;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.Pixels;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Checks the images of records as their readers do: a payload has an image header and an image that
 * decodes, or is such an image. Records of an InsightFace set that are none of its images are
 * checked against what the set says of itself.
 */
final class ImageCheck implements Closeable {
  private final ImageCodec codec;
  private final Decoding decoding;
  private final Path file;
  private final InsightFaceDialect faces; // what an InsightFace set says of itself; or null
  private final ImageWarnings warnings = new ImageWarnings();
  private final byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];
  private final Pixels pixels = new Pixels();
  private final ImageRecordHeader header = new ImageRecordHeader();
  private boolean hasHeader;
  private ImageContent content; // of the image checked last; null if there was none

  ImageCheck(Configuration conf, Path file) throws IOException {
    this.file = file;
    faces = InsightFaceFiles.look(conf, file);
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
   * @return what is wrong; null if nothing is, or nothing that loses data
   */
  String check(RecordRangeReader record) throws IOException {
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
        warnings.add(
            new MalformedRecordException(
                warning.what() + " at offset " + warning.offset() + " of the image",
                file.toString(),
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

  /** Returns the images where something is wrong that loses none of their data. */
  ImageWarnings warnings() {
    return warnings;
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
