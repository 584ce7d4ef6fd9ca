// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.harness.Defaults;
import dev.recordio.bench.harness.Settings;
import dev.recordio.bench.harness.Stage;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.harness.Trial;
import dev.recordio.bench.peer.Engine;
import dev.recordio.bench.peer.EnginePeer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Queries of Spark and of Hive over local files through the formats, against the same over what the
 * engines have themselves. Each side is a process with a session that stays; both have the jars
 * that ship on their class path.
 */
public final class EnginesSuite implements Suite {
  static final String NAME = "engines";

  private final Queue<EnginePeer> running = new ArrayDeque<>();

  /** The comparisons of one engine. */
  @FunctionalInterface
  private interface Comparison {
    /**
     * Returns comparisons.
     *
     * @param ours the process of our side
     * @param peer the process of the other side
     */
    List<Trial> trials(Configuration conf, Path folder, EnginePeer ours, EnginePeer peer)
        throws IOException;
  }

  @Override
  public Defaults defaults() {
    return Defaults.of(NAME).withSize(128L << 20).withCounts(List.of(10_000L)).withRounds(5);
  }

  @Override
  public List<Stage> stages(Settings settings) {
    var stages = new ArrayList<Stage>();
    if (isThere(settings, Engine.SPARK)) {
      var queries = new SparkQueries(settings);
      stages.add(stage(Engine.SPARK, queries::rows));
      stages.add(stage(Engine.SPARK, queries::images));
      stages.add(stage(Engine.SPARK, queries::counts));
    }
    if (isThere(settings, Engine.HIVE)) {
      for (long size : settings.recordSizes()) {
        var counts = new HiveCounts(settings, Math.toIntExact(size));
        stages.add(stage(Engine.HIVE, counts::trials));
      }
    }
    return stages;
  }

  private static boolean isThere(Settings settings, Engine engine) {
    try {
      engine.jars();
      return true;
    } catch (IOException e) {
      settings.missing(engine.toString(), e);
      return false;
    }
  }

  private Stage stage(Engine engine, Comparison comparison) {
    return (conf, folder) -> {
      for (EnginePeer ended = running.poll(); ended != null; ended = running.poll()) {
        ended.close(); // the peers of the stage before; the last ones end with this process
      }
      return comparison.trials(conf, folder, start(engine, folder), start(engine, folder));
    };
  }

  private EnginePeer start(Engine engine, Path folder) throws IOException {
    var started = new EnginePeer(engine, Storage.localPath(folder));
    running.add(started);
    return started;
  }
}
