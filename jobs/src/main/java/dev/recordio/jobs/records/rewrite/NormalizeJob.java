// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.SourceKeys;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.records.copy.CopyPlanner;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.shard.PlannedShard;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Writes image records of any kind as flat ones or as an InsightFace set, as {@code
 * recordio.normalize.*} specify.
 */
public final class NormalizeJob extends ArrangeJob {
  private final boolean toFaces;
  private final boolean relabels;
  private List<PlannedShard> shards = List.of();

  /**
   * Lists the input and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   * @param output the folder to make
   * @throws InvalidSettingException when a setting is invalid
   */
  public NormalizeJob(Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    super(
        checked(conf),
        RecordFormat.RECORDS,
        inputs,
        output,
        isToFaces(conf) || ArrangeConf.NORMALIZE_RELABEL.getBoolean(conf) || ClassLabel.isSaid(conf)
            ? CensusNote.Kind.LABEL
            : CensusNote.Kind.PLACE);
    toFaces = isToFaces(conf);
    relabels = ArrangeConf.NORMALIZE_RELABEL.getBoolean(conf);
  }

  private static boolean isToFaces(Configuration conf) {
    return ArrangeConf.NORMALIZE_TO.getChoice(conf).equals("insightface");
  }

  private static Configuration checked(Configuration conf) {
    Rewrites.shards(conf);
    DamageSettings.of(conf).requireQuarantineFolder();
    if (isToFaces(conf) && ArrangeConf.SHARDS.getInt(conf) > 1) {
      throw new InvalidSettingException(
          ArrangeConf.SHARDS
              + " is "
              + ArrangeConf.SHARDS.getInt(conf)
              + ", but an InsightFace set is one file");
    }
    return isToFaces(conf) ? Rewrites.withNewKeys(conf) : conf;
  }

  @Override
  public long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    LabelTable labels = toFaces || relabels ? labels(census) : null;
    if (labels != null && relabels) {
      labels.pass(conf, new Path(scratch(), "labels"));
    }
    if (toFaces) {
      shards = new FacePlan(census, labels, relabels).write(conf, scratch());
      if (!relabels) {
        FacePlan.noteGaps(labels);
      }
      CopyJob.install(this, job, shards, FaceTask.class);
      return 0;
    }
    if (!keys.areKept() && conf.get(RecordIOConf.OUTPUT_INDEX_KEYS.key()) == null) {
      RecordIOConf.OUTPUT_INDEX_KEYS.set(conf, "key"); // the ids
    }
    var planner = new CopyPlanner(census, new OutputChooser.All(), keys, List.of(""));
    shards = planner.plan(conf, Rewrites.shards(conf), scratch());
    CopyJob.install(this, job, shards, FlatTask.class);
    return planner.repeatedKeys();
  }

  private static LabelTable labels(Census census) throws IOException {
    var labels = new LabelCensus();
    census.forEach((number, split, offset, length, value, key) -> labels.add(value));
    return new LabelTable(labels.sorted());
  }

  /** Returns the shards, after {@link #job} has planned them. */
  public List<PlannedShard> shards() {
    return shards;
  }
}
