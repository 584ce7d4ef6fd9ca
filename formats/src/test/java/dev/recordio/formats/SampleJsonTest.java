// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleJsonTest {
  private static JsonNode json(String text) throws MalformedRecordException {
    byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return SampleJson.parse(bytes, 0, bytes.length, 512);
  }

  private static float[] labels(String text) throws MalformedRecordException {
    var sample = new Sample();
    SampleJson.addLabels(json(text), "labels", 512, sample);
    return Arrays.copyOf(sample.labels(), sample.labelCount());
  }

  private static void assertLabels(String text, float... expected) throws Exception {
    float[] labels = labels(text);
    assertEquals(expected.length, labels.length);
    for (int i = 0; i < labels.length; i++) {
      assertEquals(Float.floatToRawIntBits(expected[i]), Float.floatToRawIntBits(labels[i]), text);
    }
  }

  @Test
  void labelsAreNumbersAndArraysOfThem() throws Exception {
    assertLabels("5", 5);
    assertLabels("[5]", 5);
    assertLabels(
        "[0.1, -2.5, -0.0, 0, 1e-45, 3.4028235E38]", 0.1f, -2.5f, -0f, 0, 1e-45f, Float.MAX_VALUE);
    assertLabels(
        "['NaN', 'Infinity', '-Infinity']",
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY);
    assertLabels("16777216", 16777216);
    assertLabels("-9223372036854775808", -0x1p63f);
    assertLabels("9223372036854775808", 0x1p63f);
    assertLabels("100000000000000000000.5", 1e20f);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "16777217",
        "-16777217",
        "9223372036854775807",
        "100000000000000000001",
        "1e39",
        "[]",
        "[1, []]",
        "'5'",
        "'nan'",
        "true",
        "null",
        "{}",
        "[1, null]"
      })
  void otherLabelsAreErrors(String text) {
    var error = assertThrows(MalformedRecordException.class, () -> labels(text));
    assertEquals(512, error.offset());
    assertTrue(error.expected().contains("'labels'"), error.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "9223372036854775808, -9223372036854775808",
    "18446744073709551615, -1",
    "'\"18446744073709551615\"', -1"
  })
  void keysAreUnsigned(String text, long key) throws Exception {
    assertEquals(key, SampleJson.key(json(text), "key", 512));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "18446744073709551616", "1.0", "'x'", "''", "true", "[1]", "{}"})
  void otherKeysAreErrors(String text) {
    var error =
        assertThrows(
            MalformedRecordException.class, () -> SampleJson.key(json(text), "meta.key", 512));
    assertEquals(SampleText.EXPECTED_KEY + " in 'meta.key'", error.expected());
  }

  @Test
  void fieldsOfFieldsAreFoundByDots() throws Exception {
    JsonNode json =
        json("{'a': {'b': 1, 'n': null}, 'a.b': 2, 'c': {'d.e': 3}, 'f.g': {'h': 4}, 'f': 5}");
    assertEquals(2, SampleJson.find(json, "a.b").intValue());
    assertEquals(3, SampleJson.find(json, "c.d.e").intValue());
    assertEquals(4, SampleJson.find(json, "f.g.h").intValue());
    assertEquals(5, SampleJson.find(json, "f").intValue());
    for (String missing : new String[] {"a.n", "a.c", "b", "f.h", "a.b.c", ".", "", "a."}) {
      assertNull(SampleJson.find(json, missing), missing);
    }
    assertNull(SampleJson.find(json("[1]"), "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "{} {}", "{'a': 1, 'a': 2}", "nul", "\0"})
  void anythingButJsonIsAnError(String text) {
    var error = assertThrows(MalformedRecordException.class, () -> json(text));
    assertEquals(512, error.offset());
    assertEquals("JSON", error.expected());
  }
}
