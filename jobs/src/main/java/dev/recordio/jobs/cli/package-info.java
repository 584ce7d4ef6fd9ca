// SPDX-License-Identifier: Apache-2.0
/** The command line: arguments, the table of commands, help, and the base class of a command. */
package dev.recordio.jobs.cli;
