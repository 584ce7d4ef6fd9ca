// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.testing.Damage;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
  private final Configuration conf = new Configuration();
  @TempDir Path dir;

  @Test
  void whatAFileHoldsIsSeenByItsFirstBytes() throws IOException {
    Path file = dir.resolve("a.txt");
    Files.writeString(file, "1 0:1\n2 3:4\n3 1:1\n");
    assertEquals(List.of("0 0 0", "1 1 6", "2 2 12"), places("libsvm:" + file));
    assertEquals(List.of("0 0 0", "1 1 6", "2 2 12"), places(file.toString()));
    assertEquals(3, places(dir + "/?.txt").size(), "a question mark is part of a glob");
    assertEquals(3, places(file + "?indexing_mode=0").size(), "and of arguments");
    Files.write(file, new byte[] {0, 1, 2, 3});
    var error = assertThrows(InvalidSettingException.class, () -> places(file.toString()));
    assertTrue(error.getMessage().contains("neither RecordIO nor text"), error.getMessage());
  }

  @Test
  void foldersAreReadWithoutTheFilesBesideTheirData() throws IOException {
    Files.write(dir.resolve("train.rec"), Damage.file(List.of(new byte[4], new byte[8])));
    Files.writeString(dir.resolve("property"), "85742,112,112");
    assertEquals(2, places("recordio:" + dir).size());
    assertEquals(2, places(dir.toString()).size());
    Files.delete(dir.resolve("train.rec"));
    Files.delete(dir.resolve("property"));
    Files.writeString(dir.resolve("rank.train"), "1 0:1\n2 3:4\n3 1:1\n");
    Files.writeString(dir.resolve("rank.train.query"), "3\n");
    assertEquals(3, places("libsvm:" + dir).size());
    assertEquals(3, places(dir.toString()).size());
  }

  @Test
  void theKeysSpecifyPipelineWorkerAndFirstEpoch() throws IOException {
    Path file = dir.resolve("a.libsvm");
    Files.writeString(file, "1 0:1\n2 3:4\n3 1:1\n");
    assertThrows(InvalidSettingException.class, () -> Readers.open(conf));
    conf.set("recordio.reader.spec", "libsvm:" + file + " | repeat(2)");
    conf.set("recordio.reader.shard", "1/2");
    conf.set("recordio.input.epoch", "5");
    try (Reader<Row> reader = Readers.open(conf)) {
      var read = new ArrayList<String>();
      while (reader.next()) {
        read.add(reader.epoch() + " " + reader.get().ordinal());
      }
      assertEquals(List.of("5 1", "6 1"), read);
    }
    conf.set("recordio.input.epoch", "-1");
    assertThrows(InvalidSettingException.class, () -> Readers.open(conf));
  }

  @Test
  void aJarAddsSources() throws IOException {
    Path services = Files.createDirectories(dir.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(SourceProvider.class.getName()), CountProvider.class.getName());
    assertThrows(InvalidSettingException.class, () -> Readers.open(conf, "count:3"));
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    URL[] jar = {dir.toUri().toURL()};
    try (var loader = new URLClassLoader(jar, getClass().getClassLoader())) {
      thread.setContextClassLoader(loader);
      try (Reader<Batch<Integer>> reader =
          Readers.open(conf, "count:5 | order(circular,window=2) | batch(4,tail=drop)")) {
        assertTrue(reader.next());
        assertEquals(0, reader.get().get(0));
        assertEquals(3, reader.get().get(3));
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private List<String> places(String spec) throws IOException {
    var places = new ArrayList<String>();
    try (Reader<? extends Placed> reader = Readers.open(conf, spec)) {
      while (reader.next()) {
        Placed item = reader.get();
        places.add(item.position() + " " + item.ordinal() + " " + item.fileOffset());
      }
    }
    return places;
  }
}
