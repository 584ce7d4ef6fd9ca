// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.recordio.bytes.Excerpt;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.JsonProblem;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.schema.StoreField;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

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

  private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");

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
          .addMixIn(IdRanges.class, RangeList.class)
          .addModule(
              new SimpleModule()
                  .addSerializer(StoreField.class, ToStringSerializer.instance)
                  .addDeserializer(StoreField.class, new FieldReader()))
          .build();

  /** A set of ids is the list of its ranges. */
  private abstract static class RangeList {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    RangeList(List<IdRanges.Range> ranges) {}

    @JsonValue
    abstract List<IdRanges.Range> ranges();
  }

  /** A field as users write it. */
  private static final class FieldReader extends FromStringDeserializer<StoreField> {
    private static final long serialVersionUID = 1L;

    FieldReader() {
      super(StoreField.class);
    }

    @Override
    protected StoreField _deserialize(String text, DeserializationContext context) {
      return StoreField.parse(text);
    }
  }

  private ManifestJson() {}

  /** Returns the bytes of a manifest's file. */
  static byte[] write(Manifest manifest) {
    ObjectNode json = JSON.createObjectNode().put("version", VERSION);
    json.putArray("features");
    json.setAll((ObjectNode) JSON.valueToTree(manifest));
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
      ((ObjectNode) json).remove(List.of("version", "features", SealedText.NAME));
      Manifest manifest = JSON.treeToValue(json, Manifest.class);
      check(manifest);
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
    if (!json.path("features").isArray() && version.asInt() == VERSION) {
      throw damaged(file, 0, "no list of features");
    }
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

  /**
   * Checks what all manifests obey: names are names, numbers fit each other.
   *
   * @throws InvalidSettingException when something contradicts something else
   */
  private static void check(Manifest manifest) {
    id(manifest.store());
    id(manifest.commit());
    require(manifest.generation() >= 0, "a generation of " + manifest.generation());
    require(
        manifest.deleted() >= 0 && manifest.deleted() <= manifest.length(),
        manifest.deleted() + " of " + manifest.length() + " records are deleted");
    require(manifest.graceMillis() >= 0, "a grace of " + manifest.graceMillis() + " ms");
    require(manifest.chunkBytes() > 0, "chunks of " + manifest.chunkBytes() + " bytes");
    Set<Integer> groups = new HashSet<>();
    for (GroupEntry group : manifest.groups()) {
      require(
          group.number() >= 0 && group.number() < manifest.nextGroup(),
          "a group " + group.number() + " of " + manifest.nextGroup());
      require(groups.add(group.number()), "the group " + group.number() + " twice");
      rows(group.rows(), manifest.length());
    }
    Set<Integer> fields = new HashSet<>();
    for (FieldEntry field : manifest.fields()) {
      require(
          field.number() >= 0 && field.number() < manifest.nextField(),
          "a field " + field.number() + " of " + manifest.nextField());
      require(fields.add(field.number()), "the field " + field.number() + " twice");
      require(groups.contains(field.group()), "a field of no group: " + field.group());
      deltas(field.deltas(), manifest.length());
    }
    manifest.schema(); // has checks of its own
    deltas(manifest.deletions(), manifest.length());
    deltas(manifest.operation().deltas(), Long.MAX_VALUE); // ids may be of a longer store
  }

  private static void rows(List<RowsRef> rows, long length) {
    long end = 0;
    for (RowsRef ref : rows) {
      file(ref.file(), ref.bytes(), ref.count());
      require(
          ref.skip() >= 0 && ref.firstId() >= end && ref.count() <= length - ref.firstId(),
          "the rows " + ref + " after " + end + " of " + length);
      end = ref.endId();
    }
  }

  private static void deltas(List<DeltaRef> deltas, long length) {
    for (DeltaRef ref : deltas) {
      file(ref.file(), ref.bytes(), ref.count());
      require(
          ref.first() >= 0
              && ref.first() <= ref.last()
              && ref.first() < ref.end()
              && ref.first() < length,
          "the delta " + ref + " of " + length);
    }
  }

  private static void file(String name, long bytes, long count) {
    id(name);
    require(bytes > 0 && count > 0, "the table " + name + " of " + bytes + " bytes, " + count);
  }

  private static void id(String id) {
    require(ID.matcher(id).matches(), "'" + id + "' for 32 hexadecimal digits");
  }

  private static void require(boolean holds, String found) {
    if (!holds) {
      throw new InvalidSettingException(found);
    }
  }

  /** A JSON object whose last member is the CRC32C of all bytes before this member's name. */
  static final class SealedText {
    /** The member's name. */
    static final String NAME = "crc32c";

    private static final byte[] BEFORE = ascii("\"" + NAME + "\": \"");
    private static final byte[] AFTER = ascii("\"\n}\n");
    private static final int DIGITS = 8;
    private static final int LENGTH = BEFORE.length + DIGITS + AFTER.length;

    private SealedText() {}

    private static byte[] ascii(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns a text with its last member.
     *
     * @param text the object up to where the member's name begins
     */
    static byte[] seal(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      var sealed = new ByteArrayOutputStream(bytes.length + LENGTH);
      sealed.writeBytes(bytes);
      sealed.writeBytes(BEFORE);
      sealed.writeBytes(digits(bytes, bytes.length));
      sealed.writeBytes(AFTER);
      return sealed.toByteArray();
    }

    private static byte[] digits(byte[] bytes, int end) {
      var crc = new CRC32C();
      crc.update(bytes, 0, end);
      return ascii(HexFormat.of().toHexDigits((int) crc.getValue()));
    }

    /**
     * Checks a file.
     *
     * @param what what an error calls a file that is damaged
     * @param file its name, for messages
     * @return the offset of the last member's name
     */
    static int open(byte[] bytes, String what, String file) throws MalformedRecordException {
      int end = bytes.length - LENGTH;
      int digits = end + BEFORE.length;
      if (end < 0
          || !Arrays.equals(bytes, end, digits, BEFORE, 0, BEFORE.length)
          || !Arrays.equals(bytes, digits + DIGITS, bytes.length, AFTER, 0, AFTER.length)) {
        throw new MalformedRecordException(
            what,
            file,
            Math.max(0, end),
            -1,
            "the member " + NAME + " at the end",
            end < 0 ? bytes.length + " bytes in all" : "something else");
      }
      byte[] expected = digits(bytes, end);
      if (!Arrays.equals(bytes, digits, digits + DIGITS, expected, 0, DIGITS)) {
        throw new MalformedRecordException(
            what,
            file,
            end,
            -1,
            "the CRC32C " + Excerpt.of(expected, 0, DIGITS),
            Excerpt.of(bytes, digits, digits + DIGITS));
      }
      return end;
    }
  }
}
