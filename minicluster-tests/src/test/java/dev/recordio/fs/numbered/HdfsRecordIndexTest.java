// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsRecordIndexTest extends AbstractRecordIndexTest implements HdfsUnderTest {}
