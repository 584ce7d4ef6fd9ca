// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import dev.recordio.testing.LocalFilesUnderTest;

class LocalMapredOutputTest extends AbstractMapredOutputTest implements LocalFilesUnderTest {}
