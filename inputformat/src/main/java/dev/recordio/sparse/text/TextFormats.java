// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import dev.recordio.bytes.Services;
import dev.recordio.sparse.ParseMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The available text formats, by name. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TextFormats {
  private static final String LIBFFM = "libffm";

  private TextFormats() {}

  /**
   * What was on the class path of this class at the first search. A search opens every jar of the
   * class path, and each reader of text names a format: so it is repeated only for a format that it
   * lacks, which a jar may have added since.
   */
  private static final class Own {
    static final Map<String, TextFormat> FORMATS = own();
  }

  /**
   * Returns all formats by name, in any case of its letters: those on the class path of this class,
   * and those that the thread's class loader adds ({@link Services}).
   */
  public static Map<String, TextFormat> all() {
    return withThreads(own());
  }

  /** Returns a format's name in lower case; for libffm, dmlc-core's name libfm. */
  @InterfaceAudience.Private
  public static String canonical(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals(LIBFFM) ? "libfm" : lower;
  }

  /** Returns the names of all formats of rows: all but the format of the numbers in side files. */
  public static Set<String> namesOfRows() {
    var names = new TreeSet<>(all().keySet());
    names.remove(NumbersFormat.NAME);
    names.add(LIBFFM);
    return names;
  }

  private static Map<String, TextFormat> own() {
    var formats = new TreeMap<String, TextFormat>(String.CASE_INSENSITIVE_ORDER);
    addAll(Services.own(TextFormat.class), formats);
    return formats;
  }

  private static Map<String, TextFormat> withThreads(Map<String, TextFormat> own) {
    List<TextFormat> added = Services.ofThread(TextFormat.class);
    if (added.isEmpty()) {
      return own;
    }
    var formats = new TreeMap<String, TextFormat>(String.CASE_INSENSITIVE_ORDER);
    formats.putAll(own);
    addAll(added, formats);
    return formats;
  }

  private static void addAll(List<TextFormat> found, Map<String, TextFormat> formats) {
    found.forEach(format -> formats.put(format.name(), format));
  }

  /**
   * Returns a format.
   *
   * @throws IllegalArgumentException when there is none of this name; the message lists the names
   */
  public static TextFormat of(String name) {
    String known = canonical(name);
    TextFormat format = withThreads(Own.FORMATS).get(known);
    if (format != null) {
      return format;
    }
    Map<String, TextFormat> formats = all();
    format = formats.get(known);
    if (format == null) {
      throw new IllegalArgumentException(
          "no text format '" + name + "'; there are " + String.join(", ", namesOfRows()));
    }
    return format;
  }

  /**
   * Creates a parser of a format.
   *
   * @throws IllegalArgumentException when there is no such format, or when it does not take an
   *     argument; the message lists what there is
   */
  public static LineParser parser(String name, TextOptions options) {
    TextFormat format = of(name);
    boolean several = Labels.ALL.name().equalsIgnoreCase(options.arguments().get(Labels.NAME));
    if (several && !(format instanceof LibSvmFormat)) {
      throw new IllegalArgumentException(
          "labels is all, which only the format libsvm takes, not " + name);
    }
    for (String argument : new TreeSet<>(options.arguments().keySet())) {
      if (!format.arguments().contains(argument)) {
        String known = String.join(", ", new TreeSet<>(format.arguments()));
        throw new IllegalArgumentException(
            "the format "
                + name
                + " has no argument '"
                + argument
                + "'; it takes "
                + (known.isEmpty() ? "none" : known));
      }
    }
    return format.parser(options);
  }

  /** Creates a parser of {@code label[:weight] [qid:id] index[:value] ...}. */
  @InterfaceAudience.Private
  public static LineParser libSvm(TextOptions options) {
    return options.mode() == ParseMode.DMLC
        ? new DmlcLibSvmParser(options)
        : new LibSvmParser(options);
  }

  /** Creates a parser of {@code label[:weight] field:index[:value] ...}. */
  @InterfaceAudience.Private
  public static LineParser libFm(TextOptions options) {
    return options.mode() == ParseMode.DMLC
        ? new DmlcLibFmParser(options)
        : new LibFmParser(options);
  }

  /** Creates a parser of cells between delimiters. */
  @InterfaceAudience.Private
  public static LineParser csv(CsvOptions options) {
    return options.mode() == ParseMode.DMLC
        ? new DmlcCsvParser(options)
        : new CsvParser(options, null);
  }
}
