// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;

/**
 * A place in the text of a pipeline, for errors.
 *
 * @param spec the text
 * @param index of a character of it, or its length
 */
record SpecPlace(String spec, int index) {
  /** Of what was made without a text. */
  static final SpecPlace NONE = new SpecPlace("", -1);

  /** How many characters of a long text an error quotes on either side of the place. */
  private static final int MAX_AROUND = 60;

  /**
   * Returns an error that names the column, counted from 1, and quotes the text around it, in one
   * line.
   */
  InvalidSettingException error(String what) {
    String message = index < 0 ? what : what + " (column " + column() + " of '" + excerpt() + "')";
    return new InvalidSettingException(message.replaceAll("\\p{Cntrl}", " "));
  }

  /** Returns the error that {@code cause} is part of. */
  InvalidSettingException error(String what, Throwable cause) {
    return (InvalidSettingException) error(what).initCause(cause);
  }

  private int column() {
    return spec.codePointCount(0, index) + 1;
  }

  private String excerpt() {
    int from = index <= MAX_AROUND ? 0 : index - MAX_AROUND;
    int to = Math.min(spec.length(), index + MAX_AROUND);
    if (from > 0 && Character.isLowSurrogate(spec.charAt(from))) {
      from++;
    }
    if (to < spec.length() && Character.isLowSurrogate(spec.charAt(to))) {
      to--;
    }
    String shown = spec.substring(from, to);
    return (from > 0 ? "..." : "") + shown + (to < spec.length() ? "..." : "");
  }
}
