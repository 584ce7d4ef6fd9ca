// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The inputs of a target that are checked in, {@code src/test/resources/fuzz/<name>}: files whose
 * names begin with {@code found-} were findings; most of the other ones are sound. {@code more.zip}
 * has further inputs of any kind, each of which makes the parser take another way.
 *
 * @param files the files by name
 * @param more the members of the zip
 */
record Corpus(Map<String, byte[]> files, List<byte[]> more) {
  private static final String FOLDER = "src/test/resources/fuzz";
  private static final Path ROOT = root();
  private static final String FOUND = "found-";
  private static final String MORE = "more.zip";

  /** The folder of the module, or of the one above whose sources it has, as Spark's older lines. */
  private static Path root() {
    Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    while (!Files.isDirectory(module.resolve(FOLDER))) {
      module = module.getParent();
    }
    return module.resolve(FOLDER);
  }

  static Corpus of(String name) throws IOException {
    var files = new TreeMap<String, byte[]>();
    var more = new TreeMap<String, byte[]>();
    try (Stream<Path> list = Files.list(ROOT.resolve(name))) {
      for (Path file : (Iterable<Path>) list::iterator) {
        if (file.endsWith(MORE)) {
          unpack(file, more);
        } else {
          files.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
      }
    }
    return new Corpus(files, List.copyOf(more.values()));
  }

  private static void unpack(Path file, Map<String, byte[]> into) throws IOException {
    try (var zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        into.put(entry.getName(), zip.readAllBytes());
      }
    }
  }

  /** Returns a file of a corpus. */
  static Path file(String name, String file) {
    return ROOT.resolve(name).resolve(file);
  }

  /** Where a finding is to be kept. */
  static Path found(String name, String id) {
    return ROOT.resolve(name).resolve(FOUND + id);
  }

  /** Returns all inputs, in an order that is always the same. */
  List<byte[]> all() {
    return Stream.concat(files.values().stream(), more.stream()).toList();
  }
}
