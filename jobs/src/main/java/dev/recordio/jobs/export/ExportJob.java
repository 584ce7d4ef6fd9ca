// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.RecordContent;
import dev.recordio.jobs.records.copy.ArrangeJob;
import dev.recordio.jobs.records.copy.SourceKeys;
import dev.recordio.jobs.rows.LabelNames;
import dev.recordio.jobs.shard.ShardSetting;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.List;
import java.util.Set;
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
  private static final String FACTS = "recordio.export.facts";

  private final SampleOutput target;
  private final List<Path> inputs;
  private Census census;
  private SampleFacts facts;

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
    DamageSettings.of(conf).requireQuarantineFolder();
    SampleOutput target = Target.of(conf);
    Set<OutputConf> keys = target.keys();
    for (OutputConf key : OutputConf.values()) {
      boolean isDefault = key.get(conf).equals(key.definition().defaultValue()); // validates it
      if (!isDefault && key != OutputConf.HEADER && !keys.contains(key)) {
        throw new InvalidSettingException(
            key
                + " is "
                + key.get(conf)
                + ", but "
                + ExportConf.TO.getChoice(conf)
                + " has no use for it");
      }
    }
    target.check(conf);
    ClassNames.read(conf); // a missing file is an error before anything is read
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
    facts =
        target.takesPayloads(conf)
            ? SampleFacts.ofPayloads(census.records())
            : ExportSurvey.facts(conf, census);
    if (target.keys().contains(OutputConf.CLASS_NAMES)) {
      List<String> names = facts.integral() ? LabelNames.of(conf, inputs).ofAll() : List.of();
      facts = ClassNames.add(conf, facts, target.lowestLabel(), names);
    }
    facts = target.check(facts);
    conf.set(FACTS, JsonFiles.line(facts));
    copyAll(keys, setting(conf), ExportTask.class);
    job.setOutputFormatClass(ManifestOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    ShardCommitter.install(conf, new Path(scratch(), "results"), ExportManifest.class);
    return 0;
  }

  /** Returns what all shards of a job share. */
  static SampleFacts facts(Configuration conf) throws IOException {
    return JsonFiles.ofLine(conf.get(FACTS), SampleFacts.class);
  }

  /**
   * Returns what the job would write, after {@link #job} has planned the shards: the number of
   * files, and from what the census notes of each record about how many bytes.
   *
   * @param output as the user wrote it
   */
  WritePlan writePlan(String output)
      throws IOException, InterruptedException, ClassNotFoundException {
    Configuration conf = job().getConfiguration();
    long[] bytes = {0};
    census.forEach(
        (number, split, offset, length, value, key) ->
            bytes[0] += target.bytes(conf, facts, size(length, value)));
    int count = Math.max(1, shards().size());
    long all = shards().size() * target.shardBytes(bytes[0] / count);
    return WritePlan.of(
        job(), output, shards().size(), all, target.files(shards().size(), census.records()));
  }

  /**
   * Returns the size of a noted record.
   *
   * @param length its bytes in its file
   * @param content its {@link RecordContent}; 0 for payloads as they are
   */
  private SampleOutput.Size size(long length, long content) {
    long payload = length - RecordIOFormat.HEADER_BYTES;
    return facts.header()
        ? new SampleOutput.Size(
            payload, payload - ImageRecordHeader.FIXED_BYTES, RecordContent.isIntegral(content))
        : new SampleOutput.Size(payload, payload, false);
  }

  /** Returns what the user should know, a line each, after {@link #job} has planned the shards. */
  @InterfaceAudience.Private
  public List<String> warnings(Configuration conf) {
    return target.warnings(conf, facts);
  }
}
