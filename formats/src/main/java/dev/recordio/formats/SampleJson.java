// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.recordio.bytes.MalformedRecordException;
import java.io.CharConversionException;
import java.io.IOException;
import java.math.BigInteger;

/**
 * The fields of a sample that are JSON. Labels are numbers, or {@code "NaN"}, {@code "Infinity"},
 * {@code "-Infinity"}: JSON has no such numbers, so they are written as strings.
 */
public final class SampleJson {
  private static final ObjectMapper TREES =
      new ObjectMapper()
          .enable(JsonParser.Feature.ALLOW_NON_NUMERIC_NUMBERS) // Python writes NaN as it is
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private static final String WHAT = "malformed sample";
  private static final int MAX_SHOWN = 40;

  private SampleJson() {}

  /**
   * Reads JSON.
   *
   * @param offset of its first byte in the file, for errors
   * @throws MalformedRecordException without the file's name, when it is no JSON
   */
  public static JsonNode parse(byte[] json, int from, int count, long offset)
      throws MalformedRecordException {
    String found;
    IOException cause = null;
    try {
      JsonNode tree = TREES.readTree(json, from, count);
      if (!tree.isMissingNode()) {
        return tree;
      }
      found = "nothing";
    } catch (JsonProcessingException e) {
      found = e.getOriginalMessage();
      cause = e;
    } catch (CharConversionException e) {
      found = e.getMessage(); // taken for another encoding
      cause = e;
    } catch (IOException e) {
      throw new IllegalStateException(e); // the bytes are in memory
    }
    var malformed = new MalformedRecordException(WHAT, null, offset, -1, "JSON", found);
    malformed.initCause(cause);
    throw malformed;
  }

  /** Returns a text as JSON, in quotation marks. */
  public static String quoted(String text) {
    return TextNode.valueOf(text).toString();
  }

  /**
   * Returns a field by its name as users write it, in which dots separate the names of objects from
   * the names in them: {@code meta.label}. A name may have dots itself: the shortest object that
   * leads to a field is taken, after the whole name.
   *
   * @return null when there is none, or it is null
   */
  public static JsonNode find(JsonNode json, String path) {
    JsonNode found = descend(json, path);
    return found == null || found.isNull() ? null : found;
  }

  private static JsonNode descend(JsonNode json, String path) {
    JsonNode found = json.get(path);
    for (int dot = path.indexOf('.'); found == null && dot >= 0; dot = path.indexOf('.', dot + 1)) {
      JsonNode inner = json.get(path.substring(0, dot));
      found = inner == null ? null : descend(inner, path.substring(dot + 1));
    }
    return found;
  }

  /**
   * Adds the label, or the labels, that a field has: a number, or an array of them.
   *
   * @param name of the field, for errors
   * @param offset of the JSON in the file, for errors
   * @throws MalformedRecordException without the file's name, when it is neither, or empty
   */
  public static void addLabels(JsonNode field, String name, long offset, Sample sample)
      throws MalformedRecordException {
    if (!field.isArray()) {
      sample.addLabel(label(field, name, offset));
      return;
    }
    if (field.isEmpty()) {
      throw malformed(name, offset, "at least one label", field);
    }
    for (JsonNode label : field) {
      sample.addLabel(label(label, name, offset));
    }
  }

  private static float label(JsonNode number, String name, long offset)
      throws MalformedRecordException {
    if (number.isTextual()) {
      return switch (number.textValue()) {
        case "NaN" -> Float.NaN;
        case "Infinity" -> Float.POSITIVE_INFINITY;
        case "-Infinity" -> Float.NEGATIVE_INFINITY;
        default -> throw malformed(name, offset, "a number as label", number);
      };
    }
    if (!number.isNumber()) {
      throw malformed(name, offset, "a number as label", number);
    }
    try {
      return number.isIntegralNumber()
          ? SampleText.label(number.bigIntegerValue())
          : SampleText.label(number.doubleValue());
    } catch (NumberFormatException e) {
      throw malformed(name, offset, e.getMessage(), number);
    }
  }

  /**
   * Returns the key that a field has: a whole number, or a string of its digits.
   *
   * @throws MalformedRecordException without the file's name, when it is none
   */
  public static long key(JsonNode field, String name, long offset) throws MalformedRecordException {
    if (field.isIntegralNumber()) {
      BigInteger number = field.bigIntegerValue();
      if (number.signum() >= 0 && number.bitLength() <= Long.SIZE) {
        return number.longValue();
      }
    } else if (field.isTextual()) {
      try {
        return SampleText.key(field.textValue());
      } catch (NumberFormatException e) {
        throw malformed(name, offset, e.getMessage(), field);
      }
    }
    throw malformed(name, offset, SampleText.EXPECTED_KEY, field);
  }

  private static MalformedRecordException malformed(
      String name, long offset, String expected, JsonNode found) {
    String text = found.toString();
    String shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    return new MalformedRecordException(
        WHAT, null, offset, -1, expected + " in '" + name + "'", shown);
  }
}
