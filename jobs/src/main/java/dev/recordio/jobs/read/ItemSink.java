// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.bytes.Drain;
import dev.recordio.jobs.cli.TerminalBytes;
import dev.recordio.jobs.cli.result.GrowingBytes;
import dev.recordio.reader.Record;
import dev.recordio.reader.Stage;
import java.io.IOException;

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
}
