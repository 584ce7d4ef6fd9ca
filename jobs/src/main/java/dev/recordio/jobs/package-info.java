// SPDX-License-Identifier: Apache-2.0
/**
 * The program: one main class, and its commands.
 *
 * <p>Entry points: {@link RecordIO}, which lists the commands. Dependencies point down: {@code
 * RecordIO}, the commands, {@code job}, {@code shard} and {@code commit}, then {@code run} and
 * {@code cli}, then the library.
 */
package dev.recordio.jobs;
