// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests of pack's command lines: twelve files in three folders. */
abstract class PackOutputTestBase {
  @TempDir Path temp;
  protected Path photos;
  protected Path packed;

  @BeforeEach
  void makePhotos() throws IOException {
    photos = temp.resolve("photos");
    packed = temp.resolve("packed");
    for (String folder : List.of("cats", "dogs", "my birds")) {
      for (int i : new int[] {1, 9, 10, 11}) {
        file(folder + "/" + i + ".jpg", "content of " + folder + " " + i);
      }
    }
  }

  protected final Path file(String name, String content) throws IOException {
    Path file = photos.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  protected final Configuration conf() {
    return LocalJobs.conf(temp);
  }

  protected final Recordio run(Object... words) {
    return Recordio.run(conf(), Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  /** Runs a command that succeeds. */
  protected final Recordio succeed(Object... words) {
    Recordio run = run(words);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  protected static void assertFails(int code, Recordio run, String... parts) {
    assertEquals(code, run.code(), run.err());
    List<String> errors = run.err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    for (String part : parts) {
      assertTrue(errors.get(0).contains(part), errors.get(0));
    }
  }

  /** The files below a folder, by name, without checksums of Hadoop's. */
  protected static Map<String, String> files(Path folder) throws IOException {
    var files = new TreeMap<String, String>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().endsWith(".crc")) {
          files.put(
              folder.relativize(file).toString(),
              HexFormat.of().formatHex(Files.readAllBytes(file)));
        }
      }
    }
    return files;
  }
}
