// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/** Base of tests of pack's command lines: twelve files in three folders. */
abstract class PackOutputTestBase extends CommandTestBase {
  protected Path photos;
  protected Path packed;

  @BeforeEach
  void makePhotos() throws IOException {
    photos = path("photos");
    packed = path("packed");
    for (String folder : List.of("cats", "dogs", "my birds")) {
      for (int i : new int[] {1, 9, 10, 11}) {
        file(folder + "/" + i + ".jpg", "content of " + folder + " " + i);
      }
    }
  }

  protected final Path file(String name, String content) throws IOException {
    return write("photos/" + name, content);
  }

  protected static void assertFails(int code, Recordio run, String... parts) {
    List<String> errors =
        run.ended(code).err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    assertHas(errors.get(0), parts);
  }

  /** Returns {@code _pack.json} of an output. */
  protected static JsonNode manifest(Path output) throws IOException {
    return new ObjectMapper().readTree(output.resolve("_pack.json").toFile());
  }

  /** Returns the labels of the folders, as {@code _pack.json} has them. */
  protected static String labels(Path output) throws IOException {
    return manifest(output).get("labels").toString();
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
