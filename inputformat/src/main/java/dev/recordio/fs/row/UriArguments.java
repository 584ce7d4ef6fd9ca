// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Suggestion;
import dev.recordio.sparse.text.CsvFormat;
import dev.recordio.sparse.text.TextFormats;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Arguments as dmlc-core's URIs write them after the file's name: {@code
 * a.txt?format=csv&label_column=0}. In a glob, {@code ?} stands for a character, so only an ending
 * of {@code ?name=value}, with more after {@code &}, counts; {@code \?} never does.
 */
final class UriArguments {
  private static final String LIST = "[A-Za-z_]\\w*=[^&?/=]*(?:&[A-Za-z_]\\w*=[^&?/=]*)*";
  private static final Pattern ENTRY = Pattern.compile("(.*[^\\\\])\\?(" + LIST + ")");
  private static final Pattern CACHE = Pattern.compile("[^\\\\](#[^/]*)$");

  /** The arguments of all formats. */
  private static final List<String> OF_ALL = List.of("format", "indexing_mode");

  private final Map<String, String> values = new LinkedHashMap<>();

  /**
   * Strips the arguments from an entry of a list of inputs.
   *
   * @return the entry without them
   * @throws InvalidSettingException when the entry has a {@code #cache} suffix, or an argument that
   *     an earlier entry gave another value
   */
  String strip(String entry) {
    Matcher cache = CACHE.matcher(entry);
    if (cache.find()) {
      throw new InvalidSettingException(
          "the input '"
              + entry
              + "' names a cache file, '"
              + cache.group(1)
              + "': nothing is cached here, so leave it out (a '#' in a file's name is written"
              + " \\#)");
    }
    Matcher matcher = ENTRY.matcher(entry);
    if (matcher.matches()) {
      of(matcher.group(2)).forEach((name, value) -> put(name, value, entry));
    }
    return path(entry);
  }

  /** Returns an entry without its arguments, which are not read. */
  static String path(String entry) {
    Matcher matcher = ENTRY.matcher(entry);
    return (matcher.matches() ? matcher.group(1) : entry).replace("\\#", "#");
  }

  private void put(String name, String value, String entry) {
    String before = values.putIfAbsent(name, value);
    if (before != null && !before.equals(value)) {
      throw new InvalidSettingException(
          "the inputs contradict each other: "
              + name
              + " is '"
              + before
              + "' and, in '"
              + entry
              + "', '"
              + value
              + "'; all inputs of a list are read alike");
    }
  }

  /** Sets the keys that the arguments stand for, which they override. */
  void setKeys(Configuration conf) {
    Map<String, String> others = of(LibSvmConf.ARGUMENTS.get(conf));
    String format = values.getOrDefault("format", LibSvmConf.FORMAT.get(conf));
    boolean isCsv = format.equalsIgnoreCase(CsvFormat.NAME);
    values.forEach(
        (name, value) -> {
          switch (name) {
            case "format" -> LibSvmConf.FORMAT.set(conf, value);
            case "labels" -> LibSvmConf.LABELS.set(conf, value);
            case "indexing_mode" -> LibSvmConf.INDEX_BASE.set(conf, base(value));
            default -> {
              LibSvmConf key = isCsv ? LibSvmConf.ofCsv(name) : null;
              if (key == null) {
                others.put(name, value);
              } else {
                key.set(conf, value);
              }
            }
          }
        });
    values.keySet().forEach(UriArguments::check);
    if (!values.isEmpty()) {
      var text = new StringJoiner("&");
      others.forEach((name, value) -> text.add(name + "=" + value));
      LibSvmConf.ARGUMENTS.set(conf, text);
    }
  }

  /** What no format takes is a misspelt word: the error of the format would not name these. */
  private static void check(String name) {
    var words = new TreeSet<>(OF_ALL);
    var shown = new StringJoiner(", ").add(String.join(", ", OF_ALL));
    for (String format : TextFormats.namesOfRows()) {
      Set<String> own = TextFormats.of(format).arguments();
      words.addAll(own);
      if (!own.isEmpty()) {
        shown.add("of " + format + " " + String.join(", ", new TreeSet<>(own)));
      }
    }
    words.add(TextSettings.INDEX_TYPE);
    shown.add("of " + TextSettings.ROW_BLOCK + " " + TextSettings.INDEX_TYPE);
    if (words.contains(name)) {
      return;
    }
    List<String> near = Suggestion.nearest(name, words);
    throw new InvalidSettingException(
        "an input has no argument '"
            + name
            + "': there are "
            + shown
            + Suggestion.didYouMean(near));
  }

  private static IndexBase base(String mode) {
    return switch (mode) {
      case "0" -> IndexBase.ZERO;
      case "1" -> IndexBase.ONE;
      case "-1" -> IndexBase.AUTO;
      default ->
          throw new InvalidSettingException(
              "indexing_mode is '" + mode + "'; it takes 0, 1, or -1 for auto");
    };
  }

  /**
   * Returns the arguments of {@code name=value&name=value}; none of an empty text.
   *
   * @throws InvalidSettingException when it is no such list, or has a name twice
   */
  static Map<String, String> of(String list) {
    var values = new LinkedHashMap<String, String>();
    if (list.isEmpty()) {
      return values;
    }
    for (String argument : list.split("&", -1)) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        throw new InvalidSettingException("'" + argument + "' is not of the form name=value");
      }
      String name = argument.substring(0, equals);
      if (values.put(name, argument.substring(equals + 1)) != null) {
        throw new InvalidSettingException("'" + name + "' twice in the arguments '" + list + "'");
      }
    }
    return values;
  }
}
