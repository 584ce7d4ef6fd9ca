// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.JsonProblem;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.FieldType;
import dev.recordio.store.schema.StoreField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A manifest as JSON: an object whose first members are {@code version} and {@code features}, which
 * a reader must know all of, and whose last one is {@code crc32c}.
 *
 * <p>The file is UTF-8 and ends with {@code "crc32c": "} and 8 hexadecimal digits in lower case and
 * {@code "}, a line feed, <code>}</code> and a line feed. The digits are the CRC32C of all bytes of
 * the file before the quotation mark that begins this member's name. Versions to come keep this
 * end, and the first member.
 */
final class ManifestJson {
  /** The version that is written, and read. */
  static final int VERSION = 1;

  private static final String WHAT = "damaged manifest";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  /**
   * A manifest as it is written.
   *
   * @param version {@link #VERSION}
   * @param features what a reader must know besides; none so far
   */
  private record Text(
      int version,
      List<String> features,
      String store,
      long generation,
      String commit,
      long time,
      Operation operation,
      long length,
      long deleted,
      long chunkBytes,
      long graceMillis,
      int nextField,
      int nextGroup,
      List<Field> fields,
      List<GroupEntry> groups,
      List<DeltaRef> deletions,
      List<LedgerRef> ledgers,
      Totals totals) {
    Text {
      // A null in a list is found here, while it is read.
      features = List.copyOf(features);
      fields = List.copyOf(fields);
      groups = List.copyOf(groups);
      deletions = List.copyOf(deletions);
      ledgers = List.copyOf(ledgers);
    }
  }

  /** A field as it is written: its type as users write it. */
  private record Field(
      String name, int number, String type, String codec, int group, List<DeltaRef> deltas) {
    Field {
      deltas = List.copyOf(deltas);
    }

    static Field of(FieldEntry entry) {
      StoreField field = entry.field();
      return new Field(
          field.name(),
          entry.number(),
          field.type().toString(),
          field.codec().toString(),
          entry.group(),
          entry.deltas());
    }

    FieldEntry entry() {
      FieldCodec known = FieldCodec.of(codec);
      if (known == null) {
        throw new InvalidSettingException("field " + name + " has the codec " + codec);
      }
      return new FieldEntry(
          number, new StoreField(name, FieldType.parse(type), known), group, deltas);
    }
  }

  private ManifestJson() {}

  /** Returns the bytes of a manifest's file. */
  static byte[] write(Manifest manifest) {
    ObjectNode json = JSON.valueToTree(text(manifest));
    var text = new StringBuilder("{\n");
    json.fields()
        .forEachRemaining(
            member -> {
              text.append("  \"").append(member.getKey()).append("\": ");
              value(member.getValue(), text);
              text.append(",\n");
            });
    return SealedText.seal(text.append("  ").toString());
  }

  /** A list of objects takes a line for each. */
  private static void value(JsonNode value, StringBuilder text) {
    if (value instanceof ArrayNode list && !list.isEmpty() && list.get(0).isObject()) {
      String separator = "[\n    ";
      for (JsonNode item : list) {
        text.append(separator).append(item);
        separator = ",\n    ";
      }
      text.append("\n  ]");
    } else {
      text.append(value);
    }
  }

  private static Text text(Manifest manifest) {
    return new Text(
        VERSION,
        List.of(),
        manifest.store(),
        manifest.generation(),
        manifest.commit(),
        manifest.time(),
        manifest.operation(),
        manifest.length(),
        manifest.deleted(),
        manifest.chunkBytes(),
        manifest.graceMillis(),
        manifest.nextField(),
        manifest.nextGroup(),
        manifest.fields().stream().map(Field::of).toList(),
        manifest.groups(),
        manifest.deletions(),
        manifest.ledgers(),
        manifest.totals());
  }

  /**
   * Reads a manifest's file.
   *
   * @param file its name, for messages
   * @throws MalformedRecordException when it is damaged, or of a version or with a feature that is
   *     not known here
   */
  static Manifest read(byte[] bytes, String file) throws MalformedRecordException {
    int end = SealedText.open(bytes, WHAT, file);
    try {
      JsonNode json = JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
      requireKnown(json, file);
      ((ObjectNode) json).remove(SealedText.NAME);
      Manifest manifest = manifest(JSON.treeToValue(json, Text.class));
      ManifestCheck.check(manifest);
      return manifest;
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getCharOffset());
      throw damaged(file, Math.min(at, end), JsonProblem.of(e));
    } catch (InvalidSettingException e) {
      throw damaged(file, 0, e.getMessage());
    }
  }

  private static MalformedRecordException damaged(String file, long offset, String found) {
    String line = found.lines().findFirst().orElse("nothing");
    return new MalformedRecordException(
        WHAT, file, offset, -1, "the members of version " + VERSION, line);
  }

  private static void requireKnown(JsonNode json, String file) throws MalformedRecordException {
    JsonNode version = json.path("version");
    var unknown = new ArrayList<String>();
    json.path("features").forEach(feature -> unknown.add(feature.asText()));
    if (!version.isInt() || version.asInt() != VERSION) {
      throw newer(file, "version " + VERSION, "version " + version);
    }
    if (!unknown.isEmpty()) {
      throw newer(file, "no features", "the features " + String.join(", ", unknown));
    }
  }

  private static MalformedRecordException newer(String file, String expected, String found) {
    return new MalformedRecordException(
        "manifest of another version of this software", file, 0, -1, expected, found);
  }

  private static Manifest manifest(Text text) {
    return new Manifest(
        text.store(),
        text.generation(),
        text.commit(),
        text.time(),
        text.operation(),
        text.length(),
        text.deleted(),
        text.chunkBytes(),
        text.graceMillis(),
        text.nextField(),
        text.nextGroup(),
        text.fields().stream().map(Field::entry).toList(),
        text.groups(),
        text.deletions(),
        text.ledgers(),
        text.totals());
  }
}
