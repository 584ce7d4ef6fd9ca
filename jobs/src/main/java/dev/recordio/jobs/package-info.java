// SPDX-License-Identifier: Apache-2.0
/**
 * <<<<<<< HEAD The tools: one main class, one sub-command per job. ======= The tools: one main
 * class, one subcommand per job. >>>>>>> w/eng2
 *
 * <p>Face: {@link RecordIO}, which lists the commands. Dependencies point down: {@code RecordIO},
 * the commands, {@code segment}, {@code side} and {@code shard}, then {@code run} and {@code cli},
 * then the library.
 */
package dev.recordio.jobs;
