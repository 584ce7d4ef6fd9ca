// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: arguments, the table of commands, help, and the base class of a command.
 *
 * <p>Entry points: {@link Command}, which each sub-command extends, and {@link CommandTable}.
 * Nothing here knows a command, except the commands of the tool itself: version, bench, help.
 */
package dev.recordio.jobs.cli;
