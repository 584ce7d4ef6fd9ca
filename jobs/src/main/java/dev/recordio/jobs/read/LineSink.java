// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.bytes.Drain;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Record;
import dev.recordio.reader.Stage;
import java.io.IOException;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.List;

/**
 * Writes a line for each record: epoch, position, ordinal, batch, whether it only fills up, length,
 * SHA-256.
 */
final class LineSink implements ItemSink {
  private static final long NO_BATCH = -1;

  private final Drain out;
  private final MessageDigest digest; // or null
  private final byte[] hash;
  private final GrowingBytes lines = new GrowingBytes();
  private final GrowingBytes row = new GrowingBytes();
  private final WrittenForms forms = new WrittenForms(row);
  private long items;

  /**
   * Creates the sink.
   *
   * @param digest computes the last column, or null to leave it out
   */
  LineSink(Drain out, MessageDigest digest) {
    this.out = out;
    this.digest = digest;
    hash = digest == null ? null : new byte[digest.getDigestLength()];
  }

  @Override
  public void item(Stage<?> reader) throws IOException {
    lines.clear();
    add(reader.get(), reader.epoch(), NO_BATCH, false);
    out.drain(lines.array(), 0, lines.length());
    items++;
  }

  /** Adds a line for each record in an item: batches and items of several readers may nest. */
  private void add(Object item, long epoch, long batch, boolean fill) throws IOException {
    if (item instanceof Placed placed) {
      line(placed, epoch, batch, fill);
    } else if (item instanceof Batch<?> several) {
      for (int i = 0; i < several.size(); i++) {
        add(several.get(i), epoch, items, fill || several.isFill(i));
      }
    } else if (item instanceof List<?> together) {
      for (int i = 0; i < together.size(); i++) {
        add(together.get(i), epoch, batch, fill);
      }
    } else {
      throw WrittenForms.unknown(item);
    }
  }

  private void line(Placed item, long epoch, long batch, boolean fill) throws IOException {
    lines.putDecimal(epoch);
    lines.put('\t');
    lines.putDecimal(item.position());
    lines.put('\t');
    lines.putDecimal(item.ordinal());
    lines.put('\t');
    if (batch == NO_BATCH) {
      lines.put('-');
    } else {
      lines.putDecimal(batch);
    }
    lines.put('\t');
    lines.put(fill ? '1' : '0');
    lines.put('\t');
    if (item instanceof Record record) {
      payload(record.bytes(), record.offset(), record.length());
    } else {
      row.clear();
      forms.add(item);
      payload(row.array(), 0, row.length());
    }
    lines.put('\n');
  }

  private void payload(byte[] bytes, int offset, int length) {
    lines.putDecimal(length);
    lines.put('\t');
    if (digest == null) {
      lines.put('-');
      return;
    }
    digest.update(bytes, offset, length);
    try {
      digest.digest(hash, 0, hash.length);
    } catch (DigestException e) {
      throw new IllegalStateException("the array is as long as the hash", e);
    }
    lines.putHex(hash, hash.length);
  }
}
