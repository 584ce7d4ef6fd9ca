// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Runs exports, and packs that read them back, below a folder. */
final class Exports {
  private final Path folder;

  Exports(Path folder) {
    this.folder = folder;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  private Configuration conf() {
    return LocalJobs.conf(folder.resolve("tmp"));
  }

  /**
   * Runs a command that must succeed, on paths below the folder where an argument begins with @.
   */
  Recordio ok(String... args) {
    Recordio run = run(args);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  /** Runs a command that must fail and leave no output. */
  String fails(int code, String... args) {
    Recordio run = run(args);
    assertEquals(code, run.code(), run.err());
    assertFalse(Files.exists(path(args[args.length - 1].substring(1))), "no output of a failure");
    return run.err();
  }

  Recordio run(String... args) {
    String[] full =
        Stream.of(args)
            .map(arg -> arg.startsWith("@") ? path(arg.substring(1)).toString() : arg)
            .toArray(String[]::new);
    return Recordio.run(conf(), full);
  }

  byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(path(name));
  }

  String text(String name) throws IOException {
    return Files.readString(path(name));
  }

  void write(String name, byte[] bytes) throws IOException {
    Files.write(path(name), bytes);
  }

  void assertSame(String expected, String actual) throws IOException {
    assertArrayEquals(bytes(expected), bytes(actual), actual + " is " + expected);
  }

  /**
   * Returns the files of a folder, and of folders in it, without markers and Hadoop's checksums.
   */
  Map<String, byte[]> files(String name) throws IOException {
    var files = new TreeMap<String, byte[]>();
    try (Stream<Path> all = Files.walk(path(name))) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String relative = path(name).relativize(file).toString();
        if (!relative.endsWith(".crc") && !relative.equals("_SUCCESS")) {
          files.put(relative, Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  static byte[] fixture(String name) throws IOException {
    try (InputStream in = Exports.class.getResourceAsStream("/formats/" + name)) {
      return in.readAllBytes();
    }
  }

  /** Copies {@code name.rec} and its index from the fixtures. */
  void images(String name) throws IOException {
    write(name + ".rec", fixture(name + ".rec"));
    write(name + ".idx", fixture(name + ".idx"));
  }

  /** Writes payloads, and the index of their keys. */
  void records(String name, List<byte[]> payloads, long... keys) throws IOException {
    var target = new org.apache.hadoop.fs.Path(LocalFiles.path(folder), name);
    var index =
        new org.apache.hadoop.fs.Path(LocalFiles.path(folder), name.replace(".rec", ".idx"));
    try (var writer = RecordFileWriter.create(conf(), target, index)) {
      for (int i = 0; i < payloads.size(); i++) {
        byte[] payload = payloads.get(i);
        writer.write(keys.length == 0 ? i : keys[i], payload, 0, payload.length);
      }
    }
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
