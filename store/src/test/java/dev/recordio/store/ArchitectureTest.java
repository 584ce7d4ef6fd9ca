// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store;

import dev.recordio.testing.AbstractArchitectureTest;

/** What stores may use of others. */
class ArchitectureTest extends AbstractArchitectureTest {
  ArchitectureTest() {
    super(Store.class);
  }
}
