// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsRecordIndexFileTest extends AbstractRecordIndexFileTest implements HdfsUnderTest {}
