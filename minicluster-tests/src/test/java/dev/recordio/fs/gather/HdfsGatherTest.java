// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsGatherTest extends AbstractGatherTest implements HdfsUnderTest {}
