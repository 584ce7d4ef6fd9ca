// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.conf.InvalidSettingException;
import java.util.List;

/**
 * An input as users write it: a file, folder or glob, and perhaps a part of each file after {@code
 * #}.
 *
 * @param path the file, folder or glob
 * @param part the member of an archive, or {@code label}; null if there is none
 */
record InputText(String path, String part) {
  static final String NPY = ".npy";
  static final String NPZ = ".npz";
  static final String REC = ".rec";
  static final List<String> SUFFIXES = List.of(NPY, NPZ, REC);

  static InputText parse(String text) {
    for (String suffix : List.of(NPZ, REC)) {
      int at = text.indexOf(suffix + "#");
      if (at >= 0) {
        return of(text, at + suffix.length());
      }
    }
    // Of a folder or a glob. The names of files may have the character.
    boolean isFile = SUFFIXES.stream().anyMatch(text::endsWith);
    int at = isFile ? -1 : text.lastIndexOf('#');
    return at < 0 ? new InputText(text, null) : of(text, at);
  }

  private static InputText of(String text, int at) {
    if (at == 0 || at == text.length() - 1) {
      throw new InvalidSettingException(
          "'" + text + "' is no input: write FILE.npz#MEMBER or FILE.rec#label");
    }
    return new InputText(text.substring(0, at), text.substring(at + 1));
  }

  /** Returns which of {@link #SUFFIXES} a file's name has; null if none. */
  static String suffix(String name) {
    return SUFFIXES.stream().filter(name::endsWith).findFirst().orElse(null);
  }
}
