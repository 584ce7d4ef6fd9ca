// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.IndexView;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxReader;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;

/** The entries of a {@code .ridx}, with the keys of the {@code .idx} beside it if there is one. */
final class BinaryEntries implements IndexEntries {
  private final RidxReader index;
  private final IndexView view;
  private final TextLines text; // or null
  private boolean hasText; // a current line
  private boolean begun;
  private long at;
  private long offset;
  private long end;
  private int length;
  private int checksum;
  private long ownKey;

  /**
   * Takes over an open index.
   *
   * @param text the lines of the text index; null if there is none to compare with
   */
  BinaryEntries(RidxReader index, TextLines text) {
    this.index = index;
    this.text = text;
    view = index.view();
  }

  /** Goes to before the last record that begins before {@code start}, or to before the first. */
  void seek(long start) throws IOException {
    at = Math.max(-1, index.firstFrom(start) - 2);
  }

  @Override
  public boolean next() throws IOException {
    if (++at >= index.count()) {
      return false;
    }
    index.read(at);
    offset = index.offset();
    length = index.length();
    ownKey = index.key();
    checksum = hasChecksum() ? index.payloadChecksum() : 0;
    end = view.end(at);
    stepText();
    return true;
  }

  /** Goes on in the text index; at first, to the record, as it may begin some lines before. */
  private void stepText() throws IOException {
    boolean isFirst = text != null && !begun;
    begun = true;
    hasText = text != null && (isFirst || hasText) && text.next();
    while (isFirst && hasText && Long.compareUnsigned(text.offset(), offset) < 0) {
      hasText = text.next();
    }
  }

  /** Whether the text index has the same at the same place, or there is none. */
  boolean agrees() {
    return text == null || hasText && text.offset() == offset && text.key() == ownKey;
  }

  /** Describes what the text index has at the current place. */
  String otherText() {
    return hasText
        ? "key "
            + Long.toUnsignedString(text.key())
            + " at offset "
            + Long.toUnsignedString(text.offset())
        : "no further line";
  }

  /** Returns the lines of the text index; null if there is none. */
  TextLines text() {
    return text;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long key() {
    return hasText && text.offset() == offset ? text.key() : ownKey;
  }

  @Override
  public boolean hasChecksum() {
    return index.layout().has(RecordIndexLayout.PAYLOAD_CHECKSUMS);
  }

  @Override
  public int checksum() {
    return checksum;
  }

  @Override
  public String suffix() {
    return RecordFiles.BINARY_INDEX;
  }

  @Override
  public void close() throws IOException {
    try (text) {
      index.close();
    }
  }
}
