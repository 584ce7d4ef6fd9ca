// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.testing.LocalFiles;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileReplacementTest {
  @TempDir java.nio.file.Path folder;

  /**
   * Local files, but no file is renamed to one that exists, and FileContext knows nothing of it.
   */
  public static final class Strict extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("strict:///");
    }

    @Override
    protected void checkPath(Path path) {}

    @Override
    public boolean rename(Path from, Path to) throws IOException {
      return !exists(to) && super.rename(from, to);
    }
  }

  private static Configuration conf() {
    Configuration conf = LocalFiles.raw();
    conf.setClass("fs.strict.impl", Strict.class, org.apache.hadoop.fs.FileSystem.class);
    return conf;
  }

  private Path file(String scheme) {
    return new Path(scheme + "://" + folder.resolve("a.idx"));
  }

  private List<String> names() {
    return List.of(new File(folder.toString()).list());
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "strict"})
  void theFileIsReplacedWhenItIsCommitted(String scheme) throws IOException {
    for (String content : List.of("first", "second")) {
      try (var replacement = new FileReplacement(conf(), file(scheme), "tag")) {
        replacement.out().write(content.getBytes());
        replacement.out().close();
        assertFalse(names().isEmpty());
        replacement.commit();
      }
      assertEquals(List.of("a.idx"), names());
      assertEquals(content, Files.readString(folder.resolve("a.idx")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "strict"})
  void withoutCommitNothingIsLeftNorOfAWriterThatWasKilled(String scheme) throws IOException {
    Files.writeString(folder.resolve("a.idx"), "old");
    Files.writeString(folder.resolve(".a.idx.attempt_1_2"), "of one that was killed");
    Files.writeString(folder.resolve(".b.idx.attempt_7_2"), "of another job");
    try (var replacement = new FileReplacement(conf(), file(scheme), "attempt_1_3")) {
      replacement.out().write(1);
    }
    assertEquals("old", Files.readString(folder.resolve("a.idx")));
    FileReplacement.removeLeft(conf(), file(scheme).getParent(), "attempt_1_");
    assertEquals(List.of(".b.idx.attempt_7_2", "a.idx"), names().stream().sorted().toList());
  }
}
