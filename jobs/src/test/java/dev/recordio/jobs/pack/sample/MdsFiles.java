// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A data set of MDS, written by code of its own; its index can be changed before it is written. */
public final class MdsFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A column: a size of -1 is in the samples. */
  private record Column(String name, String encoding, int size) {}

  private final Path folder;
  private final List<Column> columns = new ArrayList<>();
  private final List<byte[][]> samples = new ArrayList<>();
  private final ObjectNode index = JSON.createObjectNode();
  private int shards;

  /** Makes a data set without shards. */
  public MdsFiles(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    index.putArray("shards");
    index.put("version", 2);
  }

  /** Adds a column whose sizes are in the samples. */
  public MdsFiles column(String name, String encoding) {
    return column(name, encoding, -1);
  }

  /** Adds a column. */
  public MdsFiles column(String name, String encoding, int size) {
    columns.add(new Column(name, encoding, size));
    return this;
  }

  /** Adds a sample to the next shard. */
  public MdsFiles sample(byte[]... values) {
    samples.add(values);
    return this;
  }

  /** Returns a number as little-endian bytes. */
  public static byte[] number(long value, int bytes) {
    ByteBuffer all = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
    return java.util.Arrays.copyOf(all.array(), bytes);
  }

  /** Returns text as UTF-8. */
  public static byte[] text(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the samples so far as a shard; returns its entry in the index. */
  public ObjectNode shard() throws IOException {
    String name = String.format("shard.%05d.mds", shards++);
    ObjectNode entry = config();
    byte[] config = JSON.writeValueAsBytes(entry);
    var values = new ByteArrayOutputStream();
    ByteBuffer head = ByteBuffer.allocate(4 * (samples.size() + 2)).order(ByteOrder.LITTLE_ENDIAN);
    int start = head.capacity() + config.length;
    head.putInt(samples.size()).putInt(start);
    for (byte[][] sample : samples) {
      for (int i = 0; i < sample.length; i++) {
        if (columns.get(i).size < 0) {
          values.writeBytes(number(sample[i].length, 4));
        }
      }
      for (byte[] value : sample) {
        values.writeBytes(value);
      }
      head.putInt(start + values.size());
    }
    try (var out = Files.newOutputStream(folder.resolve(name))) {
      out.write(head.array());
      out.write(config);
      values.writeTo(out);
    }
    entry.put("samples", samples.size());
    ObjectNode raw = entry.putObject("raw_data");
    raw.put("basename", name).put("bytes", start + values.size()).putObject("hashes");
    entry.putNull("zip_data");
    ((ArrayNode) index.get("shards")).add(entry);
    samples.clear();
    return entry;
  }

  private ObjectNode config() {
    ObjectNode config = JSON.createObjectNode();
    ArrayNode encodings = config.putArray("column_encodings");
    ArrayNode names = config.putArray("column_names");
    ArrayNode sizes = config.putArray("column_sizes");
    for (Column column : columns) {
      encodings.add(column.encoding);
      names.add(column.name);
      sizes.add(column.size < 0 ? null : Integer.valueOf(column.size));
    }
    config.putNull("compression").put("format", "mds").putArray("hashes");
    return config.put("size_limit", 1 << 26).put("version", 2);
  }

  /** Returns the index, which is not yet written. */
  public ObjectNode index() {
    return index;
  }

  /** Writes the index; returns the folder. */
  public Path write() throws IOException {
    Files.write(folder.resolve("index.json"), JSON.writeValueAsBytes(index));
    return folder;
  }
}
