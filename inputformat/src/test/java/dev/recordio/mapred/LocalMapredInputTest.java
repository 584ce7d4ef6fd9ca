// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.testing.LocalFilesUnderTest;

class LocalMapredInputTest extends AbstractMapredInputTest implements LocalFilesUnderTest {
  @Override
  protected int cuts() {
    return 400;
  }
}
