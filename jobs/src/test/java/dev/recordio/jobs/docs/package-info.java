// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the commands that the README and the pages of {@code docs} show, and compares their output
 * with what is shown there.
 *
 * <p>{@code DocBlocks} finds the blocks of a page, {@code DocCommands} the commands in a block,
 * {@code PageFolder} is the folder they run in, with its inputs, {@code PageShell} runs them, and
 * {@code ShownOutput} compares.
 */
package dev.recordio.jobs.docs;
