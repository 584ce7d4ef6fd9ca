// SPDX-License-Identifier: Apache-2.0
/**
 * The tools: one main class, one sub-command per job.
 *
 * <p>Entry points: {@link RecordIO}, which lists the commands. Dependencies point down: {@code
 * RecordIO}, the commands, {@code segment}, {@code side} and {@code shard}, then {@code run} and
 * {@code cli}, then the library.
 */
package dev.recordio.jobs;
