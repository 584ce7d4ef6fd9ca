// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.job.JsonFiles;
import java.io.IOException;
import java.math.BigInteger;

/**
 * The fields of a sample that are JSON. Labels are numbers, or {@code "NaN"}, {@code "Infinity"},
 * {@code "-Infinity"}: JSON has no such numbers, so {@code info --json} writes them as strings.
 */
final class JsonFields {
  private static final String WHAT = "malformed sample";
  private static final int MAX_SHOWN = 40;

  private JsonFields() {}

  /**
   * Reads JSON.
   *
   * @param offset of its first byte in the file, for errors
   * @throws MalformedRecordException without the file's name, when it is no JSON
   */
  static JsonNode parse(byte[] json, int from, int count, long offset)
      throws MalformedRecordException {
    try {
      JsonNode tree = JsonFiles.parse(json, from, count);
      if (!tree.isMissingNode()) {
        return tree;
      }
      throw new MalformedRecordException(WHAT, null, offset, -1, "JSON", "nothing");
    } catch (JsonProcessingException e) {
      var malformed =
          new MalformedRecordException(WHAT, null, offset, -1, "JSON", e.getOriginalMessage());
      malformed.initCause(e);
      throw malformed;
    } catch (MalformedRecordException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalStateException(e); // the bytes are in memory
    }
  }

  /**
   * Returns a field.
   *
   * @param path its name; of a field of a field, their names with dots
   * @return null when there is none, or it is null
   */
  static JsonNode find(JsonNode json, String path) {
    JsonNode found = FieldPath.find(json, path, JsonNode::get);
    return found == null || found.isNull() ? null : found;
  }

  /**
   * Adds the label, or the labels, that a field has: a number, or an array of them.
   *
   * @param name of the field, for errors
   * @param offset of the JSON in the file, for errors
   * @throws MalformedRecordException without the file's name, when it is neither, or empty
   */
  static void addLabels(JsonNode field, String name, long offset, Sample sample)
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
          ? SampleLabels.ofWhole(number.bigIntegerValue())
          : SampleLabels.of(number.doubleValue());
    } catch (NumberFormatException e) {
      throw malformed(name, offset, e.getMessage(), number);
    }
  }

  /**
   * Returns the key that a field has: a whole number, or a string of its digits.
   *
   * @throws MalformedRecordException without the file's name, when it is none
   */
  static long key(JsonNode field, String name, long offset) throws MalformedRecordException {
    if (field.isIntegralNumber()) {
      BigInteger number = field.bigIntegerValue();
      if (number.signum() >= 0 && number.bitLength() <= Long.SIZE) {
        return number.longValue();
      }
    } else if (field.isTextual()) {
      try {
        return KeyText.parse(field.textValue());
      } catch (NumberFormatException e) {
        throw malformed(name, offset, e.getMessage(), field);
      }
    }
    throw malformed(name, offset, KeyText.EXPECTED, field);
  }

  private static MalformedRecordException malformed(
      String name, long offset, String expected, JsonNode found) {
    String text = found.toString();
    String shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    return new MalformedRecordException(
        WHAT, null, offset, -1, expected + " in '" + name + "'", shown);
  }
}
