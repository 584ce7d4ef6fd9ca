// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which file names are taken for images. A name matches when it ends in one of the extensions, in
 * any case, and has something before it: as in im2rec, a name that is nothing but dots and an
 * extension ({@code .jpg}) has none, while {@code .hidden.jpg} has one.
 */
public final class ImageExtensions {
  /** What im2rec takes by default: {@code .jpg}, {@code .jpeg}, {@code .png}. */
  public static final ImageExtensions DEFAULT =
      new ImageExtensions(List.of(".jpg", ".jpeg", ".png"));

  /** Every name matches. */
  public static final ImageExtensions ALL = new ImageExtensions(List.of());

  private static final String ALL_WORD = "all";

  /** With the dot, in lower case; empty when every name matches. */
  private final List<String> extensions;

  private ImageExtensions(List<String> extensions) {
    this.extensions = extensions;
  }

  /**
   * Reads a user's list, such as {@code jpg,jpeg,.png}: commas between, blanks around and case
   * ignored, the leading dot optional. The single word {@code all} means every file.
   *
   * @throws IllegalArgumentException if the list or an item in it is empty, an item has a slash, or
   *     {@code all} is not the only item
   */
  public static ImageExtensions parse(String list) {
    String lower = list.toLowerCase(Locale.ROOT).strip();
    if (lower.equals(ALL_WORD)) {
      return ALL;
    }
    Set<String> extensions = new LinkedHashSet<>();
    for (String item : lower.split(",", -1)) {
      String name = item.strip();
      name = name.startsWith(".") ? name.substring(1) : name;
      if (name.isEmpty() || name.equals(ALL_WORD) || name.indexOf('/') >= 0) {
        throw new IllegalArgumentException(
            "bad extension list \""
                + list
                + "\": expected extensions such as jpg,jpeg,png, or all alone, found \""
                + item.strip()
                + "\"");
      }
      extensions.add("." + name);
    }
    return new ImageExtensions(List.copyOf(extensions));
  }

  /**
   * True when the name has one of the extensions.
   *
   * @param name a file's name or its whole path with slashes
   */
  public boolean matches(String name) {
    if (extensions.isEmpty()) {
      return true;
    }
    for (String extension : extensions) {
      int stem = name.length() - extension.length();
      if (stem > 0
          && name.regionMatches(true, stem, extension, 0, extension.length())
          && hasStem(name, stem)) {
        return true;
      }
    }
    return false;
  }

  /** True when something other than dots is between the last slash and the extension. */
  private static boolean hasStem(String name, int end) {
    int at = end - 1;
    while (at >= 0 && name.charAt(at) == '.') {
      at--;
    }
    return at >= 0 && name.charAt(at) != '/';
  }

  /** The list in the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return extensions.isEmpty() ? ALL_WORD : String.join(",", extensions);
  }
}
