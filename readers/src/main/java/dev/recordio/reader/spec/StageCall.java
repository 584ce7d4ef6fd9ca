// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A stage of a pipeline as it is written: a name and arguments, those without a name first. Names
 * are letters, digits, {@code _} and {@code -}, and have no capitals; values are any text. What
 * they mean is for the {@link StageSyntax} of the stage. Two calls are equal when they are written
 * in the same way.
 */
public final class StageCall {
  /**
   * An argument.
   *
   * @param name of the parameter, or null for an argument by place
   * @param value its text, without quotes
   */
  public record Argument(String name, String value) {
    /** Checks the parts. */
    public Argument {
      Objects.requireNonNull(value, "value");
      name = name == null ? null : checked(name);
    }
  }

  private final String name;
  private final List<Argument> arguments;
  private final List<SpecScanner.Place>
      places; // of the stage, then of the arguments; empty without a text

  private StageCall(String name, List<Argument> arguments, List<SpecScanner.Place> places) {
    this.name = checked(name);
    this.arguments = List.copyOf(arguments);
    this.places = List.copyOf(places);
    for (int i = 1; i < arguments.size(); i++) {
      if (arguments.get(i).name() == null && arguments.get(i - 1).name() != null) {
        throw argumentPlace(i)
            .error("an argument without a name follows '" + arguments.get(i - 1).name() + "='");
      }
    }
  }

  /**
   * Returns a stage.
   *
   * @throws InvalidSettingException when the name is no name, or an argument without a name follows
   *     one with a name
   */
  public static StageCall of(String name, List<Argument> arguments) {
    return new StageCall(name, arguments, List.of());
  }

  /** Returns a stage without arguments. */
  public static StageCall of(String name) {
    return of(name, List.of());
  }

  /** Takes a stage and the blanks around it; the end or a separator follows. */
  static StageCall read(SpecScanner scanner) {
    return new Parser(scanner).stage();
  }

  /** Returns this stage with another argument by place. */
  public StageCall with(Object value) {
    return with(null, value);
  }

  /** Returns this stage with another argument by name, or by place when the name is null. */
  public StageCall with(String parameter, Object value) {
    var more = new ArrayList<>(arguments);
    more.add(new Argument(parameter, value.toString()));
    return of(name, more);
  }

  /** Returns this stage with the argument for its first parameter only. */
  StageCall onlyFirst(String parameter) {
    for (int i = 0; i < arguments.size(); i++) {
      Argument argument = arguments.get(i);
      if (argument.name() == null || argument.name().equals(parameter)) {
        return new StageCall(name, List.of(argument), List.of(place(), argumentPlace(i)));
      }
    }
    return new StageCall(name, List.of(), List.of(place()));
  }

  /** Returns the name, without capitals. */
  public String name() {
    return name;
  }

  /** Returns the arguments, in the order in which they are written. */
  public List<Argument> arguments() {
    return arguments;
  }

  /** Returns an error of the whole stage, which quotes the text that the stage was read from. */
  public InvalidSettingException error(String what) {
    return place().error(what);
  }

  SpecScanner.Place place() {
    return places.isEmpty() ? SpecScanner.Place.NONE : places.get(0);
  }

  SpecScanner.Place argumentPlace(int index) {
    return places.isEmpty() ? SpecScanner.Place.NONE : places.get(index + 1);
  }

  /** Whether names have the character, not as the first one or as any. */
  static boolean isInName(char c, boolean later) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || later && (c >= '0' && c <= '9' || c == '_' || c == '-');
  }

  private static String checked(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!isInName(name.charAt(i), i > 0)) {
        throw new InvalidSettingException("'" + name + "' is no name of a stage or parameter");
      }
    }
    if (name.isEmpty()) {
      throw new InvalidSettingException("the name of a stage or parameter is empty");
    }
    return name.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StageCall call
        && call.name.equals(name)
        && call.arguments.equals(arguments);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, arguments);
  }

  /** Returns the stage as it is written; the text is read back as this stage. */
  @Override
  public String toString() {
    var text = new StringBuilder(name);
    for (int i = 0; i < arguments.size(); i++) {
      text.append(i == 0 ? '(' : ',');
      Argument argument = arguments.get(i);
      text.append(argument.name() == null ? "" : argument.name() + "=");
      appendValue(text, argument.value(), argument.name() != null);
    }
    return text.append(arguments.isEmpty() ? "" : ")").toString();
  }

  /** Whether a value without quotes ends before the character. */
  private static boolean endsValue(char c) {
    return SpecScanner.isBlank(c) || c == ',' || c == '(' || c == ')' || c == '"';
  }

  /** Appends a value, in quotes if it is not read back without them. */
  private static void appendValue(StringBuilder text, String value, boolean hasName) {
    boolean plain =
        !value.isEmpty()
            && value.chars().noneMatch(c -> endsValue((char) c))
            && (hasName || !beginsWithName(value));
    if (plain) {
      text.append(value);
      return;
    }
    text.append('"');
    value.chars().forEach(c -> SpecScanner.appendQuoted(text, (char) c));
    text.append('"');
  }

  /** Whether the value has a name and an equals sign first. */
  private static boolean beginsWithName(String value) {
    int i = 0;
    while (i < value.length() && isInName(value.charAt(i), i > 0)) {
      i++;
    }
    return i > 0 && i < value.length() && value.charAt(i) == '=';
  }

  /** Reads one stage: a name and, in parentheses, its arguments. */
  private static final class Parser {
    private final SpecScanner scanner;
    private final List<Argument> arguments = new ArrayList<>();
    private final List<SpecScanner.Place> places = new ArrayList<>();

    private Parser(SpecScanner scanner) {
      this.scanner = scanner;
    }

    private StageCall stage() {
      scanner.skipBlanks();
      places.add(scanner.place(scanner.at()));
      String name = scanner.name();
      if (name.isEmpty()) {
        throw scanner.expected("a stage");
      }
      scanner.skipBlanks();
      int open = scanner.at();
      if (scanner.skip('(')) {
        arguments(open);
        scanner.skipBlanks();
      }
      if (!scanner.atEnd() && !scanner.atSeparator()) {
        throw scanner.expected("' | ' with blanks on both sides, or the end, after stage " + name);
      }
      return new StageCall(name, arguments, places);
    }

    private void arguments(int open) {
      scanner.skipBlanks();
      if (scanner.skip(')')) {
        return;
      }
      do {
        scanner.skipBlanks();
        places.add(scanner.place(scanner.at()));
        String name = argumentName();
        arguments.add(new Argument(name, value(open)));
        scanner.skipBlanks();
      } while (scanner.skip(','));
      if (scanner.atEnd() || scanner.atSeparator()) {
        throw notClosed(open);
      }
      if (!scanner.skip(')')) {
        throw scanner.expected("',' or ')' (a value with such characters is written in quotes)");
      }
    }

    /** Takes a name and an equals sign; returns null, and takes nothing, when there are none. */
    private String argumentName() {
      int start = scanner.at();
      String name = scanner.name();
      scanner.skipBlanks();
      if (name.isEmpty() || !scanner.skip('=')) {
        scanner.backTo(start);
        return null;
      }
      scanner.skipBlanks();
      return name;
    }

    private String value(int open) {
      if (scanner.at('"')) {
        return scanner.quoted();
      }
      if (scanner.atEnd() || scanner.atSeparator()) {
        throw notClosed(open);
      }
      var value = new StringBuilder();
      while (!scanner.atEnd() && !endsValue(scanner.peek())) {
        value.append(scanner.next());
      }
      if (value.isEmpty()) {
        throw scanner.expected("a value");
      }
      return value.toString();
    }

    private InvalidSettingException notClosed(int open) {
      return scanner.place(open).error("the parenthesis that opens here is not closed");
    }
  }
}
