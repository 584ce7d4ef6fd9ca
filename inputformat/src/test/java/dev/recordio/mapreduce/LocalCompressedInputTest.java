// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.testing.LocalFilesUnderTest;

class LocalCompressedInputTest extends AbstractCompressedInputTest implements LocalFilesUnderTest {}
