// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pairs;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;
import org.junit.jupiter.api.Tag;

/** Pairs of commands on HDFS, with local jobs. */
@AgainOnHdfs
@Tag("deep")
class HdfsPairsTest extends AbstractPairsTest implements HdfsUnderTest {}
