// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import java.io.IOException;

/**
 * A kind of sources, by the name that texts of pipelines have before the colon. Declared in {@code
 * META-INF/services}.
 */
public interface SourceProvider {
  /** Returns the name, in lower case. */
  String prefix();

  /**
   * Whether an input is of this kind, by its first file's first bytes.
   *
   * @param head these bytes, uncompressed
   * @param length how many they are
   */
  boolean fits(byte[] head, int length);

  /**
   * Opens an input; reads no more of it than a list of its files.
   *
   * @param text the source as it is written
   * @param input the list of inputs
   * @throws IOException when the input does not exist
   */
  Source<?> open(ReaderContext context, String text, String input) throws IOException;
}
