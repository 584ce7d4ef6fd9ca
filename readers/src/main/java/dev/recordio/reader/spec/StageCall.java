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
  private final List<SpecPlace> places; // of the stage, then of the arguments; empty without a text

  private StageCall(String name, List<Argument> arguments, List<SpecPlace> places) {
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

  /** Returns a stage that was read. */
  static StageCall read(String name, List<Argument> arguments, List<SpecPlace> places) {
    return new StageCall(name, arguments, places);
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

  SpecPlace place() {
    return places.isEmpty() ? SpecPlace.NONE : places.get(0);
  }

  SpecPlace argumentPlace(int index) {
    return places.isEmpty() ? SpecPlace.NONE : places.get(index + 1);
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
      Quotes.appendValue(text, argument.value(), argument.name() != null);
    }
    return text.append(arguments.isEmpty() ? "" : ")").toString();
  }
}
