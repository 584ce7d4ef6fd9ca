// SPDX-License-Identifier: Apache-2.0
/**
 * The tools: one main class, one subcommand per job.
 *
 * <p>Face: {@link RecordIO}, which lists the commands. Arrows point down: {@code RecordIO}, the
 * commands, {@code segment}, {@code side} and {@code shard}, then {@code run} and {@code cli}, then
 * the library.
 */
package dev.recordio.jobs;
