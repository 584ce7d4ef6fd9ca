// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import static dev.recordio.xgboost.testing.HashedRows.wrong;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.Supports;
import dev.recordio.xgboost.ModelFormat;
import dev.recordio.xgboost.TrainedModel;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import dev.recordio.xgboost.testing.WorkerProcess;
import dev.recordio.xgboost.train.TrainReport;
import dev.recordio.xgboost.train.TrainSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of Hadoop's local runner, whose workers are threads of this process. */
@Supports(
    row = "distributed XGBoost training on rows or npz shards; unused columns are dropped",
    engine = "MapReduce")
class TrainJobTest {
  @TempDir Path dir;

  private final Configuration conf = new Configuration();

  TrainJobTest() {
    conf.setInt("mapreduce.local.map.tasks.maximum", 4);
  }

  private static TrainSettings settings(int workers) {
    return TrainSettings.of(Models.BINARY).withRounds(Models.ROUNDS).withWorkers(workers);
  }

  private TrainReport train(TrainSettings settings, Path input, String output) throws Exception {
    return new TrainJob(
            conf,
            settings,
            input.toString(),
            new org.apache.hadoop.fs.Path(dir.resolve(output).toUri()))
        .run();
  }

  private TrainedModel model(String output) throws Exception {
    return TrainedModel.read(
        FileSystem.getLocal(conf), new org.apache.hadoop.fs.Path(dir.resolve(output).toUri()));
  }

  @Test
  void oneWorkerOnTextTrainsWhatXgboostTrainsOnIt() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    TrainReport report = train(settings(1).withColumnsAsIs(), text, "model");
    assertArrayEquals(Models.alone(text, Models.BINARY).toByteArray("ubj"), model("model").bytes());
    assertEquals(6513, report.rows());
    assertEquals(143_286, report.entries());
    assertEquals(127, report.columns());
    assertTrue(report.peakBytes() > 10_000_000, report::toString);
    assertTrue(Files.exists(dir.resolve("model/_SUCCESS")));
    assertFalse(Files.exists(dir.resolve("model/columns.npy")));
  }

  @Test
  void twoWorkersOnShardsTrainWhatOneProcessTrains() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "1000");
    train(settings(2).withColumnsAsIs(), shards, "model");
    assertArrayEquals(Models.alone(text, Models.BINARY).toByteArray("ubj"), model("model").bytes());
  }

  /**
   * Of more distinct values than bins, each worker makes a summary, and the cuts are those of the
   * merged summaries: they depend on the number of workers, as with XGBoost everywhere.
   */
  @Test
  void twoWorkersTrainTheSameOnRealNumbersIfTheBinsHoldAllOfThem() throws Exception {
    var random = new java.util.Random(5);
    var lines = new java.util.ArrayList<String>();
    for (int row = 0; row < 3000; row++) {
      float a = (float) random.nextGaussian();
      float b = (float) random.nextGaussian();
      float c = (float) random.nextGaussian();
      lines.add((a * b + c / 2 > 0 ? 1 : 0) + " 0:" + a + " 1:" + b + " 2:" + c);
    }
    Path text = dir.resolve("real.libsvm");
    Files.write(text, lines);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "500");
    for (String bins : List.of("4096", "64")) {
      var params = new TreeMap<>(Models.BINARY);
      params.put("max_bin", bins);
      TrainSettings settings = TrainSettings.of(params).withRounds(10);
      train(settings, shards, "one" + bins);
      train(settings.withWorkers(2), shards, "two" + bins);
    }
    assertArrayEquals(model("one4096").bytes(), model("two4096").bytes());
    CsrBlock rows = Text.rows(text);
    assertEquals(
        wrong(rows, model("one64").predict(rows)), wrong(rows, model("two64").predict(rows)), 60);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rowsAndBinsOnTheLocalDiskTrainTheModelOfMemory(int workers) throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "1000");
    TrainReport report = train(settings(workers).withExternalMemory(), shards, "external");
    assertEquals(6513, report.rows());
    train(settings(1), shards, "memory");
    assertArrayEquals(model("memory").bytes(), model("external").bytes());
  }

  @Test
  void aWorkerWithoutRowsTrainsOnDiskAsInMemory() throws Exception {
    Path text = dir.resolve("long.libsvm");
    Files.writeString(text, "1 1:1 2:0.5" + " ".repeat(3000) + "\n0 1:0.5 2:1\n");
    TrainSettings three = settings(3); // the second third of the file has no line's begin
    TrainReport report = train(three.withExternalMemory(), text, "external");
    assertEquals(2, report.rows());
    train(three, text, "memory");
    assertArrayEquals(model("memory").bytes(), model("external").bytes());
  }

  @Test
  void compactColumnsPredictTheSameFromTheRowsOwnColumns() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    TrainReport report = train(settings(2), text, "model");
    assertEquals(117, report.columns(), "of 127 up to the largest");
    CsrBlock test = Text.rows(Models.copy("/fixtures/libsvm/agaricus.txt.test", dir));
    float[][] expected =
        Models.alone(text, Models.BINARY).predict(Models.text(dir.resolve("agaricus.txt.test")));
    assertArrayEquals(expected, model("model").predict(test));
    for (int row = 0; row < test.rows(); row++) {
      assertEquals(test.labels()[row] > 0.5f, expected[row][0] > 0.5f);
    }
  }

  @Test
  void columnsThatTheTrainingDidNotHaveAreMissingValues() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    train(settings(1), text, "model");
    CsrBlock plain = Text.rows(text);
    var more = new CsrBlock();
    for (int row = 0; row < plain.rows(); row++) {
      more.addRows(plain, row, row + 1);
      more.add(1L << 40, row);
    }
    assertArrayEquals(model("model").predict(plain), model("model").predict(more));
  }

  @Test
  void columnsOfAnEarlierModelAreTaken() throws Exception {
    Path train = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    Path test = Models.copy("/fixtures/libsvm/agaricus.txt.test", dir);
    train(settings(1), train, "first");
    TrainSettings again = settings(2).withColumnsOf(dir.resolve("first/columns.npy").toString());
    assertEquals(117, train(again, test, "second").columns());
    assertEquals(
        -1, Files.mismatch(dir.resolve("first/columns.npy"), dir.resolve("second/columns.npy")));
  }

  @Test
  void groupsStayWholeOverWorkers() throws Exception {
    Path text = Models.copy("/rows/rank_qid.libsvm", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "20"); // cuts groups
    var params = new TreeMap<>(Models.BINARY);
    params.put("objective", "rank:pairwise");
    params.put("lambdarank_pair_method", "topk");
    TrainSettings ranking = TrainSettings.of(params).withRounds(Models.ROUNDS).withColumnsAsIs();
    train(ranking, shards, "one");
    assertEquals(300, train(ranking.withWorkers(3), shards, "three").rows());
    CsrBlock rows = Text.rows(text);
    float[][] one = model("one").predict(rows);
    float[][] three = model("three").predict(rows);
    for (int row = 0; row < rows.rows(); row++) {
      assertEquals(one[row][0], three[row][0], 1e-4);
    }
  }

  @Test
  void aGroupThatIsCutIsAnError() throws Exception {
    Path text = dir.resolve("cut.libsvm");
    Files.write(text, List.of("1 qid:1 1:1", "0 qid:1 2:1", "1 qid:1 3:1", "0 qid:1 1:2"));
    String message =
        assertThrows(JobFailedException.class, () -> train(settings(2), text, "model"))
            .getMessage();
    assertTrue(message.contains("query group 1 is cut"), message);
    assertTrue(message.contains("shards that csr makes"), message);
  }

  @Test
  void weightsOnOneWorkerOnlyAreAnError() throws Exception {
    Path text = dir.resolve("mixed.libsvm");
    Files.write(text, List.of("1:2 1:1 2:1 7:1", "0:1 2:1 5:1 7:1", "1 3:1 7:1", "0 1:2 7:1"));
    String message =
        assertThrows(JobFailedException.class, () -> train(settings(2), text, "model"))
            .getMessage();
    assertTrue(message.contains("mixed-weights") && message.contains("worker 1"), message);
  }

  @Test
  void oneBadLineEndsAllWorkersWithItsFileAndOffset() throws Exception {
    Path text = dir.resolve("bad.libsvm");
    Files.write(text, List.of("1 1:1 2:1 7:1", "0 2:1 5:1 8:1", "1 3:x", "0 1:2 7:1"));
    long begin = System.nanoTime();
    JobFailedException failed =
        assertThrows(JobFailedException.class, () -> train(settings(2), text, "model"));
    assertEquals(ExitCode.BAD_INPUT, failed.exitCode());
    assertTrue(failed.getMessage().contains("bad.libsvm at offset 32"), failed.getMessage());
    assertTrue(System.nanoTime() - begin < 60e9, "nobody waits for the timeout");
    assertFalse(Files.exists(dir.resolve("model")));
  }

  @Test
  void aWrongParameterEndsTheJob() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    TrainSettings wrong = TrainSettings.of(Map.of("objective", "none:such")).withWorkers(2);
    String message =
        assertThrows(JobFailedException.class, () -> train(wrong, text, "model")).getMessage();
    assertTrue(message.contains("none:such"), message);
  }

  @Test
  void aLocalRunnerOfFewerTasksIsAnErrorBeforeTheJob() {
    conf.setInt("mapreduce.local.map.tasks.maximum", 1);
    String message =
        assertThrows(
                InvalidSettingException.class,
                () -> train(settings(2), dir.resolve("none"), "model"))
            .getMessage();
    assertEquals(
        "2 workers must run at the same time, but the local runner runs 1: set"
            + " recordio.threads to 2, or take fewer workers",
        message);
  }

  @Test
  void aMachineWithoutXgboostsLibraryIsOneError() throws Exception {
    Path text = Models.copy("/rows/weighted.libsvm", dir);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dos.arch=riscv64",
                "-cp",
                WorkerProcess.classPath(),
                TrainTool.class.getName(),
                text.toString(),
                dir.resolve("model").toString())
            .redirectError(dir.resolve("said").toFile())
            .start();
    assertEquals(1, process.waitFor());
    String said =
        Files.readAllLines(dir.resolve("said")).stream()
            .filter(line -> line.startsWith("train: "))
            .findFirst()
            .orElseThrow();
    assertTrue(
        said.startsWith(
            "train: XGBoost4J can't load its native library on Linux riscv64: Unsupported"
                + " architecture:riscv64"),
        said);
    assertFalse(Files.exists(dir.resolve("model")));
  }

  @Test
  void fewerShardsThanWorkersAreAnError() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "200");
    String message =
        assertThrows(InvalidSettingException.class, () -> train(settings(3), shards, "model"))
            .getMessage();
    assertTrue(message.contains("2 shards for 3 workers"), message);
  }

  @Test
  void aModelInJsonIsReadAgain() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    train(settings(1).withFormat(ModelFormat.JSON), text, "model");
    assertTrue(Files.readString(dir.resolve("model/model.json")).startsWith("{"));
    assertEquals(6513, model("model").predict(Text.rows(text)).length);
  }
}
