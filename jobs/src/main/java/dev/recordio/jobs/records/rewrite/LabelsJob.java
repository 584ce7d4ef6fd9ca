// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.records.census.ArrangeJob;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.LabelCensus;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.SourceKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/** Counts the labels of image records: a census, after which no job runs. */
public final class LabelsJob extends ArrangeJob {
  private final LabelCensus labels = new LabelCensus();
  private long several;

  /**
   * Lists the input and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   */
  public LabelsJob(Configuration conf, List<Path> inputs) throws IOException, InterruptedException {
    super(checked(conf), RecordFormat.RECORDS, inputs, null, CensusNote.Kind.FIRST_LABEL);
  }

  private static Configuration checked(Configuration conf) {
    DamageSettings.of(conf).requireQuarantineFolder();
    return Rewrites.withNewKeys(conf);
  }

  @Override
  public long prepare(Job job, Census census, SourceKeys keys) throws IOException {
    census.forEach(
        (number, split, offset, length, value, key) -> {
          labels.add(value);
          several += CensusNote.isOfSeveral(value) ? 1 : 0;
        });
    return 0;
  }

  /** Returns how many records have several labels; their first label is counted. */
  public long several() throws IOException {
    job(); // counts them
    return several;
  }

  /** Returns the counts, after {@link #census} has run. */
  public LabelCensus labels() throws IOException {
    job(); // reads them
    return labels;
  }
}
