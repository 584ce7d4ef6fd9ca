// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a pipeline: a source and stages, {@code SOURCE | stage | stage}. Two are equal when
 * their canonical texts are.
 *
 * <p>In the place of a source there may be {@code mix(...)}, which has sources as its arguments: it
 * is the first of the stages then.
 */
public final class PipelineText {
  private static final Pattern MIX = Pattern.compile("\\s*mix\\(", Pattern.CASE_INSENSITIVE);

  private final SourceText source; // null: the first stage has sources of its own
  private final List<StageCall> stages;
  private final Prefixes prefixes;

  private PipelineText(SourceText source, List<StageCall> stages, Prefixes prefixes) {
    this.source = source;
    this.stages = List.copyOf(stages);
    this.prefixes = prefixes;
  }

  /**
   * Returns a pipeline.
   *
   * @param prefix the name of the kind of source, one of {@code knownPrefixes}, or null
   * @param input a list of inputs, as everywhere; not empty
   * @param knownPrefixes names of kinds of sources; a URI's scheme is none
   * @throws InvalidSettingException when the input is empty or the prefix is unknown
   */
  public static PipelineText of(
      String prefix, String input, List<StageCall> stages, Collection<String> knownPrefixes) {
    Prefixes prefixes = Prefixes.of(knownPrefixes);
    String known = prefix == null ? null : prefixes.of(prefix + ":");
    if (input.isEmpty() || prefix != null && known == null) {
      throw new InvalidSettingException(
          input.isEmpty() ? "the input is empty" : "no source is named '" + prefix + "'");
    }
    return new PipelineText(new SourceText(known, input), stages, prefixes);
  }

  /**
   * Reads a pipeline.
   *
   * @param knownPrefixes names of kinds of sources; a URI's scheme is none
   * @throws InvalidSettingException when the text is invalid; the message quotes it and names the
   *     column
   */
  public static PipelineText parse(String text, Collection<String> knownPrefixes) {
    Prefixes prefixes = Prefixes.of(knownPrefixes);
    var scanner = new SpecScanner(text);
    var stages = new ArrayList<StageCall>();
    SourceText source = null;
    if (beginsWithMix(text)) {
      stages.add(StageCall.read(scanner));
    } else {
      source = SourceText.read(scanner, prefixes);
    }
    while (scanner.skip('|')) {
      stages.add(StageCall.read(scanner));
    }
    return new PipelineText(source, stages, prefixes);
  }

  private static boolean beginsWithMix(String text) {
    return MIX.matcher(text).lookingAt();
  }

  /** Whether the first of the stages has sources of its own, and there is no other one. */
  public boolean isMix() {
    return source == null;
  }

  /** Returns the name of the kind of source, without capitals, or null. */
  public String prefix() {
    return source == null ? null : source.prefix();
  }

  /**
   * Returns the list of inputs, in the form that all commands take; it has backslashes before the
   * separators that were quoted. Null when {@link #isMix}.
   */
  public String input() {
    return source == null ? null : source.input();
  }

  /** Returns the stages, from the source to the consumer. */
  public List<StageCall> stages() {
    return stages;
  }

  /** Returns the same source with other stages. */
  public PipelineText withStages(List<StageCall> others) {
    return new PipelineText(source, others, prefixes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PipelineText text
        && Objects.equals(text.source, source)
        && text.stages.equals(stages);
  }

  @Override
  public int hashCode() {
    return Objects.hash(source, stages);
  }

  /** Returns the canonical text, which is read back as this pipeline. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    if (source != null) {
      source.appendTo(text, prefixes);
    }
    for (StageCall stage : stages) {
      text.append(text.isEmpty() ? "" : " | ").append(stage);
    }
    return text.toString();
  }

  /**
   * The source of a pipeline: {@code prefix:INPUT} or INPUT. All characters but quotes and
   * separators are the input's own; separators of the list of inputs that are located in quotes get
   * its escape.
   *
   * @param prefix the name of the kind of source, or null
   * @param input a list of inputs, as {@code InputSpec} reads it
   */
  private record SourceText(String prefix, String input) {
    /** Takes the source, up to the first separator. */
    static SourceText read(SpecScanner scanner, Prefixes prefixes) {
      scanner.skipBlanks();
      int start = scanner.at();
      String prefix = prefixes.of(scanner.rest());
      if (prefix == null) {
        String complaint = prefixes.complaint(scanner.rest());
        if (complaint != null) {
          throw scanner.place(start).error(complaint);
        }
      } else {
        scanner.backTo(start + prefix.length() + 1);
        scanner.skipBlanks();
      }
      String input = input(scanner);
      if (input.isEmpty()) {
        throw scanner
            .place(start)
            .error(prefix == null ? "the source is missing" : "no input after " + prefix + ":");
      }
      return new SourceText(prefix, input);
    }

    private static String input(SpecScanner scanner) {
      var input = new StringBuilder();
      int end = 0; // without the blanks after it
      int backslash = -1; // the end of a quoted text that ends in one
      while (!scanner.atEnd() && !scanner.atSeparator()) {
        int at = scanner.at();
        if (scanner.at('"')) {
          String quoted = scanner.quoted();
          input.append(quoted.replace(";", "\\;").replace(",", "\\,"));
          end = input.length();
          backslash = quoted.endsWith("\\") ? end : backslash;
          continue;
        }
        char c = scanner.next();
        if (isListSeparator(c) && backslash == input.length()) {
          throw scanner.place(at).error("a path that ends in a backslash has to be the last one");
        }
        input.append(c);
        end = SpecScanner.isBlank(c) ? end : input.length();
      }
      return input.substring(0, end);
    }

    private static boolean isListSeparator(char c) {
      return c == ';' || c == ',';
    }

    /** Appends the text that {@link #read} reads so; entries of the list are quoted if need be. */
    void appendTo(StringBuilder text, Prefixes prefixes) {
      if (prefix != null) {
        text.append(prefix).append(':');
      }
      for (int from = 0, to; from <= input.length(); from = to + 1) {
        to = endOfEntry(from);
        if (from > 0) {
          text.append(input.charAt(from - 1));
        }
        boolean taken = prefixes.isTakenFrom(input) || beginsWithMix(input);
        boolean begins = from == 0 && prefix == null && taken;
        appendEntry(text, from, to, begins || isOdd(from, to));
      }
    }

    private int endOfEntry(int from) {
      int to = from;
      while (to < input.length() && !isListSeparator(input.charAt(to))) {
        to += isEscape(to) ? 2 : 1;
      }
      return to;
    }

    /** Whether a backslash before a separator of the list is located here. */
    private boolean isEscape(int index) {
      return input.charAt(index) == '\\'
          && index + 1 < input.length()
          && isListSeparator(input.charAt(index + 1));
    }

    private boolean isOdd(int from, int to) {
      for (int i = from; i < to; i++) {
        boolean blankAtEnd =
            (i == 0 || i == input.length() - 1) && SpecScanner.isBlank(input.charAt(i));
        if (input.charAt(i) == '"' || blankAtEnd || SpecScanner.isSeparator(input, i)) {
          return true;
        }
      }
      return false;
    }

    private void appendEntry(StringBuilder text, int from, int to, boolean inQuotes) {
      if (!inQuotes) {
        text.append(input, from, to);
        return;
      }
      text.append('"');
      for (int i = from; i < to; i++) {
        i += isEscape(i) ? 1 : 0;
        SpecScanner.appendQuoted(text, input.charAt(i));
      }
      text.append('"');
    }
  }

  /**
   * Names of sources, before a colon.
   *
   * @param known all of them, in lower case and sorted
   */
  private record Prefixes(List<String> known) {
    private static final Pattern BEGINNING = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(/?/?)");

    static Prefixes of(Collection<String> known) {
      return new Prefixes(
          known.stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().sorted().toList());
    }

    /** Returns what is located before the first colon, when it is a known name; else null. */
    String of(String source) {
      Matcher beginning = BEGINNING.matcher(source);
      String name = beginning.lookingAt() ? beginning.group(1).toLowerCase(Locale.ROOT) : null;
      return known.contains(name) ? name : null;
    }

    /**
     * Returns what is wrong with the beginning of a source without a known name, or null: a wrong
     * name which is neither a URI's scheme nor written as one.
     */
    String complaint(String source) {
      Matcher beginning = BEGINNING.matcher(source);
      if (!beginning.lookingAt() || beginning.group(2).equals("//")) {
        return null;
      }
      String name = beginning.group(1).toLowerCase(Locale.ROOT);
      if (beginning.group(2).equals("/") && Suggestion.near(name, known).isEmpty()) {
        return null;
      }
      return "no source is named '"
          + name
          + "'; "
          + Suggestion.instead(name, known)
          + "; write a path that begins so in quotes";
    }

    /** Whether a path that begins so has to be quoted. */
    boolean isTakenFrom(String source) {
      return of(source) != null || complaint(source) != null;
    }
  }
}
