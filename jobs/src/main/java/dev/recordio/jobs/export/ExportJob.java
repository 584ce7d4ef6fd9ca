// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.export.target.ClassNames;
import dev.recordio.jobs.export.target.ExportConf;
import dev.recordio.jobs.export.target.ExportPlan;
import dev.recordio.jobs.export.target.ExportTarget;
import dev.recordio.jobs.export.target.RecordSize;
import dev.recordio.jobs.export.target.Target;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;

/**
 * Writes records in the format of another loader, in their order, as the keys {@code
 * recordio.export.*} specify.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ExportJob extends ArrangeJob {
  private final ExportTarget target;
  private final List<Path> inputs;
  private Census census;
  private ExportPlan plan;

  /**
   * Lists the input and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   * @param output the folder to make
   * @throws org.apache.hadoop.mapred.FileAlreadyExistsException when the output exists
   * @throws java.io.FileNotFoundException when an input is missing
   * @throws InvalidSettingException when a setting is invalid, or does not fit the format
   */
  public ExportJob(Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    super(
        settings(conf),
        CensusRequest.of(
            Target.of(conf).takesPayloads(conf) ? CensusNote.PLACE : CensusNote.CONTENT),
        inputs,
        output);
    target = Target.of(conf);
    this.inputs = inputs;
  }

  private static Configuration settings(Configuration conf) throws IOException {
    setting(conf);
    for (ExportConf key : ExportConf.values()) {
      key.get(conf); // validates it
    }
    DamageSettings.of(conf).requireQuarantineFolder();
    Target.of(conf).check(conf);
    return conf;
  }

  private static ShardSetting setting(Configuration conf) {
    return ShardSetting.of(conf, ExportConf.SHARDS, ExportConf.SHARD_SIZE);
  }

  @Override
  @InterfaceAudience.Private
  protected long prepare(Job job, Census found, SourceKeys keys) throws IOException {
    census = found;
    Configuration conf = job.getConfiguration();
    plan =
        target.takesPayloads(conf)
            ? ExportPlan.ofPayloads(census.records())
            : ExportSurvey.plan(conf, census);
    if (plan.integral()) {
      ClassNames.offer(conf, LabelNames.of(conf, inputs).ofAll());
    }
    target.check(conf, plan);
    plan.set(conf);
    copyAll(keys, setting(conf), ExportTask.class);
    job.setOutputFormatClass(ManifestOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    ManifestCommitter.install(conf, new Path(scratch(), "results"), ExportManifest.class);
    return 0;
  }

  /**
   * Returns what the job would write, after {@link #job} has planned the shards: the number of
   * files, and from what the census notes of each record about how many bytes.
   *
   * @param output as the user wrote it
   */
  WritePlan writePlan(String output)
      throws IOException, InterruptedException, ClassNotFoundException {
    var bytes = new ShardBytes();
    census.forEach((number, split, offset, length, value, key) -> bytes.add(length, value));
    return WritePlan.of(
        job(),
        output,
        shards().size(),
        bytes.end(),
        target.files(shards().size(), census.records()));
  }

  /** Adds up the bytes of all shards, record by record in their order. */
  private final class ShardBytes {
    private final Configuration conf = job().getConfiguration();
    private long bytes;
    private long inShard;
    private long left;
    private int next;

    ShardBytes() throws IOException {
      begin();
    }

    private void begin() {
      left = next < shards().size() ? shards().get(next++).records() : Long.MAX_VALUE;
    }

    void add(int length, long content) {
      while (left == 0) {
        bytes += target.shardBytes(inShard);
        inShard = 0;
        begin();
      }
      left--;
      inShard += target.bytes(conf, plan, RecordSize.of(plan, length, content));
    }

    /** Returns the sum, after the last record. */
    long end() {
      long all = bytes + target.shardBytes(inShard);
      for (; next < shards().size(); next++) {
        all += target.shardBytes(0);
      }
      return all;
    }
  }

  /** Returns what all shards share, after {@link #job} has planned them. */
  @InterfaceAudience.Private
  public ExportPlan plan() {
    return plan;
  }

  /** Returns what the user should know, a line each, after {@link #job} has planned the shards. */
  @InterfaceAudience.Private
  public List<String> warnings(Configuration conf) {
    return target.warnings(conf, plan);
  }
}
