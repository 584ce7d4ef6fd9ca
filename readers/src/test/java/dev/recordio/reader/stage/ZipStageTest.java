// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.reader.Decorator;
import dev.recordio.reader.ListBatch;
import dev.recordio.reader.Reader;
import dev.recordio.reader.Schema;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Stage.Resumption;
import dev.recordio.reader.Zipped;
import dev.recordio.reader.source.ListSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZipStageTest {
  private static Reader<String> list(String... items) {
    return new ListSource<>(List.of(items), ListBatch.<String>items(Schema.RECORD));
  }

  private static List<String> all(Reader<Zipped> reader) throws IOException {
    var all = new ArrayList<String>();
    while (reader.next()) {
      all.add(reader.get().toString());
    }
    return all;
  }

  @Test
  void itemsComeTogetherInTheOrderOfTheReaders() throws IOException {
    Reader<Zipped> zip =
        Stages.zip(list("a", "b", "c"), Stages.batch(list("1", "2", "3", "4", "5"), 2, Tail.EMIT));
    assertTrue(zip.next());
    assertEquals("a", zip.get().get(0, String.class));
    assertEquals(2, zip.get().get(1, ListBatch.class).size());
    assertEquals(2, all(zip).size());
    assertEquals(2, zip.schema().fields().size());
  }

  @Test
  void aReaderThatEndsBeforeAnotherIsAnErrorThatNamesBoth() throws IOException {
    Reader<Zipped> zip = Stages.zip(list("a", "b", "c"), list("1", "2"));
    assertTrue(zip.next());
    assertTrue(zip.next());
    for (int twice = 0; twice < 2; twice++) {
      var error = assertThrows(IOException.class, zip::next);
      assertTrue(
          error.getMessage().endsWith("list of 3 has 3 or more, list of 2 has 2"),
          error.getMessage());
    }
    zip.reset();
    assertTrue(zip.next());
    assertEquals("[a, 1]", zip.get().toString());
    assertEquals(1, zip.epoch());
  }

  @Test
  void epochsMustEndTogether() throws IOException {
    Reader<Zipped> zip =
        Stages.zip(Stages.repeat(list("a", "b", "c"), 2), Stages.repeat(list("1", "2"), 3));
    assertTrue(zip.next());
    assertTrue(zip.next());
    var error = assertThrows(IOException.class, zip::next);
    assertTrue(
        error.getMessage().contains("epoch 0")
            && error.getMessage().contains("list of 3 | repeat(2) has 3 or more")
            && error.getMessage().contains("list of 2 | repeat(3) has 2"),
        error.getMessage());
  }

  @Test
  void onlyPartsThatHandOutItemForItemCanBeSharedOutAgain() {
    assertEquals(
        Resumption.By.ANY_WORKERS,
        by(Stages.zip(Stages.repeat(list("a"), 2), Stages.repeat(list("b"), 2))));
    assertEquals(
        Resumption.By.SAME_WORKERS,
        by(Stages.zip(list("a"), Stages.batch(list("b", "c"), 2, Tail.EMIT))));
  }

  private static Resumption.By by(Reader<?> reader) {
    return ((Stage<?>) reader).resumption().by();
  }

  /** A reader that counts how often it is closed, and fails then. */
  private static final class Closed extends Decorator.Passing<String> {
    private int times;

    Closed() {
      super((Stage<String>) list("a"));
    }

    @Override
    protected boolean advance() throws IOException {
      return upstream.next();
    }

    @Override
    protected void end() throws IOException {
      times++;
      throw new IOException("closing " + times);
    }

    @Override
    protected String text() {
      return "closed";
    }
  }

  @Test
  void closesAllReadersOnceThoughOneFails() throws IOException {
    var first = new Closed();
    var second = new Closed();
    Reader<Zipped> zip = Stages.zip(first, second);
    assertTrue(zip.next());
    var error = assertThrows(IOException.class, zip::close);
    assertEquals(1, error.getSuppressed().length);
    zip.close();
    assertEquals(1, first.times);
    assertEquals(1, second.times);
    assertThrows(IllegalStateException.class, zip::next);
    assertFalse(zip.toString().isEmpty());
  }
}
