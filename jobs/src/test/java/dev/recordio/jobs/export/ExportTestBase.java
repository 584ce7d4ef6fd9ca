// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;

/** Base of the tests of export, on local files. */
abstract class ExportTestBase {
  @TempDir Path temp;

  final Configuration conf() {
    return LocalJobs.conf(temp);
  }

  final Recordio run(Object... words) {
    return Recordio.run(conf(), Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  final Recordio ok(Object... words) {
    Recordio run = run(words);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  /** Runs a command that fails; returns the line that says why. */
  final String fails(int code, Object... words) {
    Recordio run = run(words);
    assertEquals(code, run.code(), run.err());
    List<String> errors = run.err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    assertFalse(run.err().contains("\tat "), "no stack trace: " + run.err());
    return errors.get(0);
  }

  static void assertHas(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), () -> "expected '" + part + "' in: " + text);
    }
  }

  /** Copies fixtures into the test's folder; returns the first one. */
  final Path fixture(String... names) throws IOException {
    for (String name : names) {
      try (InputStream in = getClass().getResourceAsStream("/fixtures/formats/" + name)) {
        Path file = temp.resolve(name);
        Files.createDirectories(file.getParent());
        Files.copy(in, file);
      }
    }
    return temp.resolve(names[0]);
  }

  /** Returns a payload with an image header: flag 0 for one label. */
  static byte[] payload(long id, long id2, byte[] image, float... labels) {
    int header = ImageRecordHeader.bytes(labels.length);
    byte[] payload = new byte[header + image.length];
    ImageRecordHeader.write(payload, 0, id, id2, labels, labels.length);
    System.arraycopy(image, 0, payload, header, image.length);
    return payload;
  }

  /** Writes records, with an index of the ids of their headers. */
  final Path records(String name, byte[]... payloads) throws IOException {
    Path file = temp.resolve(name + ".rec");
    try (var writer =
        RecordFileWriter.create(
            conf(), LocalFiles.path(file), LocalFiles.path(temp.resolve(name + ".idx")))) {
      for (byte[] payload : payloads) {
        var header = new ImageRecordHeader();
        header.read(payload, 0, payload.length, 0);
        writer.write(header.id(), payload, 0, payload.length);
      }
    }
    return file;
  }

  static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Returns all files below a folder, by their names, except {@code _SUCCESS}. */
  static Map<String, byte[]> files(Path folder) throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (Stream<Path> all = Files.walk(folder)) {
      all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("_SUCCESS"))
          .forEach(
              file -> {
                try {
                  files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
    return files;
  }

  /** Returns the names in a folder, sorted, without checksum files. */
  static List<String> visible(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }

  static void assertSameFiles(Path expected, Path actual) throws IOException {
    Map<String, byte[]> wanted = files(expected);
    Map<String, byte[]> found = files(actual);
    assertEquals(wanted.keySet(), found.keySet());
    wanted.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }

  /** Checks that what was exported is packed to the records and the index it came from. */
  final void assertRoundTrip(Path records, Path exported, Object... options) throws IOException {
    Path packed = temp.resolve(exported.getFileName() + "-packed");
    Stream<Object> words = Stream.of("pack", "--shards", 1, exported, packed);
    ok(Stream.concat(words, Stream.of(options)).toArray());
    assertArrayEquals(
        Files.readAllBytes(records), Files.readAllBytes(packed.resolve("part-00000.rec")));
    String index = records.getFileName().toString().replace(".rec", ".idx");
    assertEquals(
        Files.readString(records.resolveSibling(index)),
        Files.readString(packed.resolve("part-00000.idx")));
  }
}
