// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;

/** The number of the first column in text. */
public enum IndexBase {
  /** 0, as in dmlc-core and XGBoost. */
  ZERO("0"),
  /** 1, as in LIBSVM's own tools. */
  ONE("1"),
  /** Decided for the whole input, by a pass over it. */
  AUTO("auto");

  private final String text;

  IndexBase(String text) {
    this.text = text;
  }

  /**
   * Returns the base that users write as {@code text}.
   *
   * @throws InvalidSettingException when it is not valid
   */
  public static IndexBase of(String text) {
    return SettingType.choose("the index base", text, values(), IndexBase::toString);
  }

  /**
   * Returns the number, 0 or 1.
   *
   * @throws IllegalStateException when it is not decided
   */
  public int first() {
    if (this == AUTO) {
      throw new IllegalStateException("the index base is not decided");
    }
    return ordinal();
  }

  @Override
  public String toString() {
    return text;
  }
}
