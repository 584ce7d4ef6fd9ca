// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.CopyEntry;
import dev.recordio.jobs.records.copy.CopyTask;
import dev.recordio.jobs.records.copy.RecordSource;
import dev.recordio.jobs.records.copy.ShardKeys;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
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
        settings(conf),
        CensusRequest.of(
            isToFaces(conf)
                    || ArrangeConf.NORMALIZE_RELABEL.getBoolean(conf)
                    || ClassLabel.isSaid(conf)
                ? CensusNote.LABEL
                : CensusNote.PLACE),
        inputs,
        output);
    toFaces = isToFaces(conf);
    relabels = ArrangeConf.NORMALIZE_RELABEL.getBoolean(conf);
  }

  private static boolean isToFaces(Configuration conf) {
    return ArrangeConf.NORMALIZE_TO.getChoice(conf).equals("insightface");
  }

  private static Configuration settings(Configuration conf) {
    checked(conf);
    if (isToFaces(conf) && ArrangeConf.SHARDS.getInt(conf) > 1) {
      throw new InvalidSettingException(
          ArrangeConf.SHARDS
              + " is "
              + ArrangeConf.SHARDS.getInt(conf)
              + ", but an InsightFace set is one file");
    }
    return isToFaces(conf) ? withNewKeys(conf) : conf;
  }

  @Override
  protected long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    Configuration conf = job.getConfiguration();
    LabelTable labels = toFaces || relabels ? labels(census) : null;
    if (labels != null && relabels) {
      labels.pass(conf, new Path(scratch(), "labels"));
    }
    if (toFaces) {
      var plan = new FacePlan(census, labels, relabels);
      PlannedShard shard = plan.write(conf, scratch());
      if (!relabels) {
        FacePlan.noteGaps(labels);
      }
      copy(shard, FaceTask.class);
      return 0;
    }
    if (!keys.areKept() && conf.get(RecordIOConf.OUTPUT_INDEX_KEYS.key()) == null) {
      RecordIOConf.OUTPUT_INDEX_KEYS.set(conf, "key"); // the ids
    }
    return copyAll(keys, shardsWanted(conf), FlatTask.class);
  }

  private static LabelTable labels(Census census) throws IOException {
    var labels = new LabelCensus();
    census.forEach((number, split, offset, length, value, key) -> labels.add(value));
    return new LabelTable(labels.sorted());
  }

  /**
   * Writes a shard of flat records: each with the label that is its class, in the header; with all
   * its labels where nothing says which one is.
   */
  static final class FlatTask extends CopyTask {
    @Override
    protected Shard create(TaskContext task, PlannedShard split) throws IOException {
      LabelTable table = LabelTable.ofTask(task.conf()); // null: labels stay as they are
      if (table != null && split.shard() == 0) {
        Path any = ShardOutputFormat.workFile(task.attempt(), split.folder(), 0, "");
        table.writeText(task.conf(), any.getParent());
      }
      var keys = new ShardKeys(task.attempt(), split.shard());
      var image = new ImagePayload();
      ClassLabel classes = ClassLabel.of(task.conf());
      float[] label = new float[1];
      return new RecordShard(task, keys.createShard(task.attempt(), split.folder())) {
        @Override
        public void copy(CopyEntry entry, RecordSource source) throws IOException {
          image.read(entry, source);
          ImageRecordHeader header = image.header();
          int column = image.column(classes, entry, source);
          if (column == ClassLabel.UNKNOWN) {
            image.write(header.id(), header.id2(), image.labels(), header.labelCount());
          } else {
            float old = header.label(column);
            label[0] = table == null ? old : table.place(old);
            if (label[0] < 0 && table != null) {
              throw source.changed(entry, "a label that it had before", "label " + old);
            }
            image.write(header.id(), header.id2(), label, 1);
          }
          keys.write(writer, image.bytes(), image.length(), entry.key, header.id());
        }
      };
    }
  }
}
