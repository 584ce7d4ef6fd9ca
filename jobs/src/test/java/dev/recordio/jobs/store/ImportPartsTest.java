// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ImportPartsTest {
  private static final long CHUNK = 128L << 20;

  @Test
  void thereIsAPartForEachChunk() {
    assertEquals(1, ImportJob.parts(1000, CHUNK - 1, CHUNK));
    assertEquals(1, ImportJob.parts(1000, 2 * CHUNK - 1, CHUNK));
    assertEquals(80, ImportJob.parts(1000, 80 * CHUNK, CHUNK));
  }

  @Test
  void aPartHasARecordAtLeast() {
    assertEquals(3, ImportJob.parts(3, 80 * CHUNK, CHUNK));
    assertEquals(1, ImportJob.parts(0, 0, CHUNK));
  }

  /** Their tables are named by a manifest below 1 MB. */
  @Test
  void tenTerabytesHaveNoMorePartsThanAManifestNames() {
    assertEquals(4096, ImportJob.parts(10_000_000_000L, 10L << 40, CHUNK));
  }
}
