// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Input formats on local files, without a job: splits cost little, so there are very many. */
public abstract class AbstractLocalEngineTest extends AbstractEngineTest
    implements LocalFilesUnderTest {
  @Override
  public final Configuration conf() {
    return Records.bufferSize(LocalFiles.checked(), "4k"); // small arrays: readers are many
  }

  @Override
  protected final Stream<EngineInput> recordInputs() {
    return Stream.concat(EngineInputs.records(), EngineInputs.recordsInManySplits());
  }

  @Override
  protected final Stream<EngineInput> rowInputs() {
    return Stream.concat(EngineInputs.rows(), EngineInputs.rowsInManySplits());
  }
}
