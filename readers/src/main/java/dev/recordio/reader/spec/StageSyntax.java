// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import static java.util.stream.Collectors.joining;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.reader.spec.StageParameter.Use;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * What may be written of a stage: its name and its parameters, in the order of arguments without
 * names. Each stage declares its own:
 *
 * <pre>
 * StageSyntax.of("batch", "makes one item of several")
 *     .required("n", SettingType.whole(1), "how many items")
 *     .optional("tail", SettingType.oneOf("emit", "drop"), "emit", "what becomes of the rest")
 * </pre>
 */
public final class StageSyntax {
  private final String name;
  private final String description;
  private final List<StageParameter> parameters;

  private StageSyntax(String name, String description, List<StageParameter> parameters) {
    this.name = StageCall.of(name).name();
    this.description = description;
    this.parameters = List.copyOf(parameters);
  }

  /**
   * Returns the syntax of a stage without parameters.
   *
   * @param description what the stage does, in one line
   */
  public static StageSyntax of(String name, String description) {
    return new StageSyntax(name, description, List.of());
  }

  /** Adds a parameter without which the stage is invalid. */
  public StageSyntax required(String parameter, SettingType type, String about) {
    return with(new StageParameter(parameter, type, Use.REQUIRED, null, null, about));
  }

  /**
   * Adds a first parameter that has this word as its value. Several syntaxes of one name, each with
   * a word of its own, are the kinds of a stage.
   */
  public StageSyntax kind(String parameter, String word, String about) {
    return required(parameter, SettingType.oneOf(word), about);
  }

  /**
   * Adds a parameter that may be omitted.
   *
   * @param defaultValue as users would write it, or null when there is none
   */
  public StageSyntax optional(
      String parameter, SettingType type, String defaultValue, String about) {
    if (defaultValue != null) {
      type.read(parameter, defaultValue);
    }
    return with(new StageParameter(parameter, type, Use.OPTIONAL, defaultValue, null, about));
  }

  /** Adds a parameter that may be omitted: it takes what the key takes, and defaults to that. */
  public StageSyntax optional(String parameter, ConfKey key, String about) {
    var type = key.definition().type();
    return with(new StageParameter(parameter, type, Use.OPTIONAL, null, key, about));
  }

  /**
   * Adds a parameter of one or more values, all by place; later parameters have to be given by
   * their names.
   */
  public StageSyntax several(String parameter, SettingType type, String about) {
    return with(new StageParameter(parameter, type, Use.SEVERAL, null, null, about));
  }

  private StageSyntax with(StageParameter parameter) {
    StageParameter last = parameters.isEmpty() ? null : parameters.get(parameters.size() - 1);
    boolean inOrder = parameter.use() == Use.OPTIONAL || last == null || last.use() == Use.REQUIRED;
    if (!inOrder || names().contains(StageCall.of(parameter.name()).name())) {
      throw new IllegalStateException("parameter " + parameter.name() + " of " + usage());
    }
    var more = new ArrayList<>(parameters);
    more.add(parameter);
    return new StageSyntax(name, description, more);
  }

  /** Returns the stage's name. */
  public String name() {
    return name;
  }

  /** Returns what the stage does, in one line. */
  public String description() {
    return description;
  }

  /** Returns the parameters, in the order of arguments without names. */
  public List<StageParameter> parameters() {
    return parameters;
  }

  /** Returns how the stage is written, such as {@code batch(n,tail=emit)}. */
  public String usage() {
    return name
        + (parameters.isEmpty()
            ? ""
            : parameters.stream().map(StageParameter::usage).collect(joining(",", "(", ")")));
  }

  /** Returns the word of {@link #kind}, or null. */
  public String kindWord() {
    List<String> words = parameters.isEmpty() ? List.of() : parameters.get(0).type().words();
    return words.size() == 1 ? words.get(0) : null;
  }

  List<String> names() {
    return parameters.stream().map(StageParameter::name).toList();
  }

  /**
   * Returns the values that a call of this stage has.
   *
   * @param conf has the keys that are defaults
   * @throws InvalidSettingException when the call does not fit; the message quotes the text that it
   *     was read from and names the column
   */
  public StageArguments read(StageCall call, Configuration conf) {
    return StageArguments.read(this, call, conf);
  }
}
