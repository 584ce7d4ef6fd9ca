// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Base of the tests of export, on local files. */
abstract class ExportTestBase extends CommandTestBase {
  /** Copies fixtures into the test's folder; returns the first one. */
  final Path fixtures(String... names) throws IOException {
    for (String name : names) {
      write(name, Fixtures.bytes("/fixtures/formats/" + name));
    }
    return path(names[0]);
  }

  /** Runs a command line that must fail and leave no output. */
  final String refused(int code, String line, Object... arguments) {
    String err = fails(code, line, arguments);
    assertFalse(Files.exists(path("out")), "no output of a failure");
    return err;
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
    Path file = path(name + ".rec");
    try (var writer =
        RecordFileWriter.create(
            conf(), LocalFiles.path(file), LocalFiles.path(path(name + ".idx")))) {
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
          .filter(file -> !file.endsWith("_SUCCESS") && !file.toString().endsWith(".crc"))
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
  final void assertRoundTrip(Path records, Path exported, String options) throws IOException {
    Path packed = path(exported.getFileName() + "-packed");
    ok("pack --shards 1 {} {} " + options, exported, packed);
    assertSameRecords(records, packed);
  }

  /** Checks that the only shard of a folder, and its index, are a file and its index. */
  static void assertSameRecords(Path records, Path folder) throws IOException {
    assertArrayEquals(
        Files.readAllBytes(records), Files.readAllBytes(folder.resolve("part-00000.rec")));
    String index = records.getFileName().toString().replace(".rec", ".idx");
    assertEquals(
        Files.readString(records.resolveSibling(index)),
        Files.readString(folder.resolve("part-00000.idx")));
  }

  /** Copies {@code name.rec} and its index from the fixtures. */
  final Path images(String name) throws IOException {
    write(name + ".idx", Fixtures.bytes("/formats/" + name + ".idx"));
    return write(name + ".rec", Fixtures.bytes("/formats/" + name + ".rec"));
  }

  /** Writes payloads, and the index of their keys. */
  final Path keyed(String name, List<byte[]> payloads, long... keys) throws IOException {
    Path file = path(name + ".rec");
    var index = LocalFiles.path(path(name + ".idx"));
    try (var writer = RecordFileWriter.create(conf(), LocalFiles.path(file), index)) {
      for (int i = 0; i < payloads.size(); i++) {
        byte[] payload = payloads.get(i);
        writer.write(keys.length == 0 ? i : keys[i], payload, 0, payload.length);
      }
    }
    return file;
  }

  /** A payload with a header as im2rec.py writes it, and some bytes of image. */
  static byte[] record(long key, long id2, int image, float... labels) {
    int header = ImageRecordHeader.bytes(labels.length);
    byte[] payload = new byte[header + image];
    new Random(key).nextBytes(payload);
    ImageRecordHeader.write(payload, 0, key, id2, labels, labels.length);
    return payload;
  }

  /** A payload with a header of its own kind. */
  static byte[] odd(int flag, int labelBits, long key, int... labels) {
    var bytes = ByteBuffer.allocate(24 + 4 * labels.length + 5).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(flag).putInt(labelBits).putLong(key).putLong(0);
    for (int label : labels) {
      bytes.putInt(label);
    }
    return bytes.put(new byte[] {'B', 'M', 1, 2, 3}).array();
  }

  /** Records of all kinds of labels, and of keys up to the largest. */
  static List<byte[]> ofAllKinds(long id2) {
    var records = new ArrayList<byte[]>();
    records.add(record(0, id2, 100, 3));
    records.add(record(-1, 0, 7, 1, 2, 0.1f));
    records.add(record(Long.MAX_VALUE, id2, 0, 0.5f));
    records.add(record(Long.MIN_VALUE, 0, 512, Float.NaN));
    records.add(record(5, -id2, 511, -0.0f));
    records.add(record(5, 0, 513, Float.NEGATIVE_INFINITY, Float.NaN, -0.0f, 7.038531e-26f));
    records.add(record(6, 0, 30, -12));
    records.add(record(7, 0, 30, 0x1p24f));
    records.add(record(8, 0, 30, -0x1p62f));
    records.add(record(9, 0, 30, 0x1p63f));
    records.add(record(10, 0, 30, Float.MAX_VALUE));
    return records;
  }
}
