// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/**
 * A parameter of a stage.
 *
 * @param name as users write it, without capitals
 * @param type which values it takes
 * @param use how many values it takes
 * @param defaultValue an optional parameter's default, as users would write it, or null
 * @param key the key that has the default, or null
 * @param description what it does, in one line
 */
public record StageParameter(
    String name, SettingType type, Use use, String defaultValue, ConfKey key, String description) {
  /** How many values a parameter takes. */
  public enum Use {
    /** One. */
    REQUIRED,
    /** One, or none. */
    OPTIONAL,
    /** One or more, by place. */
    SEVERAL
  }

  /** Returns how the parameter is written in a line of help: {@code n}, {@code tail=emit}. */
  String usage() {
    return switch (use) {
      case REQUIRED -> type.words().size() == 1 ? type.words().get(0) : name;
      case SEVERAL -> name + ",...";
      case OPTIONAL ->
          name + "=" + (key != null ? key.key() : defaultValue == null ? "" : defaultValue);
    };
  }
}
