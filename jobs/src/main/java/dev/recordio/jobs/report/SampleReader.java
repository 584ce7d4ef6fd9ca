// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.IdxReader;
import dev.recordio.fs.index.IndexLines;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageContent;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.ImageSize;
import dev.recordio.jobs.inspect.RecordSummary;
import dev.recordio.jobs.report.tally.RecordSample;
import dev.recordio.wire.RecordIOFormat;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.StringJoiner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads the records of a sample again, one at a time, for the page. */
final class SampleReader implements Closeable {
  /** Longer payloads, and compressed files that are longer, are not read for a thumbnail alone. */
  private static final int MAX_BYTES = 64 << 20;

  private static final int MAX_LABELS = 4;
  private static final int PREVIEW = 96;
  private static final int HEX_PREVIEW = 24;

  private final Configuration conf;
  private final boolean ofImages;
  private final Thumbnails thumbnails;
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final byte[] start = new byte[RecordSummary.START_BYTES];

  /**
   * A record of the sample as the page shows it.
   *
   * @param key its key, from the index of its file, else its image header; null when it has none
   * @param label its labels as text; null when it has none
   * @param kind what the payload is: a format of images and its size, or bytes
   * @param thumbnail its image; null when there is none
   * @param text what is shown in place of an image: why there is none, or the payload's beginning
   * @param isBroken whether it is an image that does not decode, or can't be read any more
   */
  record Shown(
      RecordSample.Drawn record,
      String key,
      String label,
      String kind,
      Thumbnails.Thumbnail thumbnail,
      String text,
      boolean isBroken) {
    /** A record whose payload is not read. */
    static Shown unread(RecordSample.Drawn record, String why, boolean isBroken) {
      return new Shown(record, null, null, "payload", null, why, isBroken);
    }

    static Shown changed(RecordSample.Drawn record, String why) {
      return unread(record, "changed while it was read: " + why, true);
    }
  }

  /**
   * Creates a reader.
   *
   * @param ofImages whether payloads should be images, so that others are broken
   */
  SampleReader(Configuration conf, boolean ofImages) {
    this.conf = conf;
    this.ofImages = ofImages;
    thumbnails = new Thumbnails(conf);
  }

  /** Reads a record; a file that has changed meanwhile is no error. */
  Shown read(RecordSample.Drawn record) throws IOException {
    try {
      return read(record, new Path(record.path()));
    } catch (FileNotFoundException e) {
      return Shown.changed(record, "the file is gone");
    } catch (MalformedRecordException e) {
      return Shown.changed(record, e.getMessage());
    }
  }

  private Shown read(RecordSample.Drawn record, Path path) throws IOException {
    boolean plain = SplitPlanner.uncompressed(conf).test(path);
    long length = path.getFileSystem(conf).getFileStatus(path).getLen();
    if (record.length() > MAX_BYTES || !plain && length > MAX_BYTES) {
      String why =
          plain ? "too long to be shown" : "in a compressed file too long to be read again";
      return Shown.unread(record, why, false);
    }
    long from = plain ? record.offset() : 0;
    long bytes = plain ? RecordIOFormat.HEADER_BYTES : length;
    var range = new InputRange(path, from, bytes);
    try (RecordRangeReader reader = RecordInputs.open(conf, range, DamageTracker.failing())) {
      while (reader.next()) {
        if (reader.offset() == record.offset()) {
          return show(record, reader, plain ? indexKey(path, record.offset()) : null);
        }
      }
      return Shown.changed(record, "there is no record any more");
    }
  }

  private Shown show(RecordSample.Drawn record, RecordRangeReader reader, String indexKey)
      throws IOException {
    int length = reader.payloadLength();
    int at = reader.payloadOffset();
    reader.prefix(start);
    String key = indexKey;
    String label = null;
    if (RecordSummary.hasImageHeader(start, length)) {
      header.read(reader.buffer(), at, length, reader.offset());
      key = key == null ? Long.toUnsignedString(header.id()) : key;
      label = labels();
      at = header.imageOffset();
      length = header.imageLength();
    }
    byte[] bytes = reader.buffer();
    ImageContent content = ImageContent.of(bytes, at, length);
    String kind = content == ImageContent.OTHER ? "payload" : content.name().replaceAll("_.*", "");
    ImageSize size = ImageSize.of(bytes, at, length);
    if (size != null) {
      kind += " " + size.width() + " × " + size.height();
    }
    Thumbnails.Thumbnail thumbnail = null;
    String text = null;
    boolean isBroken = false;
    if (content == ImageContent.OTHER) {
      isBroken = ofImages;
      text = preview(bytes, at, length);
      if (ofImages) {
        text =
            "does not decode: "
                + (length == 0 ? "the image is empty" : "no image begins with " + text);
      }
    } else if (content != ImageContent.JPEG && content != ImageContent.PNG) {
      text = "not a JPEG or PNG";
    } else {
      try {
        thumbnail = thumbnails.of(bytes, at, length);
      } catch (MalformedRecordException e) {
        isBroken = !e.expected().contains("pixels at most");
        text =
            isBroken
                ? "does not decode: expected " + e.expected() + ", found " + e.found()
                : "too large for a thumbnail";
      }
    }
    return new Shown(record, key, label, kind, thumbnail, text, isBroken);
  }

  private String labels() {
    var labels = new StringJoiner(", ");
    for (int i = 0; i < Math.min(MAX_LABELS, header.labelCount()); i++) {
      labels.add(LabelSection.text(Float.floatToIntBits(header.label(i))));
    }
    return header.labelCount() > MAX_LABELS
        ? labels + ", … " + header.labelCount() + " labels"
        : labels.toString();
  }

  private static String preview(byte[] bytes, int at, int length) {
    if (length == 0) {
      return "empty";
    }
    int end = Math.min(length, PREVIEW);
    while (end < length && end > PREVIEW - 4 && (bytes[at + end] & 0xC0) == 0x80) {
      end--; // the last character is cut off
    }
    try {
      ByteBuffer head = ByteBuffer.wrap(bytes, at, end);
      String text = StandardCharsets.UTF_8.newDecoder().decode(head).toString();
      if (text.chars().noneMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t')) {
        return length > PREVIEW ? text + "…" : text;
      }
    } catch (CharacterCodingException e) {
      // it is no text
    }
    int hex = Math.min(length, HEX_PREVIEW);
    String text = HexFormat.ofDelimiter(" ").formatHex(bytes, at, at + hex);
    return length > hex ? text + " …" : text;
  }

  /** Returns the key that the index of a file gives a record; null when it gives none. */
  private String indexKey(Path file, long offset) throws IOException {
    Path index = RecordFiles.index(file);
    FileSystem fs = index.getFileSystem(conf);
    if (!Files.isThere(fs, index)) {
      return null;
    }
    try (IdxReader lines = IndexLines.readerBefore(fs, fs.getFileStatus(index), offset)) {
      while (lines.next() && lines.offset() <= offset) {
        if (lines.offset() == offset) {
          return Long.toUnsignedString(lines.key());
        }
      }
      return null;
    } catch (MalformedRecordException e) {
      return null; // the state of the index is reported elsewhere
    }
  }

  @Override
  public void close() {
    thumbnails.close();
  }
}
