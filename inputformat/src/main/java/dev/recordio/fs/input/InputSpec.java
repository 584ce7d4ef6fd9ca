// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Splits a list of inputs, as users write it, into paths. */
public final class InputSpec {
  private InputSpec() {}

  /**
   * Returns the paths of a list separated by {@code ;} (dmlc-core's) or {@code ,} (Hadoop's), in
   * the order given. A backslash makes the next character part of the path; commas within the
   * braces of a glob don't separate.
   *
   * @throws InvalidSettingException when an entry is empty
   */
  public static List<Path> parse(String list) {
    return entries(list).stream().map(Path::new).toList();
  }

  /** Returns the entries of the list that {@link #parse} makes paths of. */
  public static List<String> entries(String list) {
    var entries = new ArrayList<String>();
    var entry = new StringBuilder();
    int braces = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      if (c == '\\' && i + 1 < list.length() && ";,".indexOf(list.charAt(i + 1)) >= 0) {
        entry.append(list.charAt(++i));
      } else if (c == ';' || c == ',' && braces == 0) {
        entries.add(text(entry, list));
        entry.setLength(0);
      } else {
        braces += c == '{' ? 1 : c == '}' && braces > 0 ? -1 : 0;
        entry.append(c);
      }
    }
    entries.add(text(entry, list));
    return entries;
  }

  private static String text(StringBuilder entry, String list) {
    String text = entry.toString().trim();
    if (text.isEmpty()) {
      throw new InvalidSettingException("an empty entry in the list of inputs '" + list + "'");
    }
    return text;
  }
}
