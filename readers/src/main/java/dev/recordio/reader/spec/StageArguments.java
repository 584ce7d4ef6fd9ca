// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.conf.Suggestion;
import dev.recordio.reader.spec.StageParameter.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The values of a stage's parameters: those given, checked, and defaults. A getter of a parameter
 * that the stage does not declare, that is of another type or has no value throws an
 * IllegalStateException.
 */
public final class StageArguments {
  /**
   * A value.
   *
   * @param text as it is written
   * @param meaning a String, Boolean, Long or Double
   * @param place where it is written, or where the stage is
   */
  record Value(String text, Object meaning, SpecScanner.Place place) {
    /** Returns the canonical text of all values of the same meaning. */
    String normal() {
      boolean word = meaning instanceof Long && Character.isLetter(text.charAt(0)); // inf
      return word ? text.toLowerCase(Locale.ROOT) : meaning.toString();
    }
  }

  private final StageSyntax syntax;
  private final Map<String, List<Value>> values; // of each parameter

  StageArguments(StageSyntax syntax, Map<String, List<Value>> values) {
    this.syntax = syntax;
    this.values = values;
  }

  static StageArguments read(StageSyntax syntax, StageCall call, Configuration conf) {
    return new StageArguments(syntax, new ArgumentMatcher(syntax, call, conf).values());
  }

  private List<Value> values(String parameter) {
    List<Value> all = values.get(parameter);
    if (all == null) {
      throw new IllegalStateException("no parameter " + parameter + " of " + syntax.usage());
    }
    return all;
  }

  private <T> T value(String parameter, Class<T> wanted) {
    List<Value> all = values(parameter);
    if (all.size() != 1 || !wanted.isInstance(all.get(0).meaning())) {
      throw new IllegalStateException(
          parameter + " of " + syntax.usage() + " has no " + wanted.getSimpleName());
    }
    return wanted.cast(all.get(0).meaning());
  }

  /** Returns the syntax whose parameters have these values. */
  public StageSyntax syntax() {
    return syntax;
  }

  /** Whether the parameter has a value: one that is given, or a default. */
  public boolean has(String parameter) {
    return !values(parameter).isEmpty();
  }

  /** Returns a whole number, or a size in bytes; {@link Long#MAX_VALUE} for {@code inf}. */
  public long getLong(String parameter) {
    return value(parameter, Long.class);
  }

  /**
   * Returns a whole number.
   *
   * @throws InvalidSettingException when it is no int
   */
  public int getInt(String parameter) {
    long value = getLong(parameter);
    if (value != (int) value) {
      throw error(parameter, "it takes a whole number up to " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /** Returns a text; of a few words, the one as the stage declares it. */
  public String getText(String parameter) {
    return value(parameter, String.class);
  }

  /** Returns the constant that has the text as its name, in any case of the letters. */
  public <E extends Enum<E>> E getEnum(String parameter, Class<E> type) {
    return SettingType.choose(
        parameter,
        getText(parameter),
        type.getEnumConstants(),
        e -> e.name().toLowerCase(Locale.ROOT));
  }

  /** Returns the texts of a parameter of several values. */
  public List<String> getTexts(String parameter) {
    return values(parameter).stream().map(value -> (String) value.meaning()).toList();
  }

  /**
   * Returns an error of a parameter's value, which quotes it and the text of the pipeline.
   *
   * @param what is wrong
   */
  public InvalidSettingException error(String parameter, String what) {
    Value value = values(parameter).get(0);
    return value
        .place()
        .error(parameter + " of " + syntax.name() + " is '" + value.text() + "'; " + what);
  }

  /**
   * Returns an error of one of the values of a parameter, which quotes the text of the pipeline.
   *
   * @param i which value, from 0
   */
  public InvalidSettingException error(String parameter, int i, String what) {
    return values(parameter).get(i).place().error(what);
  }

  /**
   * Returns the stage with the values of all parameters, defaults too, in canonical form: calls of
   * the same meaning give equal ones. What has to be given has no name.
   */
  public StageCall normal() {
    StageCall call = StageCall.of(syntax.name());
    boolean byPlace = true;
    for (StageParameter parameter : syntax.parameters()) {
      byPlace &= parameter.use() != Use.OPTIONAL;
      for (Value value : values(parameter.name())) {
        call = call.with(byPlace ? null : parameter.name(), value.normal());
      }
    }
    return call;
  }

  /** Finds the parameter of each argument of a call, checks the values, and adds defaults. */
  private static final class ArgumentMatcher {
    private final StageSyntax syntax;
    private final StageCall call;
    private final Configuration conf;
    private final Map<String, List<Value>> values = new LinkedHashMap<>();

    ArgumentMatcher(StageSyntax syntax, StageCall call, Configuration conf) {
      this.syntax = syntax;
      this.call = call;
      this.conf = conf;
    }

    /** Returns the values of each parameter; none for one without default that is not given. */
    Map<String, List<Value>> values() {
      syntax.names().forEach(name -> values.put(name, new ArrayList<>()));
      int next = 0;
      for (int i = 0; i < call.arguments().size(); i++) {
        StageCall.Argument argument = call.arguments().get(i);
        StageParameter parameter =
            argument.name() == null ? byPlace(next, i) : byName(argument.name(), i);
        next += parameter.use() == Use.SEVERAL ? 0 : 1;
        add(parameter, i, argument);
      }
      syntax.parameters().forEach(this::complete);
      return values;
    }

    private StageParameter byPlace(int next, int index) {
      if (next < syntax.parameters().size()) {
        return syntax.parameters().get(next);
      }
      throw call.argumentPlace(index)
          .error(
              "too many arguments: "
                  + (next == 0
                      ? "stage " + call.name() + " has no parameters"
                      : "expected " + syntax.usage()));
    }

    private StageParameter byName(String name, int index) {
      for (StageParameter parameter : syntax.parameters()) {
        if (parameter.name().equals(name)) {
          return parameter;
        }
      }
      String kind = syntax.kindWord();
      throw call.argumentPlace(index)
          .error(
              "stage "
                  + syntax.name()
                  + (kind == null ? "" : "(" + kind + ")")
                  + " has no parameter '"
                  + name
                  + "'"
                  + (syntax.names().isEmpty()
                      ? ""
                      : "; " + Suggestion.instead(name, syntax.names())));
    }

    private void add(StageParameter parameter, int index, StageCall.Argument argument) {
      SpecScanner.Place place = call.argumentPlace(index);
      List<Value> all = values.get(parameter.name());
      if (!all.isEmpty() && (parameter.use() != Use.SEVERAL || argument.name() != null)) {
        throw place.error(parameter.name() + " of " + call.name() + " is given twice");
      }
      String text = argument.value();
      try {
        Object meaning = parameter.type().read(parameter.name() + " of " + call.name(), text);
        all.add(new Value(text, meaning, place));
      } catch (InvalidSettingException e) {
        throw place.error(
            e.getMessage() + Suggestion.didYouMean(Suggestion.near(text, parameter.type().words())),
            e);
      }
    }

    private void complete(StageParameter parameter) {
      List<Value> all = values.get(parameter.name());
      if (!all.isEmpty()) {
        return;
      }
      if (parameter.use() != Use.OPTIONAL) {
        throw call.error(
            "stage "
                + call.name()
                + " needs "
                + parameter.name()
                + ": "
                + parameter.type().takes());
      }
      String text = parameter.key() == null ? parameter.defaultValue() : parameter.key().get(conf);
      if (text != null && !text.isEmpty()) {
        all.add(new Value(text, parameter.type().read(parameter.name(), text), call.place()));
      }
    }
  }
}
