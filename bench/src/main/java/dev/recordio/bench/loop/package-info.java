// SPDX-License-Identifier: Apache-2.0
/**
 * Loops of JMH over one step each.
 *
 * <p>Entry points: {@link JmhWork} runs one.
 */
package dev.recordio.bench.loop;
