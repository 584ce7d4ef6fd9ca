// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.fs.index.RecordFiles;

/** The lines of an {@code .idx}: keys and offsets, and nothing else. */
abstract class TextLines implements IndexEntries {
  @Override
  public final int length() {
    return UNKNOWN;
  }

  @Override
  public final boolean hasChecksum() {
    return false;
  }

  @Override
  public final int checksum() {
    throw new IllegalStateException("a text index has no checksums");
  }

  @Override
  public final String suffix() {
    return RecordFiles.INDEX;
  }
}
