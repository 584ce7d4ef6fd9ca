// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.spark.LabeledRow;
import dev.recordio.spark.RecordIORdds;
import dev.recordio.testing.Supports;
import dev.recordio.xgboost.TrainedModel;
import dev.recordio.xgboost.testing.LocalSpark;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import dev.recordio.xgboost.train.TrainOptions;
import dev.recordio.xgboost.train.TrainSettings;
import dev.recordio.xgboost.train.Trained;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Barrier stages of a Spark in this process. */
@Supports(
    row = "distributed XGBoost training on rows or npz shards; unused columns are dropped",
    engine = "Spark 4.2")
class SparkTrainingTest {
  private static JavaSparkContext spark;

  @TempDir Path dir;

  @BeforeAll
  static void begin() {
    spark = new JavaSparkContext(LocalSpark.conf());
  }

  @AfterAll
  static void end() {
    spark.stop();
  }

  private static TrainSettings settings(int workers) {
    return TrainSettings.of(Models.BINARY).withRounds(Models.ROUNDS).withWorkers(workers);
  }

  @Test
  void workersOnShardsTrainWhatOneProcessTrains() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "1000");
    Trained trained =
        SparkTraining.train(
            spark, new Configuration(), settings(3).withColumnsAsIs(), shards.toString());
    assertArrayEquals(
        Models.alone(text, Models.BINARY).toByteArray("ubj"), trained.model().bytes());
    assertEquals(6513, trained.report().rows());
    assertEquals(3, trained.report().workers());
  }

  @Test
  void rowsOfAnRddTrainWithAWorkerAPartition() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    var conf = new Configuration(spark.hadoopConfiguration());
    conf.setInt("recordio.input.parts", 3);
    JavaRDD<LabeledRow> rows = RecordIORdds.rows(spark, text.toString(), conf);
    Trained trained = SparkTraining.train(rows, settings(1));
    assertEquals(3, trained.report().workers());
    assertEquals(117, trained.report().columns());
    assertArrayEquals(
        Models.alone(text, Models.BINARY).predict(Models.text(text)),
        trained.model().predict(Text.rows(text)));
    Trained onDisk = SparkTraining.train(rows, settings(1).withExternalMemory());
    assertArrayEquals(trained.model().bytes(), onDisk.model().bytes());
  }

  @Test
  void theProgramWritesAModelWithItsColumns() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    String[] args = {
      text.toString(),
      dir.resolve("model").toString(),
      "--workers",
      "2",
      "--rounds",
      Integer.toString(Models.ROUNDS),
      "--param",
      "objective=binary:logistic",
      "--param",
      "max_depth=3",
      "--param",
      "eta=0.5"
    };
    TrainOnSpark.run(spark, TrainOptions.parse(args));
    TrainedModel model =
        TrainedModel.read(
            FileSystem.getLocal(new Configuration()),
            new org.apache.hadoop.fs.Path(dir.resolve("model").toUri()));
    assertEquals(117, model.columns().size());
    assertArrayEquals(
        Models.alone(text, Models.BINARY).predict(Models.text(text)),
        model.predict(Text.rows(text)));
  }

  @Test
  void aBadLineIsTheReason() throws Exception {
    Path text = dir.resolve("bad.libsvm");
    Files.write(text, List.of("1 1:1 2:1 7:1", "0 2:1 5:1 8:1", "1 3:x", "0 1:2 7:1"));
    Exception failed =
        assertThrows(
            Exception.class,
            () -> SparkTraining.train(spark, new Configuration(), settings(2), text.toString()));
    assertTrue(failed.getMessage().contains("bad.libsvm at offset 32"), failed.getMessage());
  }
}
