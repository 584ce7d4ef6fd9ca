// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.NameText;
import dev.recordio.conf.Notes;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is said of rows that probably mean something else than they are read as ({@link
 * ParseRule#isDoubt}): the sum of what the readers of an input have found.
 */
public final class RowNotes {
  private static final Map<ParseRule, Text> TEXTS = new EnumMap<>(ParseRule.class);

  static {
    TEXTS.put(
        ParseRule.COUNTS_LINE,
        new Text(
            "file begins with a line of integers, unlike the next line, and it is read as a row",
            "files begin with a line of integers, unlike the next line, and it is read as a row",
            "if it has the numbers of rows, features and labels, remove it"));
    TEXTS.put(
        ParseRule.LABEL_WEIGHT,
        new Text(
            "row begins with label:weight",
            "rows begin with label:weight",
            "if these are features, --labels none"));
    TEXTS.put(
        ParseRule.BLANK_LINE,
        new Text(
            "blank line is no row",
            "blank lines are no rows",
            "a row without a label needs an entry, such as 0:0"));
    TEXTS.put(
        ParseRule.GLUED_COMMENT,
        new Text(
            "comment begins directly after a number",
            "comments begin directly after a number",
            "the rest of the line is not read; if it is part of the number, write that differently"));
    TEXTS.put(
        ParseRule.INTEGER_ROUNDED,
        new Text(
            "integer is rounded to the nearest float",
            "integers are rounded to the nearest float",
            "a float does not hold every integer above 2^24, so different ones may become equal"));
    TEXTS.put(
        ParseRule.QID_RETURNS,
        new Text(
            "query comes again after other queries",
            "queries come again after other queries",
            "each run of rows is a group of its own: sort the rows by query (csr --gather qid)"));
    TEXTS.put(
        ParseRule.NUMBER_HEADER,
        new Text(
            "file begins with what may be a header, and it is read as data",
            "files begin with what may be a header, and it is read as data",
            "the argument header=yes leaves it out, header=no says that it is data"));
  }

  private final String format;
  private final Map<ParseRule, Long> counts = new EnumMap<>(ParseRule.class);
  private final Map<ParseRule, String> places = new EnumMap<>(ParseRule.class);
  private final RowTraits traits = new RowTraits();
  private long unordered; // indices

  /**
   * Makes an object for rows of a format.
   *
   * @param format its name
   */
  public RowNotes(String format) {
    this.format = format;
  }

  /**
   * The words for a rule.
   *
   * @param one what follows the number 1
   * @param more what follows another number
   * @param advice what to type for the other reading, or what it means
   */
  private record Text(String one, String more, String advice) {
    Note note(long count, String place) {
      String what = count == 1 ? one : more;
      return new Note(
          String.format(Locale.ROOT, "%,d %s%s; %s", count, what, place, advice),
          inKeys(more + "; " + advice));
    }
  }

  /** A note, and what is logged of it. */
  private record Note(String text, String logged) {}

  /** Adds how often a rule was broken. */
  public void count(ParseRule rule, long more) {
    if (more > 0 && rule.isDoubt()) {
      counts.merge(rule, more, Long::sum);
    }
    if (rule == ParseRule.UNSORTED_INDEX || rule == ParseRule.DUPLICATE_INDEX) {
      unordered += more;
    }
  }

  /** Adds what a reader has found so far. */
  public void add(RowReader reader) {
    for (ParseRule rule : ParseRule.values()) {
      count(rule, reader.counters().get(rule));
    }
    reader
        .doubts()
        .forEach(first -> first(first.what(), first.path(), first.offset(), first.line()));
    add(reader.traits());
  }

  /** Adds what others hold, of rows that follow. */
  public void add(RowNotes others) {
    others.counts.forEach(this::count);
    others.places.forEach(places::putIfAbsent);
    unordered += others.unordered;
    traits.add(others.traits);
  }

  /**
   * Adds the first place where a rule was broken; an earlier one stays.
   *
   * @param title of the rule
   * @param line -1 when it is not known
   */
  public void first(String title, String path, long offset, long line) {
    String place =
        " (first in "
            + NameText.shown(path)
            + " at offset "
            + offset
            + (line < 0 ? "" : ", line " + line)
            + ")";
    places.putIfAbsent(ParseRule.valueOf(title.toUpperCase(Locale.ROOT).replace('-', '_')), place);
  }

  /** Adds what rows have in common. */
  public void add(RowTraits more) {
    traits.add(more);
  }

  /** Returns the notes, with counts and first places. */
  public List<String> texts() {
    return all().stream().map(Note::text).toList();
  }

  /** Says the notes to a command; elsewhere they are logged without numbers. */
  public void say() {
    all().forEach(note -> Notes.say(note.text, note.logged));
  }

  private List<Note> all() {
    var all = new ArrayList<Note>();
    counts.forEach(
        (rule, count) -> all.add(TEXTS.get(rule).note(count, places.getOrDefault(rule, ""))));
    String bare = ofBareEntries();
    if (bare != null) {
      all.add(new Note(bare, inKeys(bare)));
    }
    return all;
  }

  /** Returns what is said where no entry has a value; null where that is nothing special. */
  private String ofBareEntries() {
    if (traits.bare() == 0 || traits.valued() > 0) {
      return null;
    }
    if (format.equals("libfm")) {
      return "no entry has a third number, so pairs are read as field:index; if they are"
          + " index:value, as libFM itself has them, --format libsvm";
    }
    boolean alike = traits.entriesOfRow() > 0 && traits.rows() > 1;
    if (!format.equals("libsvm") || !alike && unordered == 0) {
      return null;
    }
    return "no entry has a value, and "
        + (alike ? "all rows have the same number of entries" : "indices do not ascend")
        + ": numbers are read as indices; if they are the cells of a table, --format csv with the"
        + " argument delimiter=tab reads them";
  }

  /** Names keys where a command has options. */
  private static String inKeys(String text) {
    return text.replaceAll("--(labels|format) (\\w+)", "libsvm.$1=$2");
  }
}
