// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsRowInputsTest extends AbstractRowInputsTest implements HdfsUnderTest {}
