// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.SampleJson;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What {@code meta.json} of a zrecord says.
 *
 * @param writePositions of each chunk that is not full, the offset after its last record
 */
record ZrecordMeta(
    long length, long chunks, Map<Long, Long> writePositions, List<ZrecordMeta.Field> fields) {
  static final String FILE = "meta.json";

  private static final Map<String, String> TYPES =
      Map.of("i32", "<i4", "i64", "<i8", "f16", "<f2", "f32", "<f4", "f64", "<f8");

  private static final int UNFULL_NUMBERS = 3;

  /**
   * A field.
   *
   * @param item NumPy's type of an item
   * @param deflated whether each record is deflated, without a header of zlib
   */
  record Field(String name, String item, boolean deflated) {}

  static ZrecordMeta read(FileSystem fs, Path folder) throws IOException {
    var file = new Path(folder, FILE);
    JsonNode meta;
    try {
      byte[] json = Files.readAll(fs, file);
      meta = SampleJson.parse(json, 0, json.length, 0);
    } catch (FileNotFoundException e) {
      FileStatus[] shards = fs.globStatus(new Path(folder, "*.ar"));
      if (shards != null && shards.length > 0) {
        throw arrayRecord(folder);
      }
      throw e;
    } catch (MalformedRecordException e) {
      throw new BadInputException("no JSON: " + file + ": " + e.found(), e);
    }
    if (meta.has("blocks") && !meta.has("fields")) {
      throw arrayRecord(folder);
    }
    return new Parser(file).meta(meta);
  }

  private static BadInputException arrayRecord(Path folder) {
    return new BadInputException(
        folder
            + " holds ArrayRecord shards (.ar), as loaderx's converter writes them, not zrecord's"
            + " chunks: nothing on the JVM reads them; read them in Python, and write each array"
            + " with numpy.save",
        null);
  }

  /** Finds values in the file, which errors name. */
  private record Parser(Path file) {
    ZrecordMeta meta(JsonNode meta) throws BadInputException {
      JsonNode chunks = need(meta, "chunks", meta.get("chunks"));
      if (chunks.isArray()) {
        if (chunks.size() != 1) {
          throw wrong("chunks, an object or a list of one", chunks);
        }
        chunks = chunks.get(0);
      }
      long count = number(chunks, "num");
      var positions = new HashMap<Long, Long>();
      JsonNode unfull = chunks.get("unfull");
      if (unfull != null && !unfull.isArray()) {
        throw wrong("unfull, a list", unfull);
      }
      for (JsonNode chunk : unfull == null ? List.<JsonNode>of() : unfull) {
        boolean list = chunk.isArray() && chunk.size() == UNFULL_NUMBERS;
        long id = list ? number(chunk.get(0), chunk) : number(chunk, "chunkid");
        long position = list ? number(chunk.get(1), chunk) : number(chunk, "write_pos");
        if (id >= count || positions.put(id, position) != null) {
          throw wrong("unfull chunks of their own, from 0 to " + (count - 1), chunk);
        }
      }
      return new ZrecordMeta(number(meta, "length"), count, positions, fields(meta));
    }

    private List<Field> fields(JsonNode meta) throws BadInputException {
      JsonNode fields = need(meta, "fields", meta.get("fields"));
      var found = new ArrayList<Field>();
      for (JsonNode field : fields) {
        String name = field.path("name").asText("");
        String item = TYPES.get(field.path("dtype").asText());
        String compress = field.path("compress").asText();
        boolean flate = compress.equals("flate");
        boolean known = !name.isEmpty() && item != null && (flate || compress.equals("raw"));
        if (!known || found.stream().anyMatch(other -> other.name.equals(name))) {
          throw wrong(
              "fields of a name of their own, a dtype of i32, i64, f16, f32 or f64, and compress"
                  + " of raw or flate",
              field);
        }
        found.add(new Field(name, item, flate));
      }
      return found;
    }

    private long number(JsonNode object, String name) throws BadInputException {
      return number(need(object, name, object.get(name)), object);
    }

    private long number(JsonNode number, JsonNode within) throws BadInputException {
      if (!number.canConvertToLong() || !number.isIntegralNumber() || number.asLong() < 0) {
        throw wrong("a whole number from 0", within);
      }
      return number.asLong();
    }

    private JsonNode need(JsonNode object, String name, JsonNode value) throws BadInputException {
      if (value == null) {
        throw wrong("'" + name + "'", object);
      }
      return value;
    }

    private BadInputException wrong(String expected, JsonNode found) {
      String text = found.toString();
      String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
      return new BadInputException(
          "not what zrecord writes: " + file + ": expected " + expected + ", found " + shown, null);
    }
  }
}
