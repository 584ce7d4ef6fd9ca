// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Types of fields, for the types of the files of {@code fixtures/npy}, which NumPy wrote. */
class FieldTypeTest {
  static Stream<String> saved() throws IOException {
    try (InputStream in = FieldTypeTest.class.getResourceAsStream("/fixtures/npy/names.tsv")) {
      String table = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return table
          .lines()
          .map(line -> line.split("\t", -1)[1])
          .filter(type -> !type.startsWith("["));
    }
  }

  @ParameterizedTest
  @MethodSource("saved")
  void typesOfNumPyAreTypesOfFields(String saved) {
    for (String shape : List.of("", "[3]", "[*]", "[*,2,5]")) {
      FieldType type = FieldType.parse(saved + shape);
      assertEquals(saved, type.item());
      assertEquals(type, FieldType.parse(type.toString()));
      for (String codec : List.of("", ":zstd")) {
        StoreField field = StoreField.parse("a=" + type + codec);
        assertEquals(type, field.type());
        assertEquals("a=" + type + codec, field.toString());
      }
    }
  }
}
