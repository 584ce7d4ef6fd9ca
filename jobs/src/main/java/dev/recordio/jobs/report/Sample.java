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
import dev.recordio.jobs.tally.RecordSample;
import dev.recordio.wire.RecordIOFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The records that were drawn, in the order of their files. They are read again, one at a time, for
 * the page: images as thumbnails, others as text.
 */
final class Sample {
  /** Longer payloads, and compressed files that are longer, are not read for a thumbnail alone. */
  private static final int MAX_BYTES = 64 << 20;

  private static final int MAX_LABELS = 4;
  private static final int MAX_TEXT = 160;
  private static final int MAX_NAME = 40;
  private static final int PREVIEW = 96;
  private static final int HEX_PREVIEW = 24;

  private final Configuration conf;
  private final boolean ofImages;
  private final ImageRecordHeader header = new ImageRecordHeader();
  private final byte[] start = new byte[RecordSummary.START_BYTES];
  private final List<Shown> records = new ArrayList<>();

  /**
   * A record as the page shows it.
   *
   * @param key its key, from the index of its file, else its image header; null when it has none
   * @param label its labels as text; null when it has none
   * @param kind what the payload is: a format of images and its size, or bytes
   * @param content its image, or what is shown in its place
   */
  private record Shown(
      RecordSample.Drawn drawn, String key, String label, String kind, Content content) {
    void write(Markup to) {
      String file = Texts.shorten(new Path(drawn.path()).getName(), MAX_NAME);
      String place = file + " @ " + drawn.offset();
      String name = key == null ? place : "key " + key;
      to.open("li", "class", content.isBroken ? "broken" : null).open("div", "class", "frame");
      Thumbnails.Thumbnail image = content.thumbnail;
      if (image == null) {
        to.element("p", Texts.shorten(content.text, MAX_TEXT));
      } else {
        String alt = name + (label == null ? "" : ", label " + label) + ", " + kind;
        to.begin(
            "img",
            "src",
            image.uri(),
            "width",
            image.width(),
            "height",
            image.height(),
            "alt",
            alt);
      }
      to.close().element("b", name);
      if (label != null) {
        to.element("span", "label " + label);
      }
      to.open("span").element("i", kind + ",").text(" ");
      to.element("i", Texts.bytes(drawn.length())).close();
      if (key != null) {
        to.element("small", place);
      }
      to.close();
    }
  }

  /**
   * What is in a record.
   *
   * @param thumbnail its image; null when there is none
   * @param text why there is none, or the payload's beginning
   * @param isBroken whether it is an image that does not decode, or can't be read any more
   */
  private record Content(Thumbnails.Thumbnail thumbnail, String text, boolean isBroken) {}

  /**
   * Reads the records.
   *
   * @param ofImages whether payloads should be images, so that others are broken
   */
  Sample(Configuration conf, RecordSample sample, boolean ofImages) throws IOException {
    this.conf = conf;
    this.ofImages = ofImages;
    var drawn = new ArrayList<>(sample.records());
    drawn.sort(
        Comparator.comparing(RecordSample.Drawn::path)
            .thenComparingLong(RecordSample.Drawn::offset));
    try (var thumbnails = new Thumbnails(conf)) {
      for (RecordSample.Drawn record : drawn) {
        records.add(read(record, thumbnails));
      }
    }
  }

  int size() {
    return records.size();
  }

  /** Returns how many records do not decode, or have changed. */
  long broken() {
    return records.stream().filter(one -> one.content.isBroken).count();
  }

  void addProblems(Health health) {
    records.stream()
        .filter(one -> one.content.isBroken)
        .forEach(one -> health.problem(one.drawn.path(), one.drawn.offset(), one.content.text));
  }

  void write(Page page, long seed) {
    Page.Section section = page.section("Sample");
    if (records.isEmpty()) {
      section.say("There are no records to show.");
      return;
    }
    section.say("%s, drawn by the seed %d alone.", Texts.count(records.size(), "record"), seed);
    section.list(
        to -> {
          to.open("ul", "class", "sheet");
          records.forEach(record -> record.write(to));
          to.close();
        });
  }

  /** Reads a record; a file that has changed meanwhile is no error. */
  private Shown read(RecordSample.Drawn record, Thumbnails thumbnails) throws IOException {
    var path = new Path(record.path());
    boolean plain = SplitPlanner.uncompressed(conf).test(path);
    try {
      long length = path.getFileSystem(conf).getFileStatus(path).getLen();
      if (record.length() > MAX_BYTES || !plain && length > MAX_BYTES) {
        String why =
            plain ? "too long to be shown" : "in a compressed file too long to be read again";
        return unread(record, why, false);
      }
      long from = plain ? record.offset() : 0;
      long bytes = plain ? RecordIOFormat.HEADER_BYTES : length;
      var range = new InputRange(path, from, bytes);
      try (RecordRangeReader reader = RecordInputs.open(conf, range, DamageTracker.failing())) {
        while (reader.next()) {
          if (reader.offset() == record.offset()) {
            String key = plain ? indexKey(path, record.offset()) : null;
            return show(record, reader, key, thumbnails);
          }
        }
        return changed(record, "there is no record any more");
      }
    } catch (FileNotFoundException e) {
      return changed(record, "the file is gone");
    } catch (MalformedRecordException e) {
      return changed(record, e.getMessage());
    }
  }

  private static Shown changed(RecordSample.Drawn record, String why) {
    return unread(record, "changed while it was read: " + why, true);
  }

  private static Shown unread(RecordSample.Drawn record, String why, boolean isBroken) {
    return new Shown(record, null, null, "payload", new Content(null, why, isBroken));
  }

  private Shown show(
      RecordSample.Drawn record, RecordRangeReader reader, String indexKey, Thumbnails thumbnails)
      throws IOException {
    byte[] bytes = reader.buffer();
    int length = reader.payloadLength();
    int at = reader.payloadOffset();
    reader.prefix(start);
    String key = indexKey;
    String label = null;
    if (RecordSummary.hasImageHeader(start, length)) {
      header.read(bytes, at, length, reader.offset());
      key = key == null ? Long.toUnsignedString(header.id()) : key;
      label = labels();
      at = header.imageOffset();
      length = header.imageLength();
    }
    ImageContent format = ImageContent.of(bytes, at, length);
    String kind = format == ImageContent.OTHER ? "payload" : format.name().replaceAll("_.*", "");
    ImageSize size = ImageSize.of(bytes, at, length);
    if (size != null) {
      kind += " " + size.width() + " × " + size.height();
    }
    return new Shown(record, key, label, kind, content(format, bytes, at, length, thumbnails));
  }

  private Content content(
      ImageContent format, byte[] bytes, int at, int length, Thumbnails thumbnails) {
    if (format == ImageContent.OTHER) {
      String preview = preview(bytes, at, length);
      String found = length == 0 ? "the image is empty" : "no image begins with " + preview;
      return new Content(null, ofImages ? "does not decode: " + found : preview, ofImages);
    }
    if (format == ImageContent.JP2 || format == ImageContent.AVIF) {
      return new Content(null, "of a format that is not decoded", false);
    }
    try {
      return new Content(thumbnails.of(bytes, at, length), null, false);
    } catch (MalformedRecordException e) {
      return e.expected().contains("pixels at most")
          ? new Content(null, "too large for a thumbnail", false)
          : new Content(
              null, "does not decode: expected " + e.expected() + ", found " + e.found(), true);
    }
  }

  private String labels() {
    var labels = new StringJoiner(", ");
    for (int i = 0; i < Math.min(MAX_LABELS, header.labelCount()); i++) {
      labels.add(Labels.text(header.label(i)));
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
}
