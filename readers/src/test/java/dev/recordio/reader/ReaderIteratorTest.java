// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.source.ListSource;
import dev.recordio.reader.stage.Stages;
import dev.recordio.reader.stage.Tail;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReaderIteratorTest {
  /** Records that are all one view, as records of files are. */
  private static Stage<Record> records(int n) {
    var view = new Record();
    var payload = new byte[1];
    return new ListSource<>(
        new AbstractList<Record>() {
          @Override
          public Record get(int i) {
            payload[0] = (byte) i;
            view.setPayload(payload, 0, 1);
            view.setPlace(i, i, null, 10L * i);
            return view;
          }

          @Override
          public int size() {
            return n;
          }
        },
        PlacedItems.RECORDS);
  }

  @Test
  void copiesLast() {
    var items = Readers.iterator(records(3));
    var all = new ArrayList<Record>();
    assertTrue(items.hasNext());
    assertTrue(items.hasNext());
    items.forEachRemaining(all::add);
    assertFalse(items.hasNext());
    assertThrows(NoSuchElementException.class, items::next);
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(new byte[] {(byte) i}, all.get(i).copy());
      assertEquals(i, all.get(i).position());
      assertEquals(10L * i, all.get(i).fileOffset());
    }
  }

  @Test
  void copiesOfAnyKindLast() throws IOException {
    var batches = Readers.iterator(Stages.batch(records(5), 2, Tail.PAD));
    Batch<Record> first = batches.next();
    batches.next();
    Batch<Record> last = batches.next();
    assertEquals(1, first.get(1).copy()[0]);
    assertEquals(0, first.get(0).copy()[0]);
    assertEquals(1, last.fill());

    var zipped = Readers.iterator(Stages.zip(records(2), records(2)));
    Zipped pair = zipped.next();
    zipped.next();
    assertEquals(0, pair.get(1, Record.class).copy()[0]);
    assertNotSame(pair.get(0), pair.get(1));

    var block = new CsrBlock();
    block.addRow(1);
    block.addRow(2);
    block.setQid(9);
    block.add(7, 0.5f);
    var row = new Row();
    row.setRow(block, 1);
    row.setPlace(1, 2, null, 3);
    Row copy = PlacedItems.ROWS.copy(row);
    block.clear();
    assertEquals(2, copy.block().labels()[copy.row()]);
    assertEquals(9, copy.block().qids()[copy.row()]);
    assertEquals(7, copy.block().index(copy.block().offset(copy.row())));
    assertEquals(3, copy.fileOffset());
  }

  @Test
  void aStreamEndsWithTheReaderAndClosesIt() {
    Stage<Record> reader = records(4);
    try (Stream<Record> stream = Readers.stream(reader)) {
      List<Record> all = stream.toList();
      assertEquals(List.of(0L, 1L, 2L, 3L), all.stream().map(Placed::ordinal).toList());
    }
    assertThrows(IllegalStateException.class, reader::next);
  }

  @Test
  void errorsOfTheReaderAreUnchecked() {
    var failure = new IOException("unequal");
    var zip = (Stage<Zipped>) Stages.zip(records(1), records(2));
    var items = Readers.iterator(zip);
    items.next();
    var error = assertThrows(UncheckedIOException.class, items::hasNext);
    assertSame(failure.getClass(), error.getCause().getClass());
  }
}
