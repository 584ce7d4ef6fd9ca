// SPDX-License-Identifier: Apache-2.0
/**
 * Groups of items on their way between threads: bounded, in order, with the errors in their place.
 * Nothing here knows what the items are.
 *
 * <p>Entry points: {@link dev.recordio.reader.flow.Channel} for the groups, {@link
 * dev.recordio.reader.flow.Producers} for the threads that make them.
 */
package dev.recordio.reader.flow;
