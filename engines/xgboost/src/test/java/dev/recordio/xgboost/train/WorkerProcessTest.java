// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.TrainedModel;
import dev.recordio.xgboost.testing.HashedRows;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import dev.recordio.xgboost.testing.WorkerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two workers in processes of their own, with the columns of hashed features. */
class WorkerProcessTest {
  private static final Pattern PEAK = Pattern.compile("columns=(\\d+).*peakBytes=(\\d+)");

  @TempDir Path dir;

  private long train(Path shards, Path output, TrainSettings settings, int columns)
      throws Exception {
    var logs = new ArrayList<Path>();
    var workers = new ArrayList<Process>();
    try (var tracker = new Tracker(settings, "127.0.0.1")) {
      for (int task = 0; task < settings.workers(); task++) {
        logs.add(dir.resolve(output.getFileName() + "-" + task + ".log"));
        workers.add(
            WorkerProcess.start(tracker.args(), task, shards, output, settings, logs.get(task)));
      }
      var said = new StringBuilder();
      for (int task = 0; task < workers.size(); task++) {
        int code = workers.get(task).waitFor();
        String log = Files.readString(logs.get(task));
        assertEquals(0, code, log);
        said.append(log);
      }
      Matcher report = PEAK.matcher(said);
      assertTrue(report.find(), said::toString);
      assertEquals(columns, Integer.parseInt(report.group(1)));
      return Long.parseLong(report.group(2));
    } finally {
      workers.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void aKilledWorkerEndsTheOther() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "100");
    TrainSettings settings = TrainSettings.of(Models.BINARY).withWorkers(2).withTimeoutSeconds(60);
    var workers = new ArrayList<Process>();
    try (var tracker = new Tracker(settings, "127.0.0.1")) {
      for (String output : new String[] {"lives", WorkerProcess.DIES}) {
        Path log = dir.resolve(output + ".log");
        workers.add(
            WorkerProcess.start(
                tracker.args(), workers.size(), shards, dir.resolve(output), settings, log));
      }
      assertEquals(137, workers.get(1).waitFor());
      assertTrue(workers.get(0).waitFor(30, TimeUnit.SECONDS));
    } finally {
      workers.forEach(Process::destroyForcibly);
    }
    String log = Files.readString(dir.resolve("lives.log"));
    assertEquals(1, workers.get(0).exitValue(), log);
    assertTrue(log.contains("IOException: a worker of 2 is gone"), log);
    assertFalse(Files.exists(dir.resolve("lives")));
  }

  private TrainedModel model(Path folder) throws Exception {
    return TrainedModel.read(
        FileSystem.getLocal(new Configuration()), new org.apache.hadoop.fs.Path(folder.toUri()));
  }

  @Test
  void aHundredThousandOfTenMillionColumnsTrainInAGigabyte() throws Exception {
    Path text = HashedRows.write(dir.resolve("hashed.libsvm"), 40_000, 10_000_000, 100_000);
    Path shards = Models.csr(text, dir.resolve("npz"), "--shard-rows", "10000");
    TrainSettings settings = TrainSettings.of(Models.BINARY).withRounds(3);
    long peak = train(shards, dir.resolve("two"), settings.withWorkers(2), 100_000);
    assertTrue(peak < 1_000_000_000, peak + " bytes");
    train(shards, dir.resolve("one"), settings, 100_000);
    CsrBlock rows = Text.rows(text);
    assertArrayEquals(
        model(dir.resolve("one")).predict(rows), model(dir.resolve("two")).predict(rows));
    assertTrue(HashedRows.wrong(rows, model(dir.resolve("two")).predict(rows)) < 12_000);
  }
}
