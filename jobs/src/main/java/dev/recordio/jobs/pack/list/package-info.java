// SPDX-License-Identifier: Apache-2.0
/**
 * The lists of pack, of im2rec's form and of inputs.
 *
 * <p>Entry points: {@link ListScan} reads the files that a list names, and {@link ListBounds} are
 * which it may name. {@link PackLists} writes lists in place of shards, {@link PackedList} the list
 * of what was packed. {@link InputsFile} has inputs, one a line.
 */
package dev.recordio.jobs.pack.list;
