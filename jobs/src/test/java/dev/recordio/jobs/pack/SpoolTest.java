// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.pack.source.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SpoolTest {
  private static Source source(int i) {
    var source = new Source();
    source.set(Source.Kind.DEFLATED, "file:/d/" + i, "m".repeat(i % 9000), i, 2L << i % 60, -i, 5);
    source.fileLength = 3L * i;
    source.modified = 1_700_000_000_000L + i;
    source.listed = i % 2 == 0;
    source.repeated = i % 3 == 0;
    source.label(i * 7L, new float[] {i, Float.NaN, 3}, i % 4);
    return source;
  }

  private static String text(Source s) {
    var labels = new ArrayList<Float>();
    for (int i = 0; i < s.labelCount; i++) {
      labels.add(s.labels[i]);
    }
    return List.of(
            s.kind,
            s.path,
            s.name,
            s.offset,
            s.length,
            s.tag,
            s.size,
            s.fileLength,
            s.modified,
            s.listed,
            s.repeated,
            s.key)
        + labels.toString();
  }

  @Test
  void sourcesComeBackInOrderAndByNumber() throws IOException {
    try (var spool = Spool.random(500)) {
      for (int i = 0; i < 500; i++) {
        spool.add(source(i % 4 == 3 ? i - 1 : i)); // up to three labels
      }
      var all = new ArrayList<String>();
      spool.forEach(source -> all.add(text(source)));
      assertEquals(500, all.size());
      var source = new Source();
      for (int i = 499; i >= 0; i -= 7) {
        spool.read(i, source);
        assertEquals(all.get(i), text(source));
        assertEquals(text(source(i % 4 == 3 ? i - 1 : i)), text(source));
      }
    }
  }

  @Test
  void moreThanCanBeNumberedAreRefused() {
    assertThrows(IOException.class, () -> Spool.random(1L << 31));
  }

  @Tag("large")
  @Test
  void sourcesBeyondTwoGibibytesAreFound() throws IOException {
    var name = "n".repeat(64 << 20);
    try (var spool = Spool.random(40)) {
      for (int i = 0; i < 40; i++) {
        spool.add(new Source().set(Source.Kind.SEQUENCE, "f" + i, name, i, 0, 0, 0));
      }
      var source = new Source();
      for (int i : new int[] {39, 0, 33, 32, 31}) {
        spool.read(i, source);
        assertEquals("f" + i, source.path);
        assertEquals(i, source.offset);
      }
    }
  }
}
