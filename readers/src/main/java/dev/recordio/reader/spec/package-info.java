// SPDX-License-Identifier: Apache-2.0
/**
 * The text of pipelines: {@code SOURCE | stage | stage}.
 *
 * <p>Entry points: {@link PipelineText} reads and prints it; {@link StageSyntax} is what a stage
 * declares of its parameters, {@link StageSyntaxes} are the syntaxes of all stages, and {@link
 * StageArguments} are the values for one of them. Pure text: nothing here knows what stages do.
 *
 * <pre>
 * SOURCE:   INPUT or prefix:INPUT; "..." in INPUT takes all characters as part of a path
 * stage:    name, name(value, ...) or name(value, ..., parameter=value, ...)
 * value:    a word without blanks, commas, parentheses and quotes, or "..."
 * "...":    any text, with \" for a quote and \\ for a backslash
 * </pre>
 *
 * Stages are separated by a bar with blanks on both sides; other bars are part of words. Names are
 * read in any case of their letters.
 */
package dev.recordio.reader.spec;
