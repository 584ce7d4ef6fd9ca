// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.testing;

import dev.recordio.task.TaskCounters;
import dev.recordio.xgboost.input.InputPlan;
import dev.recordio.xgboost.input.RowSource;
import dev.recordio.xgboost.input.WorkerInput;
import dev.recordio.xgboost.train.TrainSettings;
import dev.recordio.xgboost.train.Trained;
import dev.recordio.xgboost.train.Worker;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * A worker in a process of its own: address and port of the tracker, number, input, output,
 * settings.
 */
public final class WorkerProcess {
  private static final TaskCounters NONE =
      new TaskCounters() {
        @Override
        public void add(Enum<?> counter, long amount) {}

        @Override
        public void add(String group, String counter, long amount) {}
      };

  /** Text in the name of an output whose worker dies when it begins to read. */
  public static final String DIES = "dies";

  /** Rows that end the process. */
  private static final RowSource DEATH =
      new RowSource() {
        @Override
        public Rows next() {
          Runtime.getRuntime().halt(137);
          return null;
        }

        @Override
        public void close() {}
      };

  private WorkerProcess() {}

  /** Trains, and prints the report if it is this worker that has it. */
  public static void main(String[] args) throws Exception {
    var conf = new Configuration();
    TrainSettings settings = TrainSettings.ofJson(args[5]);
    int task = Integer.parseInt(args[2]);
    WorkerInput input = InputPlan.of(conf, args[3], settings.workers()).get(task);
    try (RowSource rows = args[4].contains(DIES) ? DEATH : input.open(conf, NONE)) {
      Trained trained =
          new Worker(conf, settings, task, input.name())
              .train(rows, Map.of("dmlc_tracker_uri", args[0], "dmlc_tracker_port", args[1]));
      if (trained != null) {
        trained.model().write(FileSystem.getLocal(conf), new org.apache.hadoop.fs.Path(args[4]));
        System.out.println(trained.report());
      }
    }
  }

  /** Starts one with a heap of 1 GB; its output goes to a file. */
  public static Process start(
      Map<String, String> tracker,
      int task,
      Path input,
      Path output,
      TrainSettings settings,
      Path log)
      throws Exception {
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                WorkerProcess.class.getName()));
    command.add(tracker.get("dmlc_tracker_uri"));
    command.add(tracker.get("dmlc_tracker_port"));
    command.add(Integer.toString(task));
    command.add(input.toString());
    command.add(output.toString());
    command.add(settings.toJson());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** Returns the class path of the tests. */
  public static String classPath() {
    String path = System.getProperty("surefire.test.class.path");
    return path == null ? System.getProperty("java.class.path") : path + File.pathSeparator;
  }
}
