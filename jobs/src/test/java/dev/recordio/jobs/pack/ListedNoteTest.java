// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ListedNoteTest {
  @Test
  void sayHowManyFilesAreListedEveryTenSeconds() {
    var out = new ByteArrayOutputStream();
    long[] millis = {5};
    var note =
        new PackCommand.ListedNote(
            new PrintStream(out), () -> TimeUnit.MILLISECONDS.toNanos(millis[0]));
    for (long files = 1; files <= 300_000; files++) {
      millis[0] = files / 10; // 10,000 files a second
      note.accept(files);
    }
    assertEquals(
        String.format("listed %,d files so far%nlisted %,d files so far%n", 100_352, 200_704),
        out.toString());
  }
}
