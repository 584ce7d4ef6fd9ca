// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import dev.recordio.jobs.run.split.ScratchFile;
import dev.recordio.jobs.run.split.SplitGroup;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * The units of a job, numbered from 0 in the order in which they are added, and which of them a
 * task runs. It is written once, by the client; each task gets its own units in its split.
 *
 * @param <T> the units
 */
public final class Plan<T> {
  private static final String SPLITS = "recordio.job.plan-file";
  private static final String COUNT = "recordio.job.units";

  private final Serde<T> serde;
  private final List<UnitSplit> splits = new ArrayList<>();
  private int count;

  private Plan(Serde<T> serde) {
    this.serde = serde;
  }

  /** Returns a plan without units for the task of a job. */
  static <T> Plan<T> of(Configuration conf) {
    return new Plan<>(UnitMapper.<T, Object>task(conf).units);
  }

  /** Adds a task for each of some units, of so many bytes; returns this. */
  public Plan<T> tasks(List<T> units, ToLongFunction<T> bytes) throws IOException {
    for (T unit : units) {
      task(List.of(unit), bytes.applyAsLong(unit));
    }
    return this;
  }

  /**
   * Adds a task.
   *
   * @param units what it runs, one after the other; at least one
   * @param bytes about how many it reads or writes
   * @param hosts the hosts that have most of them, best first
   */
  public void task(List<? extends T> units, long bytes, String... hosts) throws IOException {
    var written = new ArrayList<byte[]>();
    for (T unit : units) {
      written.add(serde.bytes(unit));
    }
    splits.add(new UnitSplit(count, written, bytes, hosts));
    count += units.size();
  }

  /**
   * Adds a task for each group of splits, on the hosts that have most of its bytes; returns the
   * plan.
   *
   * @param groups groups, some of a single split
   */
  public static <S extends FileSplit> Plan<S> splits(Plan<S> plan, List<List<S>> groups)
      throws IOException {
    for (List<S> members : groups) {
      plan.task(members, SplitGroup.bytes(members), SplitGroup.hosts(members));
    }
    return plan;
  }

  /** Returns how many units there are. */
  public int count() {
    return count;
  }

  /** Passes the plan to a job, in a file that exists as long as the job. */
  public void set(Configuration conf, Path file) throws IOException {
    conf.setInt(COUNT, count);
    ScratchFile.write(
        conf,
        SPLITS,
        file,
        out -> {
          out.writeInt(splits.size());
          for (UnitSplit split : splits) {
            split.write(out);
          }
        });
  }

  /** Returns how many units the plan of a job has. */
  public static int count(Configuration conf) {
    return conf.getInt(COUNT, 0);
  }

  /** Returns the units of the plan of a job. */
  public static <T> List<T> units(Configuration conf) throws IOException {
    Serde<T> serde = UnitMapper.<T, Object>task(conf).units;
    var units = new ArrayList<T>();
    for (InputSplit split : splits(conf)) {
      for (byte[] unit : ((UnitSplit) split).units()) {
        units.add(serde.read(unit, unit.length));
      }
    }
    return units;
  }

  static List<InputSplit> splits(Configuration conf) throws IOException {
    return ScratchFile.read(conf, SPLITS, Plan::readSplits);
  }

  private static List<InputSplit> readSplits(DataInput in) throws IOException {
    var splits = new ArrayList<InputSplit>();
    for (int left = in.readInt(); left > 0; left--) {
      var split = new UnitSplit();
      split.readFields(in);
      splits.add(split);
    }
    return splits;
  }
}
