// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.mosaic;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.SampleJson;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.fs.stream.Files;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** The {@code index.json} of a data set of MDS: its shards, with what they hold. */
public final class MdsIndex {
  public static final String NAME = "index.json";

  private static final String CONFIG = "its config";
  private static final String FORMAT = "mds";
  private static final int VERSION = 2;

  /** The first shard's format is looked for in so many bytes. */
  private static final int HEAD_BYTES = 1 << 16;

  private static final long MAX_BYTES = 1L << 28;
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * A shard.
   *
   * @param name of the file, from the index's folder
   * @param bytes of the file
   * @param compression of another file that it may have to be unpacked from; else empty
   */
  public record Shard(
      String name, long bytes, long samples, String compression, MdsSchema schema) {}

  private final Path file;
  private final Map<MdsSchema, MdsSchema> schemas = new HashMap<>();

  private MdsIndex(Path file) {
    this.file = file;
  }

  /** Returns the index that a folder has; null when it has none, or none that can be seen. */
  public static FileStatus of(FileSystem fs, Path folder) throws IOException {
    try {
      FileStatus file = fs.getFileStatus(new Path(folder, NAME));
      return isIndex(fs, file) ? file : null;
    } catch (FileNotFoundException | AccessControlException | AccessDeniedException e) {
      return null; // the walk through the folder reports what it can't read
    }
  }

  /** Whether a file is an index, by its name and the format of its first shard. */
  public static boolean isIndex(FileSystem fs, FileStatus file) throws IOException {
    if (!file.isFile() || !file.getPath().getName().equals(NAME)) {
      return false;
    }
    byte[] head = new byte[(int) Math.min(HEAD_BYTES, file.getLen())];
    try (FSDataInputStream in = Files.open(fs, file, Files.Reading.RANDOM)) {
      in.readFully(0, head);
    }
    try (JsonParser parser = JSON.createParser(head)) {
      return FORMAT.equals(firstFormat(parser));
    } catch (JsonProcessingException e) {
      return false; // no JSON, or not this one so far
    }
  }

  /** Returns the format of the first shard; null when there is none. */
  private static String firstFormat(JsonParser json) throws IOException {
    return json.nextToken() == JsonToken.START_OBJECT
            && isAt(json, "shards")
            && json.nextToken() == JsonToken.START_ARRAY
            && json.nextToken() == JsonToken.START_OBJECT
            && isAt(json, "format")
        ? json.nextTextValue()
        : null;
  }

  /** Advances to the value of a field of the current object. */
  private static boolean isAt(JsonParser json, String field) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      if (json.currentName().equals(field)) {
        return true;
      }
      json.nextToken();
      json.skipChildren();
    }
    return false;
  }

  /**
   * Reads an index.
   *
   * @throws UnfitInputException when it is none
   */
  public static List<Shard> read(FileSystem fs, FileStatus file) throws IOException {
    var index = new MdsIndex(file.getPath());
    if (file.getLen() > MAX_BYTES) {
      throw index.bad("", "at most " + MAX_BYTES + " bytes", file.getLen() + " bytes");
    }
    byte[] bytes = Files.readAll(fs, file.getPath());
    return index.shards(index.json("", bytes, 0, bytes.length));
  }

  /**
   * Returns the columns that a shard has in its own config.
   *
   * @param shard its file, for errors
   */
  public static MdsSchema schema(Path shard, byte[] config, int from, int count)
      throws UnfitInputException {
    var index = new MdsIndex(shard);
    return index.schema(CONFIG, index.json(CONFIG, config, from, count));
  }

  private JsonNode json(String place, byte[] json, int from, int count) throws UnfitInputException {
    try {
      return SampleJson.parse(json, from, count, 0);
    } catch (MalformedRecordException e) {
      throw bad(place, e.expected(), e.found());
    }
  }

  private List<Shard> shards(JsonNode json) throws UnfitInputException {
    JsonNode listed = json.path("shards");
    if (!listed.isArray()) {
      throw bad("shards", "an array", listed);
    }
    if (json.path("version").asInt() != VERSION) {
      throw bad("version", "" + VERSION, json.path("version"));
    }
    var shards = new ArrayList<Shard>(listed.size());
    for (int i = 0; i < listed.size(); i++) {
      shards.add(shard("shards[" + i + "]", listed.get(i)));
    }
    return shards;
  }

  private Shard shard(String place, JsonNode shard) throws UnfitInputException {
    if (!FORMAT.equals(shard.path("format").textValue())) {
      throw bad(place + ".format", "\"" + FORMAT + "\"", shard.path("format"));
    }
    JsonNode raw = shard.path("raw_data");
    JsonNode name = raw.path("basename");
    if (!name.isTextual() || !isBelow(name.textValue())) {
      throw bad(place + ".raw_data.basename", "a file in the index's folder or below it", name);
    }
    JsonNode compression = shard.path("compression");
    return new Shard(
        name.textValue(),
        count(place + ".raw_data.bytes", raw.path("bytes")),
        count(place + ".samples", shard.path("samples")),
        compression.isTextual() ? compression.textValue() : "",
        schema(place, shard));
  }

  /** Whether a relative path stays in its folder. */
  private static boolean isBelow(String name) {
    for (String part : name.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf(':') >= 0) {
        return false;
      }
    }
    return true;
  }

  private long count(String place, JsonNode number) throws UnfitInputException {
    if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
      throw bad(place, "a whole number from 0", number);
    }
    return number.longValue();
  }

  private MdsSchema schema(String place, JsonNode shard) throws UnfitInputException {
    JsonNode names = shard.path("column_names");
    JsonNode encodings = shard.path("column_encodings");
    JsonNode sizes = shard.path("column_sizes");
    int count = names.size();
    if (count == 0 || encodings.size() != count || sizes.size() != count) {
      throw bad(
          place,
          "column_names, column_encodings and column_sizes of one length",
          count + ", " + encodings.size() + " and " + sizes.size());
    }
    var columns = new ArrayList<MdsSchema.Column>(count);
    var distinct = new HashSet<String>();
    for (int i = 0; i < count; i++) {
      String column = place + ".column_names[" + i + "]";
      if (!names.path(i).isTextual() || !distinct.add(names.path(i).textValue())) {
        throw bad(column, "a name that no other column has", names.path(i));
      }
      columns.add(column(column, names.path(i), encodings.path(i), sizes.path(i)));
    }
    return schemas.computeIfAbsent(new MdsSchema(List.copyOf(columns)), schema -> schema);
  }

  private MdsSchema.Column column(String place, JsonNode name, JsonNode encoding, JsonNode size)
      throws UnfitInputException {
    if (!encoding.isTextual()) {
      throw bad(place, "an encoding", encoding);
    }
    boolean variable = size.isNull();
    if (!variable && !(size.isInt() && size.intValue() >= 0)) {
      throw bad(place, "a size in bytes, or null", size);
    }
    int bytes = variable ? MdsSchema.Column.VARIABLE : size.intValue();
    var column = new MdsSchema.Column(name.textValue(), encoding.textValue(), bytes);
    if (column.isPickle()) {
      throw bad(
          place,
          "no encoding pkl, whose values run code when they are read: write '"
              + column.name()
              + "' with another encoding",
          encoding);
    }
    MdsNumber number = MdsNumber.of(column.encoding());
    if (number != null && number.bytes() != bytes) {
      throw bad(
          place, "the size " + number.bytes() + " of the encoding " + column.encoding(), size);
    }
    return column;
  }

  private UnfitInputException bad(String place, String expected, JsonNode found) {
    return bad(place, expected, found.isMissingNode() ? "nothing" : found.toString());
  }

  private UnfitInputException bad(String place, String expected, String found) {
    return new UnfitInputException(
        "malformed MDS index: "
            + file
            + (place.isEmpty() ? "" : ", " + place)
            + ": expected "
            + expected
            + ", found "
            + found);
  }
}
