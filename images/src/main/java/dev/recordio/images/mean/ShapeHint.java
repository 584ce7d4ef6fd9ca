// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.mean;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a wrong shape of images may have meant: shapes are C,H,W, and many libraries have H,W,C. */
public final class ShapeHint {
  private static final Pattern LAST =
      Pattern.compile("(\\d{1,9})\\s*[,x* ]\\s*(\\d{1,9})\\s*[,x* ]\\s*([134])");
  private static final Pattern FIRST =
      Pattern.compile("([134])\\s*[,x* ]\\s*(\\d{1,9})\\s*[,x* ]\\s*(\\d{1,9})");

  private ShapeHint() {}

  /** Returns what to write; empty when that is not known. */
  public static String of(String text) {
    Matcher first = FIRST.matcher(text.strip());
    if (first.matches()) {
      return text.contains("x") || text.contains("*") || !text.contains(",")
          ? "with commas: " + first.group(1) + "," + first.group(2) + "," + first.group(3)
          : "";
    }
    Matcher last = LAST.matcher(text.strip());
    return last.matches()
        ? "channels come first: " + last.group(3) + "," + last.group(1) + "," + last.group(2)
        : "";
  }
}
