// SPDX-License-Identifier: Apache-2.0
/**
 * The ways to do a thing: ours, and what users would pick instead.
 *
 * <p>Entry points: a class for each way; {@link Program} and {@link CommandWork} run other
 * programs.
 */
package dev.recordio.bench.peer;
