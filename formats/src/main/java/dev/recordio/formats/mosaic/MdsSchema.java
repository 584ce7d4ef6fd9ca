// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The columns of MDS' shards, and the JSON about them that writers put into each shard and into
 * {@code index.json}, as Python's {@code json.dumps(sort_keys=True)} forms it.
 *
 * @param columns in the order that samples have them
 */
public record MdsSchema(List<MdsColumn> columns) {
  /** What writers say about the size of shards by default; readers do not use it. */
  private static final int SIZE_LIMIT = 1 << 26;

  private static final int VERSION = 2;

  /** Makes a schema for writing: columns are in the order of their names. */
  public static MdsSchema sorted(MdsColumn... columns) {
    return new MdsSchema(
        Arrays.stream(columns).sorted(Comparator.comparing(MdsColumn::name)).toList());
  }

  /** Returns the index of a column; -1 when there is none of that name. */
  public int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number of columns whose values have sizes of their own. */
  public int variable() {
    return (int) columns.stream().filter(MdsColumn::isVariable).count();
  }

  /** Returns what each shard has about itself, between its offsets and its samples. */
  public byte[] config() {
    return json("", "", "").getBytes(US_ASCII);
  }

  /**
   * Returns what {@code index.json} has about a shard.
   *
   * @param file its name
   * @param bytes of the file
   */
  public String entry(String file, long bytes, long samples) {
    return json(
        "\"raw_data\": {\"basename\": \""
            + file
            + "\", \"bytes\": "
            + bytes
            + ", \"hashes\": {}}, ",
        "\"samples\": " + samples + ", ",
        ", \"zip_data\": null");
  }

  /** Returns {@code index.json}. */
  public static String index(List<String> entries) {
    return "{\"shards\": [" + String.join(", ", entries) + "], \"version\": " + VERSION + "}";
  }

  /** The names of keys are in alphabetical order. */
  private String json(String rawData, String samples, String zipData) {
    String encodings = list(column -> quoted(column.encoding()));
    String names = list(column -> quoted(column.name()));
    String sizes = list(column -> column.isVariable() ? "null" : "" + column.bytes());
    return "{\"column_encodings\": "
        + encodings
        + ", \"column_names\": "
        + names
        + ", \"column_sizes\": "
        + sizes
        + ", \"compression\": null, \"format\": \"mds\", \"hashes\": [], "
        + rawData
        + samples
        + "\"size_limit\": "
        + SIZE_LIMIT
        + ", \"version\": "
        + VERSION
        + zipData
        + "}";
  }

  private String list(Function<MdsColumn, String> text) {
    return columns.stream().map(text).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String quoted(String name) {
    if (!name.matches("[a-z0-9_:]+")) {
      throw new IllegalArgumentException("not a name that needs no escapes: " + name);
    }
    return '"' + name + '"';
  }
}
