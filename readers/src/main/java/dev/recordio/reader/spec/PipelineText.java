// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.spec;

import dev.recordio.conf.InvalidSettingException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * The text of a pipeline: a source and stages, {@code SOURCE | stage | stage}. Two are equal when
 * their canonical texts are.
 */
public final class PipelineText {
  private final SourceText source;
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
    SourceText source = SourceText.read(scanner, prefixes);
    var stages = new ArrayList<StageCall>();
    while (scanner.skip('|')) {
      stages.add(StageParser.read(scanner));
    }
    return new PipelineText(source, stages, prefixes);
  }

  /** Returns the name of the kind of source, without capitals, or null. */
  public String prefix() {
    return source.prefix();
  }

  /**
   * Returns the list of inputs, in the form that all commands take; it has backslashes before the
   * separators that were quoted.
   */
  public String input() {
    return source.input();
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
        && text.source.equals(source)
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
    source.appendTo(text, prefixes);
    stages.forEach(stage -> text.append(" | ").append(stage));
    return text.toString();
  }
}
