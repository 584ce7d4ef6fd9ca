// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.store.Store;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Runs of {@code recordio store}, and what a folder holds. */
final class StoreTests {
  private final Path folder;
  private final Configuration conf;

  /**
   * @param folder stands for {@code T} in command lines
   */
  StoreTests(Path folder) {
    this.folder = folder;
    conf = LocalJobs.conf(folder);
  }

  /** Runs {@code recordio store}; words are separated by spaces, and {@code T/} is the folder. */
  Recordio run(String line) {
    String words = "store " + line.replaceAll("(?<=[ =@])T/", folder + "/");
    return Recordio.run(conf, words.split(" "));
  }

  /** Runs {@code recordio store}, which must succeed; returns its output. */
  String ok(String line) {
    Recordio run = run(line);
    assertEquals(0, run.code(), line + ": " + run.err());
    return run.out();
  }

  /** Returns the JSON that a command prints. */
  JsonNode json(String line) throws IOException {
    return new ObjectMapper().readTree(ok(line + " --json"));
  }

  Store store(String name) throws IOException {
    return Store.open(conf, LocalFiles.path(folder.resolve(name)));
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /** Writes an array of NumPy's. */
  Path npy(String name, String type, byte[] items, long... shape) throws IOException {
    byte[] header = NpyHeader.of(NpyType.parse(type), shape);
    var all = ByteBuffer.allocate(header.length + items.length).put(header).put(items);
    return Files.write(folder.resolve(name), all.array());
  }

  /** Writes a vector of numbers. */
  Path floats(String name, float... numbers) throws IOException {
    var items = ByteBuffer.allocate(4 * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float number : numbers) {
      items.putFloat(number);
    }
    return npy(name, "<f4", items.array(), numbers.length);
  }

  /** Returns the numbers of a vector. */
  float[] floats(String name) throws IOException {
    byte[] file = Files.readAllBytes(folder.resolve(name));
    float[] numbers = new float[(file.length - NpyHeader.BYTES) / 4];
    ByteBuffer.wrap(file, NpyHeader.BYTES, 4 * numbers.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer()
        .get(numbers);
    return numbers;
  }

  /** Returns the names and lengths of all files below a folder, but those of checksums. */
  TreeMap<String, Long> files(String name) throws IOException {
    var files = new TreeMap<String, Long>();
    Path root = folder.resolve(name);
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(f -> !f.getFileName().toString().endsWith(".crc")).toList()) {
        files.put(
            root.relativize(file).toString(), Files.isDirectory(file) ? -1 : Files.size(file));
      }
    }
    return files;
  }
}
