// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** What the census notes of each record besides its place. */
public enum CensusNote {
  /** Nothing, not even its place: records are counted. */
  COUNT((conf, split) -> record -> 0),
  /** Nothing. */
  PLACE((conf, split) -> record -> 0),
  /** The bits of the label that is the class ({@link ClassLabel#bits}). */
  LABEL((conf, split) -> ClassLabel.reader(conf, split, false)),
  /** The same, of the first label where nothing says which one is the class. */
  FIRST_LABEL((conf, split) -> ClassLabel.reader(conf, split, true)),
  /** The id in the image header. */
  ID((conf, split) -> idReader()),
  /** The key by the {@code .idx} of the file; without one, the id in the image header. */
  KEY((conf, split) -> idReader()),
  /** What it holds ({@link RecordContent}). */
  CONTENT((conf, split) -> new RecordContent.Reader()),
  /** The query id, of rows of text that must have one. */
  QID((conf, split) -> noReader()),
  /** The query id of rows of text, 0 where they have none. */
  QUERY((conf, split) -> noReader());

  private static final String KEY_OF_NOTE = "recordio.arrange.notes";

  private final Notes notes;

  /** Makes what reads the notes of a split. */
  @FunctionalInterface
  private interface Notes {
    Reader of(Configuration conf, NumberedSplit split) throws IOException;
  }

  /** Reads the note of a record, which is the reader's current one. */
  @FunctionalInterface
  interface Reader {
    long note(RecordRangeReader record) throws IOException;
  }

  CensusNote(Notes notes) {
    this.notes = notes;
  }

  static CensusNote of(Configuration conf) {
    return conf.getEnum(KEY_OF_NOTE, COUNT);
  }

  void set(Configuration conf) {
    conf.setEnum(KEY_OF_NOTE, this);
  }

  /** Returns what reads the notes of a split of records. */
  Reader reader(Configuration conf, NumberedSplit split) throws IOException {
    return notes.of(conf, split);
  }

  private static Reader noReader() {
    throw new IllegalStateException("records have no query id");
  }

  /** Whether it is the query id. */
  public boolean isQuery() {
    return this == QID || this == QUERY;
  }

  private static Reader idReader() {
    var start = new byte[ImageRecordHeader.FIXED_BYTES];
    return record -> {
      record.prefix(start);
      return ImageRecordHeader.id(start, record.payloadLength(), record.offset());
    };
  }
}
