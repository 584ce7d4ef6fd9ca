// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

/**
 * Where in the files of a source an item begins: what lets a run that is resumed begin there,
 * without counting the items before it.
 *
 * @param file which file, from 0
 * @param offset where to begin in it, in bytes
 * @param ordinal the number over the whole input of the first item from there on
 */
public record Hint(int file, long offset, long ordinal) {
  /** The input's start. */
  public static final Hint START = new Hint(0, 0, 0);
}
