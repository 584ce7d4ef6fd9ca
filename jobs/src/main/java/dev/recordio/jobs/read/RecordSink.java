// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.bytes.Drain;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.cli.result.GrowingBytes;
import dev.recordio.reader.Record;
import dev.recordio.reader.RowBatch;
import dev.recordio.reader.Stage;
import dev.recordio.wire.RecordEncoder;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a record for each item, in RecordIO.
 *
 * <p>With states, each record ends with a word of 32 bits: its first bit is set for JSON of a
 * state; of a batch of rows the others are the number of rows that only fill up, since a row block
 * has no place for it. The first record is the state before the first item. Marks of the state come
 * before each item after which they are not what the last ones announced.
 */
final class RecordSink implements ItemSink {
  private static final int CHUNK_BYTES =
      64; // takes headers and padding; more is passed on uncopied
  private static final int ITEM = 0;
  private static final int JSON = 1;

  private final RecordEncoder encoder;
  private final boolean withState;
  private final GrowingBytes bytes = new GrowingBytes();
  private final WrittenForms forms = new WrittenForms(bytes);
  private Marks marks;
  private long items;

  /**
   * Creates the sink.
   *
   * @param withState whether the state is written, too
   */
  RecordSink(Drain out, boolean withState) {
    encoder = new RecordEncoder(CHUNK_BYTES, out);
    this.withState = withState;
  }

  @Override
  public void begin(Stage<?> reader) throws IOException {
    if (withState) {
      marks = new Marks(reader);
      json(reader.state().toString());
      encoder.flush();
    }
  }

  @Override
  public void item(Stage<?> reader) throws IOException {
    if (withState && marks.differ(reader)) {
      json(marks.toString());
    }
    if (!withState && reader.get() instanceof Record record) {
      encoder.write(record.bytes(), record.offset(), record.length());
    } else {
      bytes.clear();
      forms.add(reader.get());
      write(reader.get() instanceof RowBatch rows ? 2 * rows.fill() : ITEM);
    }
    encoder.flush();
    items++;
  }

  private void json(String text) throws IOException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    bytes.clear();
    bytes.drain(utf8, 0, utf8.length);
    write(JSON);
  }

  private void write(int kind) throws IOException {
    if (withState) {
      bytes.putInt(kind);
    }
    if (bytes.length() > RecordIOFormat.MAX_PAYLOAD_BYTES) {
      throw new InvalidSettingException(
          String.format(
              "item %s takes a record of %s bytes, but a record holds at most %s: make"
                  + " batches of fewer records",
              items, bytes.length(), RecordIOFormat.MAX_PAYLOAD_BYTES));
    }
    encoder.write(bytes.array(), 0, bytes.length());
  }

  /**
   * The marks of a state, item after item. Most items add the same to them, so that they are
   * written only where this changes.
   */
  private static final class Marks {
    private long[] before;
    private long[] now;
    private final long[] step;
    private boolean known; // whether a step was written

    /** Creates the text of a reader that has handed out nothing yet. */
    Marks(Stage<?> reader) {
      before = new long[reader.marks()];
      now = new long[before.length];
      step = new long[before.length];
      reader.mark(now, 0);
    }

    /** Takes the marks after the reader's current item; whether they are not as announced. */
    boolean differ(Stage<?> reader) {
      long[] free = before;
      before = now;
      now = free;
      reader.mark(now, 0);
      boolean differ = !known;
      for (int i = 0; i < now.length && !differ; i++) {
        differ = now[i] != before[i] + step[i];
      }
      if (differ) {
        for (int i = 0; i < now.length; i++) {
          step[i] = now[i] - before[i];
        }
        known = true;
      }
      return differ;
    }

    /** Returns the marks, and what each further item is going to add, as JSON. */
    @Override
    public String toString() {
      return "{\"marks\":" + json(now) + ",\"step\":" + json(step) + "}";
    }

    private static String json(long[] numbers) {
      return Arrays.toString(numbers).replace(" ", "");
    }
  }
}
