// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsRecordIOOutputFormatTest extends AbstractRecordIOOutputFormatTest
    implements HdfsUnderTest {}
