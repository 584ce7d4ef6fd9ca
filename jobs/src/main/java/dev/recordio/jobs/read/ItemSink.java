// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.bytes.Drain;
import dev.recordio.jobs.cli.TerminalBytes;
import dev.recordio.jobs.cli.result.GrowingBytes;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.reader.Batch;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Record;
import dev.recordio.reader.Stage;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Writes the items of a pipeline. */
interface ItemSink {
  /** Writes what comes before the first item. */
  default void begin(Stage<?> reader) throws IOException {}

  /** Writes the reader's current item. */
  void item(Stage<?> reader) throws IOException;

  /** Writes payloads one after the other; rows as row blocks. What only fills up is left out. */
  final class Payloads implements ItemSink {
    private final Drain out;
    private final TerminalBytes terminal = new TerminalBytes();
    private final GrowingBytes bytes = new GrowingBytes();
    private final WrittenForms forms = new WrittenForms(bytes);

    Payloads(Drain out) {
      this.out = out;
    }

    @Override
    public void item(Stage<?> reader) throws IOException {
      if (reader.get() instanceof Record record) {
        terminal.check(record.bytes(), record.offset(), record.length());
        out.drain(record.bytes(), record.offset(), record.length());
        return;
      }
      bytes.clear();
      forms.addPayloads(reader.get());
      terminal.check(bytes.array(), 0, bytes.length());
      out.drain(bytes.array(), 0, bytes.length());
    }
  }

  /**
   * Writes a row for each record: epoch, position, ordinal, batch, whether it only fills up,
   * length, SHA-256.
   */
  final class Rows implements ItemSink {
    private static final long NO_BATCH = -1;

    private final ResultTable rows;
    private final MessageDigest digest; // or null
    private final GrowingBytes row = new GrowingBytes();
    private final WrittenForms forms = new WrittenForms(row);
    private long items;

    /**
     * Creates the sink.
     *
     * @param digest computes the last column, or null to leave it out
     */
    Rows(ResultTable rows, MessageDigest digest) {
      this.rows = rows;
      this.digest = digest;
    }

    @Override
    public void item(Stage<?> reader) throws IOException {
      add(reader.get(), reader.epoch(), NO_BATCH, false);
      items++;
    }

    /** Adds a row for each record in an item: batches and items of several readers may nest. */
    private void add(Object item, long epoch, long batch, boolean fill) throws IOException {
      if (item instanceof Placed placed) {
        rows.number(epoch).number(placed.position()).number(placed.ordinal());
        (batch == NO_BATCH ? rows.text(null) : rows.number(batch)).number(fill ? 1 : 0);
        describe(placed);
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

    private void describe(Placed item) throws IOException {
      if (item instanceof Record record) {
        describe(record.bytes(), record.offset(), record.length());
      } else {
        row.clear();
        forms.add(item);
        describe(row.array(), 0, row.length());
      }
    }

    private void describe(byte[] bytes, int offset, int length) {
      String hash = null;
      if (digest != null) {
        digest.update(bytes, offset, length);
        hash = HexFormat.of().formatHex(digest.digest());
      }
      rows.number(length).text(hash).end();
    }
  }
}
