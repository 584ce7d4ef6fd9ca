// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.testing.LocalFilesUnderTest;
import java.util.stream.IntStream;

class LocalRowInputFormatTest extends AbstractRowInputFormatTest implements LocalFilesUnderTest {
  @Override
  protected IntStream splitCounts() {
    return IntStream.rangeClosed(1, 50);
  }
}
