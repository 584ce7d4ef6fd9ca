// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Local folders of fixtures and of results. */
final class Folders {
  private Folders() {}

  /** Returns a file of {@code fixtures}. */
  static byte[] fixture(String name) throws IOException {
    try (InputStream in = Folders.class.getResourceAsStream("/fixtures/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no such fixture: " + name);
      }
      return in.readAllBytes();
    }
  }

  /** Copies a fixture into a new folder, and returns the copy. */
  static Path copy(String fixture, Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.write(folder.resolve(Path.of(fixture).getFileName()), fixture(fixture));
  }

  /** Copies the images of a list, and the list, which is returned, into a folder. */
  static Path images(String list, Path folder) throws IOException {
    Path copy = copy("images/" + list, folder);
    for (String line : Files.readAllLines(copy, StandardCharsets.UTF_8)) {
      String name = line.substring(line.lastIndexOf('\t') + 1);
      copy("images/files/" + name, folder.resolve(name).getParent());
    }
    return copy;
  }

  /** The names of the files of a folder except Hadoop's checksums, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  /** The paths of all files below a folder except Hadoop's checksums, sorted. */
  static List<String> tree(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  /** The names of a folder's results, without {@code _SUCCESS}, which depends on the committer. */
  static List<String> results(Path folder) throws IOException {
    return names(folder).stream().filter(name -> !name.equals("_SUCCESS")).toList();
  }

  /** Checks that a committer of S3A's has written {@code _SUCCESS}, as its report. */
  static void assertCommittedBy(String committer, byte[] success) {
    String report = new String(success, StandardCharsets.UTF_8);
    assertTrue(report.contains("\"committer\":\"" + committer + "\""), report);
  }

  /** Compares two folders of results, byte by byte, names first. */
  static void assertSame(Path expected, Path actual) throws IOException {
    assertEquals(names(expected), names(actual));
    for (String name : results(expected)) {
      assertSame(
          name,
          Files.readAllBytes(expected.resolve(name)),
          Files.readAllBytes(actual.resolve(name)));
    }
  }

  /**
   * Compares two files: byte by byte, except {@code _csr.json}, whose sources have different
   * folders and times.
   */
  static void assertSame(String name, byte[] expected, byte[] actual) throws IOException {
    if (name.equals("_csr.json")) {
      assertEquals(manifest(expected), manifest(actual));
    } else {
      assertArrayEquals(expected, actual, name);
    }
  }

  /** A {@code _csr.json} without what must differ from place to place. */
  private static JsonNode manifest(byte[] json) throws IOException {
    JsonNode manifest = new ObjectMapper().readTree(json);
    for (JsonNode holder : List.of(manifest, manifest.get("fingerprint"))) {
      for (JsonNode source : holder.get("sources")) {
        String path = source.get("path").textValue();
        ((ObjectNode) source).put("path", path.substring(path.lastIndexOf('/') + 1));
        assertTrue(source.get("mtime").longValue() > 0, "mtime");
        ((ObjectNode) source).remove("mtime");
      }
    }
    return manifest;
  }
}
