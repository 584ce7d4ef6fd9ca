// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.StoreField;
import java.util.Arrays;
import java.util.List;

/** Fields as options and keys write them: several with semicolons between. */
final class FieldTexts {
  private static final String BETWEEN = ";";

  private FieldTexts() {}

  /** Returns the value of a key; null when the option was not given. */
  static String join(List<String> texts) {
    return String.join(BETWEEN, texts);
  }

  /** Returns the texts of a value. */
  static List<String> split(String value) {
    return Arrays.stream(value.split(BETWEEN))
        .map(String::strip)
        .filter(t -> !t.isEmpty())
        .toList();
  }

  /**
   * Returns the fields of a value.
   *
   * @throws dev.recordio.conf.InvalidSettingException when a text is none
   */
  static List<StoreField> parse(String value) {
    return split(value).stream().map(StoreField::parse).toList();
  }

  /**
   * Checks that the codecs are on the class path.
   *
   * @throws dev.recordio.conf.InvalidSettingException when one is not
   */
  static void requireCodecs(List<StoreField> fields) {
    fields.forEach(field -> ValueCodec.of(field.codec()));
  }

  /** Returns type and codec of a field. */
  static String typeOf(StoreField field) {
    return field.type() + (field.codec() == FieldCodec.RAW ? "" : ":" + field.codec());
  }
}
