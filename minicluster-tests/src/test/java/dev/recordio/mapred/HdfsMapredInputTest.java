// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsMapredInputTest extends AbstractMapredInputTest implements HdfsUnderTest {
  @Override
  public int blockSize() {
    return 4096; // smaller than some records
  }

  @Override
  protected int cuts() {
    return 11;
  }
}
