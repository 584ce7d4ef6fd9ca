// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.pack.source.Source;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
  private final Configuration conf = new Configuration(false);

  @BeforeEach
  void localDirectory(@TempDir Path dir) {
    conf.set(MRConfig.LOCAL_DIR, dir.toString());
  }

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

  private static Source parsed(byte[] bytes, int offset, int length) throws IOException {
    var source = new Source();
    source.readFields(new DataInputStream(new ByteArrayInputStream(bytes, offset, length)));
    return source;
  }

  @Test
  void sourcesComeBackInOrder() throws IOException {
    try (var spool = new Spool(conf)) {
      for (int i = 0; i < 500; i++) {
        spool.add(source(i % 4 == 3 ? i - 1 : i)); // up to three labels
      }
      var all = new ArrayList<String>();
      spool.forEach((Source.Sink) source -> all.add(text(source)));
      assertEquals(500, all.size());
      for (int i = 0; i < 500; i++) {
        assertEquals(text(source(i % 4 == 3 ? i - 1 : i)), all.get(i));
      }
    }
  }

  @Test
  void sourcesAreAlsoPassedOnAsTheyAreInOrderAndByNumber() throws IOException {
    try (var spool = Spool.random(conf, 500)) {
      for (int i = 0; i < 500; i++) {
        spool.add(source(i), 3L * i);
      }
      var sizes = new ArrayList<Long>();
      var all = new ArrayList<String>();
      Spool.Sink sink =
          (size, bytes, offset, length) -> {
            sizes.add(size);
            all.add(text(parsed(bytes, offset, length)));
          };
      spool.forEach(sink);
      for (int i = 499; i >= 0; i--) {
        spool.read(i, sink);
      }
      assertEquals(1000, all.size());
      for (int i = 0; i < 500; i++) {
        assertEquals(3L * i, sizes.get(i));
        assertEquals(3L * i, sizes.get(999 - i));
        assertEquals(text(source(i)), all.get(i));
        assertEquals(text(source(i)), all.get(999 - i));
      }
    }
  }

  @Test
  void moreThanCanBeNumberedAreRefused() {
    assertThrows(IOException.class, () -> Spool.random(conf, 1L << 31));
  }

  @Tag("large")
  @Test
  void sourcesBeyondTwoGibibytesAreFound() throws IOException {
    var name = "n".repeat(64 << 20);
    try (var spool = Spool.random(conf, 40)) {
      for (int i = 0; i < 40; i++) {
        spool.add(new Source().set(Source.Kind.SEQUENCE, "f" + i, name, i, 0, 0, 0), i);
      }
      for (int i : new int[] {39, 0, 33, 32, 31}) {
        spool.read(
            i,
            (size, bytes, offset, length) -> {
              Source source = parsed(bytes, offset, length);
              assertEquals("f" + i, source.path);
              assertEquals(i, source.offset);
              assertEquals(i, size);
            });
      }
    }
  }
}
