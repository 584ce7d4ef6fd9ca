// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsIndexJobTest extends AbstractIndexJobTest implements HdfsUnderTest {}
