// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.schema;

import dev.recordio.conf.InvalidSettingException;
import java.util.regex.Pattern;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * A field of a record store.
 *
 * @param name its name: letters, digits and {@code _}, not a digit first, at most 64
 * @param type the type of its values
 * @param codec how each value is compressed
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record StoreField(String name, FieldType type, FieldCodec codec) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  /**
   * Creates a field.
   *
   * @throws InvalidSettingException when the name is invalid
   */
  public StoreField {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "'"
              + name
              + "' can't name a field: expected at most 64 letters, digits and _, not a"
              + " digit first");
    }
    if (name.equalsIgnoreCase("id")) {
      throw new InvalidSettingException(
          "'" + name + "' can't name a field: it is the name of the records' ids");
    }
  }

  /**
   * Reads {@code NAME=TYPE} or {@code NAME=TYPE:CODEC}, such as {@code image=bytes}, {@code
   * mask=u1[64,64]:deflate}.
   *
   * @throws InvalidSettingException when it is something else
   */
  public static StoreField parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new InvalidSettingException(
          "'" + text + "' is no field: write NAME=TYPE, such as label=f4 or image=bytes");
    }
    String name = text.substring(0, equals).strip();
    String type = text.substring(equals + 1).strip();
    int colon = type.lastIndexOf(':');
    FieldCodec codec = colon < 0 ? null : FieldCodec.of(type.substring(colon + 1));
    if (colon >= 0 && codec == null) {
      throw new InvalidSettingException(
          "the codec '"
              + type.substring(colon + 1)
              + "' of field "
              + name
              + " does not exist: expected raw, deflate or zstd");
    }
    return new StoreField(
        name,
        FieldType.parse(codec == null ? type : type.substring(0, colon)),
        codec == null ? FieldCodec.RAW : codec);
  }

  /**
   * Checks the length of a value in bytes.
   *
   * @throws InvalidSettingException when the type has no values of that length
   */
  @InterfaceAudience.Private
  public void requireLength(int length) {
    if (!type.accepts(length)) {
      throw new InvalidSettingException(
          length
              + " bytes for field "
              + this
              + ": expected "
              + (type.isFixed()
                  ? type.unitBytes() + " bytes"
                  : "a multiple of " + type.unitBytes()));
    }
  }

  /** Returns the text that {@link #parse} reads. */
  @Override
  public String toString() {
    return name + "=" + type + (codec == FieldCodec.RAW ? "" : ":" + codec);
  }
}
