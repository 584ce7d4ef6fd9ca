// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the columns of CSV text are, by their names. The numbers are the first columns of the
 * matrix, in the order of the names; the categorical cells are hashed into the {@code 2^hashBits}
 * columns after these.
 *
 * @param names of all columns but the ignored ones, in order
 * @param ignored names of columns that are left out; a file need not have them
 * @param label the column of the labels, or null
 * @param weight the column of the weights, or null
 * @param qid the column of the query ids, or null
 * @param numbers the columns of numbers, in order
 * @param categorical the columns whose cells are hashed, in order
 * @param hashBits how many columns of the matrix they have, as a power of two
 * @param alternateSign whether the value is -1 where the hash is negative
 */
public record CsvColumns(
    List<String> names,
    List<String> ignored,
    String label,
    String weight,
    String qid,
    List<String> numbers,
    List<String> categorical,
    int hashBits,
    boolean alternateSign) {
  /** The argument that names the column of the labels. */
  public static final String LABEL = "label";

  static final String WEIGHT = "weight";
  static final String QID = "qid";
  static final String IGNORE = "ignore";
  static final String CATEGORICAL = "categorical";
  static final String HASH_BITS = "hash_bits";
  static final String ALTERNATE_SIGN = "alternate_sign";
  static final String NA_WORDS = "na_words";

  /** The argument with the names of all columns but the ignored ones, in order. */
  public static final String NAMES = "names";

  /** All arguments of columns by name, and of their cells. */
  static final Set<String> ARGUMENTS =
      Set.of(LABEL, WEIGHT, QID, IGNORE, CATEGORICAL, HASH_BITS, ALTERNATE_SIGN, NA_WORDS, NAMES);

  private static final int MAX_HASH_BITS = 30; // so that columns are positive integers
  private static final int SHOWN = 20;
  private static final String RANGE = "..";

  /** Whether arguments name columns. */
  public static boolean areNamed(Map<String, String> arguments) {
    return Stream.of(LABEL, WEIGHT, QID, IGNORE, CATEGORICAL, NAMES)
        .anyMatch(arguments::containsKey);
  }

  /**
   * Returns what arguments say of the columns of a file.
   *
   * @param all the names of the columns of the file; or the argument {@link #NAMES}, then an
   *     ignored column need not be there
   * @throws IllegalArgumentException when a column is not there, or is two things
   */
  static CsvColumns of(List<String> all, Map<String, String> arguments) {
    boolean given = arguments.containsKey(NAMES);
    List<String> ignored = choose(arguments.get(IGNORE), all);
    List<String> categorical = choose(arguments.get(CATEGORICAL), all);
    String label = arguments.get(LABEL);
    String weight = arguments.get(WEIGHT);
    String qid = arguments.get(QID);
    List<String> others = Stream.of(label, weight, qid).filter(name -> name != null).toList();
    Set<String> known = Set.copyOf(all);
    if (known.size() < all.size()) {
      throw new IllegalArgumentException("a name twice in the names of columns: " + shown(all));
    }
    Set<String> out = Set.copyOf(ignored);
    var seen = new HashSet<String>(ignored);
    for (List<String> part : List.of(others, categorical)) {
      for (String name : part) {
        require(name, known, all);
        if (!seen.add(name)) {
          throw new IllegalArgumentException(
              "the column '"
                  + name
                  + "' is named twice: it can be only one of label, weight, qid, ignored,"
                  + " categorical");
        }
      }
    }
    if (!given) {
      ignored.forEach(name -> require(name, known, all));
    }
    List<String> names = all.stream().filter(name -> !out.contains(name)).toList();
    List<String> numbers = names.stream().filter(name -> !seen.contains(name)).toList();
    if (numbers.isEmpty() && categorical.isEmpty()) {
      throw new IllegalArgumentException("no column is left for features: " + shown(all));
    }
    return new CsvColumns(
        names,
        ignored,
        label,
        weight,
        qid,
        numbers,
        names.stream().filter(Set.copyOf(categorical)::contains).toList(),
        hashBits(arguments),
        Boolean.parseBoolean(arguments.getOrDefault(ALTERNATE_SIGN, "true")));
  }

  private static void require(String name, Set<String> known, List<String> all) {
    if (!known.contains(name)) {
      throw new IllegalArgumentException("no column '" + name + "': there are " + shown(all));
    }
  }

  /** Returns names for a message, the first ones of many. */
  static String shown(Collection<String> names) {
    String first = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
    return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
  }

  static int hashBits(Map<String, String> arguments) {
    String value = arguments.getOrDefault(HASH_BITS, "20");
    try {
      int bits = Integer.parseInt(value);
      if (bits >= 1 && bits <= MAX_HASH_BITS) {
        return bits;
      }
    } catch (NumberFormatException e) {
      // as if it were out of bounds
    }
    throw new IllegalArgumentException(
        HASH_BITS + " is '" + value + "'; it takes a whole number from 1 to " + MAX_HASH_BITS);
  }

  /** Returns the number of columns of the matrix. */
  public long size() {
    return numbers.size() + (categorical.isEmpty() ? 0 : 1L << hashBits);
  }

  /** Returns the names of a list, in which {@code a..c} is all columns from a to c. */
  static List<String> choose(String list, List<String> all) {
    var chosen = new LinkedHashSet<String>();
    for (String name : list == null ? List.<String>of() : cells(list, ',')) {
      int range = name.indexOf(RANGE);
      int from = range < 0 ? -1 : all.indexOf(name.substring(0, range));
      int to = range < 0 ? -1 : all.indexOf(name.substring(range + RANGE.length()));
      if (from >= 0 && from <= to && !all.contains(name)) {
        chosen.addAll(all.subList(from, to + 1));
      } else {
        chosen.add(name);
      }
    }
    return List.copyOf(chosen);
  }

  /** Returns names as a list that {@link #cells} reads with commas. */
  public static String list(Collection<String> names) {
    return names.stream()
        .map(
            name ->
                name.indexOf(',') >= 0 || name.indexOf('"') >= 0 || !name.equals(name.strip())
                    ? '"' + name.replace("\"", "\"\"") + '"'
                    : name)
        .collect(Collectors.joining(","));
  }

  /**
   * Returns the texts of the cells of a line, by the rules of pandas' default: a cell that begins
   * with a quote ends with one, and two quotes in it are one; blanks belong to cells.
   */
  static List<String> cells(String line, char delimiter) {
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean quoted = false;
    boolean begun = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        cell.append(c);
        i++;
      } else if (c == '"' && (quoted || !begun)) {
        quoted = !quoted;
      } else if (c == delimiter && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
        begun = false;
        continue;
      } else {
        cell.append(c);
      }
      begun = true;
    }
    cells.add(cell.toString());
    return cells;
  }
}
