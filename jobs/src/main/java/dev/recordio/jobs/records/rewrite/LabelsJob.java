// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.rewrite;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.records.census.CensusJob;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.ClassLabel;
import dev.recordio.jobs.records.census.LabelCensus;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/** Counts the labels of image records: a census, after which no job runs. */
public final class LabelsJob implements Closeable {
  private final CensusJob census;
  private final LabelCensus labels = new LabelCensus();
  private long several;
  private boolean counted;

  /**
   * Lists the input and prepares the census.
   *
   * @param conf a configuration, which is copied
   * @param inputs files, folders and globs
   */
  public LabelsJob(Configuration conf, List<Path> inputs) throws IOException, InterruptedException {
    DamageSettings.of(conf).requireQuarantineFolder();
    census = new CensusJob(conf, CensusRequest.of(CensusNote.FIRST_LABEL), inputs, false);
  }

  /** Returns the job that counts the records, not yet submitted. */
  public Job census() {
    return census.job();
  }

  private void count() throws IOException {
    if (!counted) {
      counted = true;
      census
          .result()
          .forEach(
              (number, split, offset, length, value, key) -> {
                labels.add(value);
                several += ClassLabel.isOfSeveral(value) ? 1 : 0;
              });
    }
  }

  /** Returns, after the census, how many records have several labels; their first one counts. */
  public long several() throws IOException {
    count();
    return several;
  }

  /** Returns the counts, after the census. */
  public LabelCensus labels() throws IOException {
    count();
    return labels;
  }

  @Override
  public void close() throws IOException {
    census.close();
  }
}
