// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are read ahead have the bytes, the order and the errors of files read one by one. */
class SourcesAheadTest {
  private static final int FILES = 300;

  @TempDir Path folder;
  private final Configuration conf = LocalJobs.conf();

  /** Writes files of many sizes, some too large to be read ahead, and returns their sources. */
  private List<Source> sources(String scheme) throws IOException {
    new Faults().install(conf); // read as remote ones are: by many threads
    var sources = new ArrayList<Source>();
    var random = new Random(7);
    for (int i = 0; i < FILES; i++) {
      byte[] bytes = new byte[i % 90 == 50 ? (1 << 18) + i : i * 37];
      random.nextBytes(bytes);
      Path file = Files.write(folder.resolve("f" + i), bytes);
      var source = new Source();
      source.file(scheme + ":" + file, bytes.length, Files.getLastModifiedTime(file).toMillis());
      source.plain = i % 2 == 0;
      sources.add(source);
    }
    return sources;
  }

  /** Reads all sources; returns the numbers of those that fail. */
  private TreeSet<Integer> failed(List<Source> sources, List<String> reasons) throws Exception {
    var failed = new TreeSet<Integer>();
    var entries = sources.iterator();
    var payload = new PayloadBuilder();
    try (var reader = new SourceReader(conf, () -> {});
        var ahead = new SourcesAhead(reader, () -> entries.hasNext() ? entries.next() : null)) {
      int number = 0;
      for (Source source = ahead.next(); source != null; source = ahead.next()) {
        assertEquals(sources.get(number).path, source.path);
        payload.begin(3);
        try {
          ahead.read(source, payload);
          byte[] expected = Files.readAllBytes(folder.resolve("f" + number));
          assertArrayEquals(
              expected, Arrays.copyOfRange(payload.bytes(), 3, payload.length()), source.path);
        } catch (IOException e) {
          failed.add(number);
          reasons.add(e.getMessage());
        }
        number++;
      }
      assertEquals(sources.size(), number);
    }
    return failed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "faulty"})
  void filesHaveTheirBytesInOrder(String scheme) throws Exception {
    assertEquals(new TreeSet<>(), failed(sources(scheme), new ArrayList<>()));
  }

  /** Grown, truncated, replaced by one of the same length, gone; each error is that of its file. */
  @ParameterizedTest
  @ValueSource(strings = {"file", "faulty"})
  void filesThatChangedSinceTheyWereListedAreNoticed(String scheme) throws Exception {
    List<Source> sources = sources(scheme);
    Files.write(folder.resolve("f10"), new byte[371]);
    Files.write(folder.resolve("f0"), new byte[1]);
    Files.write(folder.resolve("f120"), new byte[7]);
    Path replaced = folder.resolve("f201");
    Files.setLastModifiedTime(
        replaced, java.nio.file.attribute.FileTime.fromMillis(1_600_000_000_123L));
    Files.delete(folder.resolve("f299"));
    Files.write(folder.resolve("f50"), new byte[5]); // not read ahead
    var reasons = new ArrayList<String>();
    assertEquals(new TreeSet<>(List.of(0, 10, 50, 120, 201, 299)), failed(sources, reasons));
    assertEquals("it has grown since it was listed with 0 bytes", reasons.get(0));
    assertEquals("it has grown since it was listed with 370 bytes", reasons.get(1));
    assertEquals("expected 4440 bytes, found 7", reasons.get(3));
  }

  /** Nothing after a source that is no small file is requested before its turn. */
  @Test
  void otherSourcesAreNotRequestedAhead() throws Exception {
    var requested = new int[1];
    var member = new Source().unreadable("a", "reason");
    try (var reader = new SourceReader(conf, () -> {});
        var ahead = new SourcesAhead(reader, () -> requested[0]++ < 5 ? member : null)) {
      for (int i = 1; i <= 5; i++) {
        Source source = ahead.next();
        assertEquals(i, requested[0]);
        assertThrows(IOException.class, () -> ahead.read(source, new PayloadBuilder()));
      }
      assertEquals(null, ahead.next());
    }
  }
}
