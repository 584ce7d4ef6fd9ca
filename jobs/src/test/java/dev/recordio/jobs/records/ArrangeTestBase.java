// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.testing.JobTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Jobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Base of the tests of commands that put records in another order or in other files. */
public abstract class ArrangeTestBase extends JobTestBase {
  static final String SKIP = "recordio.input.corrupt-record.policy=skip";
  static final String MAX_SPLIT = "mapreduce.input.fileinputformat.split.maxsize=";

  /** Runs a command line that must fail and leave no output. */
  final String fails(int code, String line, Object... arguments) throws IOException {
    Recordio run = run(line, arguments).ended(code);
    assertFalse(fs().exists(path("out")), "no output of what failed");
    return run.err();
  }

  final String input(String fixture) throws IOException {
    return write(fixture.substring(fixture.lastIndexOf('/') + 1), Fixtures.bytes(fixture))
        .toString();
  }

  final String out(String name) throws IOException {
    return path(name).toString();
  }

  /** Returns a digest of the bytes of each record of a file, as framed. */
  final List<String> framed(Path file) throws IOException {
    var records = new ArrayList<String>();
    var key = new LongWritable();
    var value = new BytesWritable();
    var range = List.of(new InputRange(file, 0, Long.MAX_VALUE));
    try (var reader = new RecordSplitReader(conf(), range, DamageTracker.failing())) {
      while (reader.nextFramed(key, value)) {
        records.add(Fixtures.sha256(value.getBytes(), 0, value.getLength()));
      }
    }
    return records;
  }

  final Path shard(String folder, int shard, String suffix) throws IOException {
    return path(folder + String.format("/part-%05d%s", shard, suffix));
  }

  /** Returns the unpacked texts of the shards of a folder. */
  final List<String> texts(String folder, String suffix) throws IOException {
    var texts = new ArrayList<String>();
    for (int i = 0; fs().exists(shard(folder, i, suffix)); i++) {
      Path file = shard(folder, i, suffix);
      var codec = new CompressionCodecFactory(conf()).getCodec(file);
      byte[] bytes;
      if (codec == null) {
        bytes = read(file);
      } else {
        try (var in = codec.createInputStream(fs().open(file))) {
          bytes = in.readAllBytes();
        }
      }
      texts.add(new String(bytes, StandardCharsets.UTF_8));
    }
    return texts;
  }

  /** Returns the records of all shards of a folder, shard after shard. */
  final List<List<String>> shards(String folder) throws IOException {
    var shards = new ArrayList<List<String>>();
    while (fs().exists(shard(folder, shards.size(), ".rec"))) {
      shards.add(framed(shard(folder, shards.size(), ".rec")));
    }
    return shards;
  }

  static List<String> all(List<List<String>> shards) {
    return shards.stream().flatMap(List::stream).toList();
  }

  static List<Integer> sizes(List<List<String>> shards) {
    return shards.stream().map(List::size).toList();
  }

  final byte[] end2end(String folder) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; fs().exists(shard(folder, i, ".rec")); i++) {
      bytes.writeBytes(read(shard(folder, i, ".rec")));
    }
    return bytes.toByteArray();
  }

  final void assertSameFiles(String expected, String actual) throws IOException {
    List<String> names = Jobs.names(fs(), path(expected));
    assertTrue(names.contains("part-00000.idx") && names.contains("part-00000.ridx"));
    assertEquals(names, Jobs.names(fs(), path(actual)));
    for (String name : names) {
      assertArrayEquals(read(path(expected + "/" + name)), read(path(actual + "/" + name)), name);
    }
  }

  /** Writes {@code count} records, each with its number and some more bytes. */
  final Path numbered(String name, int from, int count) throws IOException {
    Path file = path(name);
    var payload = new byte[40];
    try (var writer = RecordFileWriter.create(conf(), file, null)) {
      for (int i = from; i < from + count; i++) {
        ImageRecordHeader.write(payload, 0, i, 0, new float[] {i % 10}, 1);
        writer.write(i, payload, 0, ImageRecordHeader.bytes(1) + i % 3);
      }
    }
    return file;
  }
}
