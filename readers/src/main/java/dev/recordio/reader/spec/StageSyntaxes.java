// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.conf.Suggestion;
import java.util.Collection;
import java.util.List;

/** The syntaxes of all stages; one name may have several kinds, each with a first word. */
public final class StageSyntaxes {
  private final List<StageSyntax> all;

  private StageSyntaxes(List<StageSyntax> all) {
    this.all = all;
  }

  /**
   * Returns these syntaxes.
   *
   * @throws IllegalStateException when two of them have a name in common, and are not two kinds
   */
  public static StageSyntaxes of(Collection<StageSyntax> all) {
    for (StageSyntax one : all) {
      for (StageSyntax other : all) {
        boolean kinds = one.kindWord() != null && other.kindWord() != null;
        if (one != other
            && one.name().equals(other.name())
            && !(kinds && !one.kindWord().equals(other.kindWord()))) {
          throw new IllegalStateException("two stages: " + one.usage() + ", " + other.usage());
        }
      }
    }
    return new StageSyntaxes(List.copyOf(all));
  }

  /** Returns the syntaxes, in the order in which they were given. */
  public List<StageSyntax> all() {
    return all;
  }

  /**
   * Returns the syntax of a stage.
   *
   * @throws InvalidSettingException when there is none; the message has the nearest name
   */
  public StageSyntax find(StageCall call) {
    List<StageSyntax> found = all.stream().filter(one -> one.name().equals(call.name())).toList();
    if (found.isEmpty()) {
      List<String> names = all.stream().map(StageSyntax::name).distinct().toList();
      throw call.error(
          "no stage is named '" + call.name() + "'; " + Suggestion.instead(call.name(), names));
    }
    return found.size() == 1 ? found.get(0) : kind(call, found);
  }

  private static StageSyntax kind(StageCall call, List<StageSyntax> kinds) {
    List<String> words = kinds.stream().map(StageSyntax::kindWord).toList();
    String parameter = kinds.get(0).names().get(0);
    SettingType type = SettingType.oneOf(words.toArray(new String[0]));
    StageSyntax chooser = StageSyntax.of(call.name(), "").required(parameter, type, "");
    String word = chooser.read(call.onlyFirst(parameter), null).getText(parameter);
    return kinds.get(words.indexOf(word));
  }
}
