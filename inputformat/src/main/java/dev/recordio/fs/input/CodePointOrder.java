// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import java.util.Comparator;
import org.apache.hadoop.fs.FileStatus;

/**
 * Orders names by their code points, as Python and UTF-8 bytes do.
 *
 * <p>{@link String#compareTo} orders UTF-16 units instead, in which a character beyond U+FFFF comes
 * before U+E000 to U+FFFF.
 */
public final class CodePointOrder {
  /** The order. */
  public static final Comparator<String> COMPARATOR = CodePointOrder::compare;

  /** The order of files by their whole paths. */
  public static final Comparator<FileStatus> BY_PATH =
      Comparator.comparing(status -> status.getPath().toString(), COMPARATOR);

  private CodePointOrder() {}

  static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // Lift surrogates above the rest of the basic plane; equal prefixes keep pairs in step.
        boolean xPair = Character.isSurrogate(x);
        boolean yPair = Character.isSurrogate(y);
        return xPair == yPair ? Character.compare(x, y) : xPair ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
