// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.IOException;

/** A tar whose members can't be found any more. */
final class TarDamage extends IOException {
  private static final long serialVersionUID = 1L;

  private final String archive;

  /**
   * @param archive the tar, which may be one of the tars of an input
   * @param last the member before, or null
   */
  TarDamage(String archive, String what, long offset, String expected, String found, String last) {
    super(
        what
            + " at offset "
            + offset
            + ": expected "
            + expected
            + ", found "
            + found
            + (last == null ? "" : ", after the member " + last));
    this.archive = archive;
  }

  String archive() {
    return archive;
  }
}
