// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsUnderTest;

@AgainOnHdfs
class HdfsInputListingTest extends AbstractInputListingTest implements HdfsUnderTest {}
