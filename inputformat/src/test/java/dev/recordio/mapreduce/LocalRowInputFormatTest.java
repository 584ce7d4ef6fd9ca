// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.testing.LocalFiles;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalRowInputFormatTest extends AbstractRowInputFormatTest {
  @TempDir java.nio.file.Path folder;

  @Override
  protected IntStream splitCounts() {
    return IntStream.rangeClosed(1, 50);
  }

  @Override
  public Configuration conf() {
    return LocalFiles.checked();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }
}
