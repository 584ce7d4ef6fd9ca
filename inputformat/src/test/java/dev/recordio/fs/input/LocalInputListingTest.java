// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.LocalFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalInputListingTest extends AbstractInputListingTest {
  @TempDir java.nio.file.Path folder;

  @TempDir java.nio.file.Path other;

  @Override
  public Configuration conf() {
    return LocalFiles.checked();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  private FileNotFoundException refused(Configuration conf, String expected) {
    var e =
        assertThrows(
            FileNotFoundException.class, () -> InputListing.list(conf, List.of(testDir()), null));
    assertTrue(e.getMessage().contains(expected), e.getMessage());
    return e;
  }

  /** Returns a name of the folder that is given as URIs have it, byte by byte. */
  private java.nio.file.Path rawName(String name) {
    return java.nio.file.Path.of(URI.create(folder.toUri() + name));
  }

  @Test
  void fileWhoseNameIsNoTextIsNamedAndNotPassedOver() throws IOException {
    Files.write(folder.resolve("a.rec"), new byte[8]);
    Files.write(rawName("caf%E9.rec"), new byte[8]);
    refused(conf(), "caf\\xE9.rec");
    Files.delete(rawName("caf%E9.rec"));
    Files.write(rawName("_caf%E9.rec"), new byte[8]); // hidden
    assertEquals(1, InputListing.list(conf(), List.of(testDir()), null).size());
  }

  @Test
  void linkThatLeadsNowhereIsNamedAndNotPassedOver() throws IOException {
    Files.write(folder.resolve("a.rec"), new byte[8]);
    Files.createSymbolicLink(folder.resolve("b.rec"), folder.resolve("gone"));
    refused(conf(), "b.rec");
    Files.delete(folder.resolve("b.rec"));
    Files.createSymbolicLink(folder.resolve(".#lock"), folder.resolve("gone"));
    assertEquals(1, InputListing.list(conf(), List.of(testDir()), null).size());
  }

  @Test
  void folderThatLinksToOneAboveIsNamedAndNotListedAgainAndAgain() throws IOException {
    Files.createDirectories(folder.resolve("a/b"));
    Files.write(folder.resolve("a/one.rec"), new byte[8]);
    Configuration conf = conf();
    conf.setBoolean(InputListing.RECURSIVE, true);
    Files.createSymbolicLink(
        folder.resolve("a/b/elsewhere"), Files.createTempDirectory(other, "t"));
    assertEquals(1, InputListing.list(conf, List.of(testDir()), null).size());
    Files.createSymbolicLink(folder.resolve("a/b/up"), folder.resolve("a"));
    refused(conf, "a/b/up");
  }

  /** Nothing listens there: an answer shows that no request was made. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void fileOnAWebServerIsRefusedWithItsName(String scheme) {
    var input = new Path(scheme + "://127.0.0.1:1/a.rec");
    var e =
        assertThrows(
            FileNotFoundException.class, () -> InputListing.list(conf(), List.of(input), null));
    assertTrue(e.getMessage().contains(input + ": "), e.getMessage());
  }
}
