// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsIndexedInputFormatTest extends AbstractIndexedInputFormatTest implements HdfsUnderTest {
  @Override
  public int blockSize() {
    return 1024; // smaller than many records
  }
}
