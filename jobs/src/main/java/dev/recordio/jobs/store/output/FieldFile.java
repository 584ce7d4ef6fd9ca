// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.output;

import java.io.Closeable;
import java.io.IOException;

/**
 * The files of a field: a value, or none, for each record in order. Their number is known
 * beforehand.
 */
public interface FieldFile extends Closeable {
  /**
   * Writes the value of the next record.
   *
   * @param buffer the array that holds it
   * @param offset where it begins
   * @param length its bytes
   * @throws IllegalArgumentException when the field's values have other lengths
   */
  void value(byte[] buffer, int offset, int length) throws IOException;

  /** Writes that the next record has no value. */
  void absent() throws IOException;

  /**
   * Writes values of consecutive records, which lie one after the other.
   *
   * @param buffer the array that holds them
   * @param offset where the first one begins
   * @param count how many
   * @throws IllegalStateException when the field's values have no fixed length
   */
  default void values(byte[] buffer, int offset, int count) throws IOException {
    throw new IllegalStateException("the values have no fixed length");
  }

  /**
   * Ends the files.
   *
   * @throws IllegalStateException when there were fewer records than announced
   */
  void finish() throws IOException;

  /** Closes what is open; without {@link #finish} the files are not whole. */
  @Override
  void close() throws IOException;
}
