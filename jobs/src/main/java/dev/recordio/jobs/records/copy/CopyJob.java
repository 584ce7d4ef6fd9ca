// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.IndexedCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.SourceKeys;
import dev.recordio.jobs.records.select.CopyRequest;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.run.JobCounters;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardPlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Copies records into shards in the order of the input: all of them, or those that are chosen, into
 * one output or several. {@link What#SPLIT} copies rows of LibSVM text as well, line by line.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class CopyJob extends ArrangeJob {
  private final CopyRequest chosen;
  private List<PlannedShard> shards = List.of();

  /** What is copied. */
  public enum What {
    /** All records, into other shards. */
    RESHARD {
      @Override
      CopyRequest read(Configuration conf, List<Path> inputs) {
        return new CopyRequest.Everything();
      }
    },
    /** Subsets by fractions, each into a folder of its name. */
    SPLIT {
      @Override
      CopyRequest read(Configuration conf, List<Path> inputs) {
        return new CopyRequest.InSubsets(conf);
      }
    },
    /** A number or a fraction of the records, chosen by a seed. */
    SAMPLE {
      @Override
      CopyRequest read(Configuration conf, List<Path> inputs) {
        return new CopyRequest.AtRandom(conf);
      }
    },
    /** The records with certain keys, or labels, or with labels that enough records have. */
    SELECT {
      @Override
      CopyRequest read(Configuration conf, List<Path> inputs) throws IOException {
        return CopyRequest.chosen(conf, inputs);
      }
    };

    abstract CopyRequest read(Configuration conf, List<Path> inputs) throws IOException;
  }

  /**
   * Lists the input and prepares the census.
   *
   * @param what what is copied, as specified by the keys of {@code conf}
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   * @param output the folder to make
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when the output exists
   * @throws java.io.FileNotFoundException when an input is missing
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public CopyJob(What what, Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    this(what.read(conf, inputs), conf, inputs, output);
  }

  private CopyJob(CopyRequest chosen, Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    super(checked(conf), chosen.kind(conf, inputs), inputs, output, chosen.notes());
    this.chosen = chosen;
    try {
      if (chosen.indexes() != IndexedCensus.Use.NONE) {
        useIndexes(chosen.indexes(), chosen.wanted());
      }
      if (chosen.wanted() != null) {
        chosen.wanted().write(census().getConfiguration(), new Path(scratch(), "wanted"));
      }
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  /** Only the census handles damage, and its output is not kept. */
  private static Configuration checked(Configuration conf) {
    ArrangeJob.shardsWanted(conf);
    DamageSettings.of(conf).requireQuarantineFolder();
    return conf;
  }

  @Override
  @InterfaceAudience.Private
  public long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    if (needsCensus()) {
      kind().checkAlike(conf, JobCounters.of(census()));
    }
    OutputChooser choice = chosen.choice(census.records());
    var planner = new CopyPlanner(census, choice, keys, chosen.folders());
    shards = planner.plan(conf, ArrangeJob.shardsWanted(conf), scratch());
    install(this, job, shards, kind() == RecordFormat.ROWS ? RowCopyTask.class : CopyTask.class);
    return planner.repeatedKeys();
  }

  /** Completes a job that writes planned shards, each in one map task. */
  @InterfaceAudience.Private
  public static void install(
      ArrangeJob arrange, Job job, List<PlannedShard> shards, Class<? extends CopyTask> task)
      throws IOException {
    Configuration conf = job.getConfiguration();
    arrange.passSources(conf);
    ShardPlan.set(conf, arrange.scratch(), shards);
    CopyTask.install(job, task, shards, new Path(arrange.scratch(), "units"));
  }

  /** Returns the shards, after {@link #job} has planned them. */
  @InterfaceAudience.Private
  public List<PlannedShard> shards() {
    return shards;
  }

  /** Returns, after {@link #job}, how many of the wanted keys or labels no record has. */
  @InterfaceAudience.Private
  public int missing() {
    return chosen.wanted() == null ? 0 : chosen.wanted().missing();
  }
}
