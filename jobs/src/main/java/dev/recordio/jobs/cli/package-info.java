// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: arguments, the table of commands, help, and the base class of a command.
 *
 * <p><<<<<<< HEAD
 *
 * <p>Face: {@link Command}, which each sub-command extends, and {@link CommandTable}. Nothing here
 * knows a command, except those of the tool itself: version, bench, warm-up. =======
 *
 * <p>Face: {@link Command}, which each subcommand extends, and {@link CommandTable}. The only
 * commands here are those of the tool itself: version, bench, warm-up. >>>>>>> w/eng2
 */
package dev.recordio.jobs.cli;
