// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.input.InputRange;
import dev.recordio.xgboost.input.WorkerInput;
import dev.recordio.xgboost.train.TrainSettings;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class WorkerInputFormatTest {
  /** Tasks get tokens for the file systems of these, and for no others. */
  @Test
  void columnsOfAnEarlierModelAreReadByTheWorkersToo() {
    var rows = new Path("hdfs://one/rows.libsvm");
    var input = new WorkerInput(List.of(new InputRange(rows, 0, 9)), WorkerInput.Shards.NONE);
    TrainSettings settings = TrainSettings.of(Map.of());
    assertEquals(List.of(rows), WorkerInputFormat.read(List.of(input), settings));
    assertEquals(
        List.of(rows, new Path("hdfs://two/columns.npy")),
        WorkerInputFormat.read(List.of(input), settings.withColumnsOf("hdfs://two/columns.npy")));
  }
}
