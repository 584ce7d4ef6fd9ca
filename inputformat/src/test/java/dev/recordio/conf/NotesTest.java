// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Logged;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A command hears counts and places; a log has neither, and each note once. */
class NotesTest {
  @Test
  void whatIsLoggedHasNoNumbers() throws Exception {
    String logged =
        Logged.of(
            Notes.class,
            () -> {
              Notes.say("3 rows of this test", "rows of this test");
              Notes.say("5 rows of this test", "rows of this test");
            });
    assertEquals(List.of("rows of this test"), logged.lines().toList());
  }

  @Test
  void aListenerHearsAll() throws Exception {
    var heard = new ArrayList<String>();
    String logged =
        Logged.of(
            Notes.class,
            () -> {
              try (Notes.Listening listening = Notes.listen(heard::add)) {
                Notes.say("3 rows of another test", "rows of another test");
              }
            });
    assertEquals(List.of("3 rows of another test"), heard);
    assertEquals("", logged);
  }
}
