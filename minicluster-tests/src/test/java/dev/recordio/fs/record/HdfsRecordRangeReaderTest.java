// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.testing.Sampled;

@AgainOnHdfs
class HdfsRecordRangeReaderTest extends AbstractRecordRangeReaderTest implements HdfsUnderTest {
  @Override
  public int blockSize() {
    return 1024; // smaller than many records
  }

  /** The local test has all of them: each cut opens the file twice, and each block. */
  @Override
  protected int cuts() {
    return Sampled.step(5, super.cuts());
  }
}
