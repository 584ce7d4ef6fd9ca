// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsMapredRowsTest extends AbstractMapredRowsTest implements HdfsUnderTest {}
