// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The canonical value of each option. */
final class OptionValues {
  private final Map<AugmentOption, String> texts = new EnumMap<>(AugmentOption.class);

  /** Creates the defaults. */
  OptionValues() {
    for (AugmentOption option : AugmentOption.values()) {
      texts.put(option, option.normal(""));
    }
  }

  /** Creates a copy. */
  OptionValues(OptionValues other) {
    texts.putAll(other.texts);
  }

  /**
   * Sets a value.
   *
   * @throws dev.recordio.conf.InvalidSettingException when it is invalid
   */
  void set(AugmentOption option, String value) {
    texts.put(option, option.normal(value));
  }

  /** Returns a value; empty where there is none. */
  String text(AugmentOption option) {
    return texts.get(option);
  }

  /** Whether a value is not the default. */
  boolean isSet(AugmentOption option) {
    return !text(option).equals(option.normal(""));
  }

  boolean flag(AugmentOption option) {
    return Boolean.parseBoolean(text(option));
  }

  int whole(AugmentOption option) {
    return Integer.parseInt(text(option));
  }

  float number(AugmentOption option) {
    return Float.parseFloat(text(option));
  }

  /** Returns the numbers of a list; none when there is no list. */
  int[] wholes(AugmentOption option) {
    String text = text(option);
    return text.isEmpty()
        ? new int[0]
        : Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
  }
}
