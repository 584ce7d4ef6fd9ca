// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The one rule for settings that are one of a few words: they may be written in any case. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class Choice {
  private Choice() {}

  /**
   * Returns the one of {@code all} that users call {@code value}.
   *
   * @param setting what is set, for the message
   * @param name gives what users call each
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  public static <T> T of(String setting, String value, T[] all, Function<T, String> name) {
    for (T one : all) {
      if (name.apply(one).equalsIgnoreCase(value)) {
        return one;
      }
    }
    throw new InvalidSettingException(
        setting
            + " is '"
            + value
            + "'; it takes one of "
            + Arrays.stream(all).map(name).collect(Collectors.joining(", ")));
  }
}
