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
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Decodes payloads that claim to be images: those with an image header and something after it, and
 * those that begin as a JPEG or PNG. Images of other formats, which no codec here decodes, are left
 * alone.
 */
final class ImageCheck implements Closeable {
  private static final Set<ImageContent> DECODED =
      Set.of(ImageContent.JPEG, ImageContent.PNG, ImageContent.OTHER);

  private final ImageCodec codec;
  private final Decoding decoding;
  private final Pixels pixels = new Pixels();
  private final ImageRecordHeader header = new ImageRecordHeader();
  private boolean hasHeader;
  private ImageContent content; // of the image checked last; null if there was none

  ImageCheck(Configuration conf) {
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
   * Decodes the payload of a record, if it claims to be an image.
   *
   * @param report gets the image where something is wrong that loses none of its data
   * @return what is wrong; null if nothing is
   */
  String check(RangeReport report, RecordRangeReader record) {
    byte[] bytes = record.buffer();
    int at = record.payloadOffset();
    int length = record.payloadLength();
    hasHeader = false;
    content = null;
    try {
      if (ImageContent.of(bytes, at, length) == ImageContent.OTHER) {
        if (!claims(bytes, at, length)) {
          return null;
        }
        hasHeader = true;
        header.read(bytes, at, length, record.offset());
        at = header.imageOffset();
        length = header.imageLength();
      }
      content = length > 0 ? ImageContent.of(bytes, at, length) : null;
      if (content != null && DECODED.contains(content)) {
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

  private static boolean claims(byte[] bytes, int at, int length) {
    if (!ImageRecordHeader.fits(bytes, at, length, length)) {
      return false;
    }
    byte[] start = new byte[Math.min(length, InsightFaceDialect.BOOKKEEPING_BYTES)];
    System.arraycopy(bytes, at, start, 0, start.length);
    return ImageRecordHeader.highKey(start) == 0
        && !InsightFaceDialect.isBookkeeping(start, length);
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
