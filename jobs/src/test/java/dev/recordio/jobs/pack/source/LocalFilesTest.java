// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFilesTest {
  @TempDir Path folder;

  /** A local file system that is not Hadoop's own. */
  static final class OtherLocal extends RawLocalFileSystem {}

  private static WholeFiles of(Configuration conf) throws IOException {
    return new WholeFiles(conf, new ListedFiles(conf), new ReadRetries(conf, () -> {}));
  }

  private static WholeFiles own() throws IOException {
    return of(LocalJobs.conf());
  }

  private String file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, name);
    return name(file);
  }

  private static String name(Path file) {
    return FolderWalk.child(
            new org.apache.hadoop.fs.Path("file:" + file.getParent()),
            file.getFileName().toString())
        .toString();
  }

  private static Source source(String path) {
    return new Source().file(path, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "with space", "100%25", "a:b", "#?", "ü", ".hidden"})
  void fileIsReadWhateverItIsCalled(String name) throws IOException {
    try (InputStream in = own().openLocal(source(file(name)))) {
      assertArrayEquals(name.getBytes(StandardCharsets.UTF_8), in.readAllBytes());
    }
  }

  @Test
  void fileWithChecksumsIsLeftToHadoop() throws IOException {
    String file = file("a");
    file(".a.crc");
    assertNull(own().openLocal(source(file)));
  }

  /** Nobody looks for checksums again where the listing has shown none. */
  @Test
  void checksumsAreLookedForUnlessTheListingHasShownNone() throws IOException {
    Source source = source(file("a"));
    file(".a.crc");
    source.plain = true;
    try (InputStream in = own().openLocal(source)) {
      assertNotNull(in);
    }
  }

  @Test
  void fileIsAsListedByLengthAndTime() throws IOException {
    String name = file("a");
    long modified = Files.getLastModifiedTime(folder.resolve("a")).toMillis();
    assertTrue(WholeFiles.isAsListed(new Source().file(name, 1, modified)));
    assertFalse(WholeFiles.isAsListed(new Source().file(name, 2, modified)));
    assertFalse(WholeFiles.isAsListed(new Source().file(name, 1, modified - 2000)));
    assertFalse(WholeFiles.isAsListed(new Source().file(name + "b", 1, modified)));
  }

  @Test
  void whatCanNotBeOpenedIsLeftToHadoop() throws IOException {
    assertNull(own().openLocal(source(name(folder.resolve("missing")))));
    assertNull(own().openLocal(source(name(folder))));
  }

  @Test
  void otherFileSystemsAreLeftToHadoop() throws IOException {
    String file = file("a");
    try (InputStream in = own().openLocal(source(file))) {
      assertNotNull(in);
    }
    assertNull(own().openLocal(source("hdfs:" + file.substring("file:".length()))));
    assertNull(own().openLocal(source(file.replaceFirst("file:", "file://host"))));

    Configuration conf = LocalJobs.conf();
    conf.setClass("fs.file.impl", OtherLocal.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    assertNull(of(conf).openLocal(source(file)));
  }
}
