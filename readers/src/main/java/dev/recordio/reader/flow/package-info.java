// SPDX-License-Identifier: Apache-2.0
/**
 * Groups of items on their way between threads: bounded, in order, with the errors in their place.
 * Nothing here knows what the items are.
 *
 * <p>Entry points: {@link dev.recordio.reader.flow.Channel} for groups in the order of their
 * arrival, {@link dev.recordio.reader.flow.OrderedChannel} for numbered pieces of work, {@link
 * dev.recordio.reader.flow.FlowThreads} for the threads.
 */
package dev.recordio.reader.flow;
