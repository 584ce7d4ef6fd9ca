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
public record MdsSchema(List<Column> columns) {
  /** What writers say about the size of shards by default; readers do not use it. */
  private static final int SIZE_LIMIT = 1 << 26;

  private static final int VERSION = 2;

  /** Makes a schema for writing: columns are in the order of their names. */
  public static MdsSchema sorted(Column... columns) {
    return new MdsSchema(
        Arrays.stream(columns).sorted(Comparator.comparing(Column::name)).toList());
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
    return (int) columns.stream().filter(Column::isVariable).count();
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

  private String list(Function<Column, String> text) {
    return columns.stream().map(text).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String quoted(String name) {
    if (!name.matches("[a-z0-9_:]+")) {
      throw new IllegalArgumentException("not a name that needs no escapes: " + name);
    }
    return '"' + name + '"';
  }

  /**
   * A column of MDS.
   *
   * @param name its name
   * @param encoding its encoding: {@code bytes}, {@code jpeg}, {@code uint64} and so on
   * @param bytes of each value; {@link #VARIABLE} where samples have its size
   */
  public record Column(String name, String encoding, int bytes) {
    /** Values have sizes of their own. */
    public static final int VARIABLE = -1;

    /** The encoding of arrays of float32. */
    public static final String FLOATS = "ndarray:float32";

    /** Makes a column whose encoding has a fixed width only if it is a number. */
    public static Column of(String name, String encoding) {
      MdsNumber number = MdsNumber.of(encoding);
      return new Column(name, encoding, number == null ? VARIABLE : number.bytes());
    }

    /** Whether the size of a value is in its sample. */
    public boolean isVariable() {
      return bytes == VARIABLE;
    }

    /** Whether the values are the bytes of files, such as images. */
    public boolean isFile() {
      return switch (encoding) {
        case "bytes", "jpeg", "png" -> isVariable();
        default -> false;
      };
    }

    /** Whether values are pickled objects of Python, which run code when they are read. */
    public boolean isPickle() {
      return encoding.equals("pkl");
    }

    /** Returns the type of the values; null when they are no numbers of fixed width. */
    public MdsNumber number() {
      MdsNumber number = MdsNumber.of(encoding);
      return number != null && number.bytes() == bytes ? number : null;
    }

    /** Returns the type of the items where values are arrays of numbers; else null. */
    public MdsNumber items() {
      String type = encoding.startsWith("ndarray:") ? encoding.substring("ndarray:".length()) : "";
      return isVariable() && !type.equals("int") ? MdsNumber.of(type) : null;
    }
  }
}
