// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import dev.recordio.testing.AbstractArchitectureTest;

/** What pipelines may use of others. */
class ArchitectureTest extends AbstractArchitectureTest {
  ArchitectureTest() {
    super(Readers.class);
  }
}
