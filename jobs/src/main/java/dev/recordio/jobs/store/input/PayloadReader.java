// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.numbered.RecordGather;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.store.schema.FieldType;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;

/** Reads payloads of consecutive records, by their indexes. */
final class PayloadReader implements ColumnReader {
  private static final int SHOWN = 16;

  private final Configuration conf;
  private final RecordTable table;
  private final List<ArrayFile> present;
  private final FieldType type;
  private final RecordGather gather;
  private int presentPart = -1; // the file of:
  private PresentReader truths; // null: all have values
  private boolean isPresent;

  PayloadReader(
      Configuration conf,
      RecordTable table,
      List<ArrayFile> present,
      FieldType type,
      long from,
      long to) {
    this.conf = conf;
    this.table = table;
    this.present = present;
    this.type = type;
    gather =
        new RecordGather(
            conf, table, LongStream.range(from, to).iterator(), DamageTracker.failing());
  }

  @Override
  public boolean next() throws IOException {
    if (!gather.next()) {
      return false;
    }
    isPresent = isPresentIn(gather.indexNumber());
    if (isPresent) {
      check();
    }
    return true;
  }

  private boolean isPresentIn(int part) throws IOException {
    if (part != presentPart) {
      closeTruths();
      presentPart = part;
      ArrayFile file = present.get(part);
      if (file != null) {
        long first = table.first(part);
        truths = PresentReader.open(conf, file, gather.place() - first, file.rows());
      }
    }
    return truths == null || truths.next();
  }

  private void check() throws IOException {
    int length = gather.payloadLength();
    if (!type.accepts(length)) {
      throw malformed(
          "value of the wrong length",
          "a payload of a multiple of " + type.unitBytes() + " bytes, for values of " + type,
          length + " bytes");
    }
    if (type.kind() != FieldType.Kind.TEXT) {
      return;
    }
    try {
      Text.validateUTF8(buffer(), offset(), length);
    } catch (MalformedInputException e) {
      int shown = Math.min(SHOWN, length);
      throw malformed(
          "no text",
          "a payload in UTF-8, for values of text",
          Excerpt.of(buffer(), offset(), offset() + shown) + (shown < length ? "..." : ""));
    }
  }

  private MalformedRecordException malformed(String what, String expected, String found) {
    return new MalformedRecordException(
        what, gather.path().toString(), gather.offset(), -1, expected, found);
  }

  @Override
  public boolean isPresent() {
    return isPresent;
  }

  @Override
  public byte[] buffer() {
    return gather.buffer();
  }

  @Override
  public int offset() {
    return gather.payloadOffset();
  }

  @Override
  public int length() {
    return isPresent ? gather.payloadLength() : 0;
  }

  private void closeTruths() throws IOException {
    try (PresentReader closing = truths) {
      truths = null;
    }
  }

  @Override
  public void close() throws IOException {
    try (gather) {
      closeTruths();
    }
  }
}
