// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;
import org.junit.jupiter.api.Tag;

@AgainOnHdfs
@Tag("deep")
class HdfsDamagedInputTest extends AbstractDamagedInputTest implements HdfsUnderTest {}
