// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.spec.StageArguments.Value;
import dev.recordio.reader.spec.StageParameter.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Finds the parameter of each argument of a call, checks the values, and adds defaults. */
final class ArgumentMatcher {
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
                + (syntax.names().isEmpty() ? "" : "; " + Mistake.instead(name, syntax.names())));
  }

  private void add(StageParameter parameter, int index, StageCall.Argument argument) {
    SpecPlace place = call.argumentPlace(index);
    List<Value> all = values.get(parameter.name());
    if (!all.isEmpty() && (parameter.use() != Use.SEVERAL || argument.name() != null)) {
      throw place.error(parameter.name() + " of " + call.name() + " is given twice");
    }
    String text = argument.value();
    try {
      Object meaning = parameter.type().read(parameter.name() + " of " + call.name(), text);
      all.add(new Value(text, meaning, place, true));
    } catch (InvalidSettingException e) {
      throw place.error(e.getMessage() + Mistake.nearest(text, parameter.type().words()), e);
    }
  }

  private void complete(StageParameter parameter) {
    List<Value> all = values.get(parameter.name());
    if (!all.isEmpty()) {
      return;
    }
    if (parameter.use() != Use.OPTIONAL) {
      throw call.error(
          "stage " + call.name() + " needs " + parameter.name() + ": " + parameter.type().takes());
    }
    String text = parameter.key() == null ? parameter.defaultValue() : parameter.key().get(conf);
    if (text != null && !text.isEmpty()) {
      all.add(new Value(text, parameter.type().read(parameter.name(), text), call.place(), false));
    }
  }
}
