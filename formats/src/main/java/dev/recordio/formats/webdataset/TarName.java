// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import java.util.Locale;

/**
 * The name of a tar's member as WebDataset takes it apart. The name of the sample ends before the
 * first dot after the last slash; the suffix, which names the field, is the rest: {@code
 * a/v1.0/x.seg.png} is {@code seg.png} of {@code a/v1.0/x}.
 *
 * <p>The rule is the library's, {@code tariterators.py}, but for hidden files in folders: it takes
 * {@code a/.hidden} for a sample named {@code a/}; here it is none, as in NVIDIA's index.
 *
 * @param base the sample's name, with its folders
 * @param field the suffix as it is in the name; may be empty
 */
public record TarName(String base, String field) {
  private static final String MARK = "__";

  /**
   * Takes a member's name apart.
   *
   * @return null for a name that belongs to no sample: without a dot in its last part, hidden (that
   *     part begins with a dot), or below a name like {@code __meta__}
   */
  public static TarName of(String name) {
    int last = name.lastIndexOf('/') + 1;
    int dot = name.indexOf('.', last);
    if (dot <= last || isMeta(name)) {
      return null;
    }
    return new TarName(name.substring(0, dot), name.substring(dot + 1));
  }

  /** Whether the first part of a name begins and ends with two underscores. */
  private static boolean isMeta(String name) {
    int slash = name.indexOf('/');
    int end = slash < 0 ? name.length() : slash;
    return end >= 2 * MARK.length()
        && name.startsWith(MARK)
        && name.startsWith(MARK, end - MARK.length());
  }

  /** Returns the suffix in lower case, which readers compare. */
  public String suffix() {
    return field.toLowerCase(Locale.ROOT);
  }
}
