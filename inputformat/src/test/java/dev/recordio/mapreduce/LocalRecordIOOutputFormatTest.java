// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.testing.LocalFilesUnderTest;

class LocalRecordIOOutputFormatTest extends AbstractRecordIOOutputFormatTest
    implements LocalFilesUnderTest {}
