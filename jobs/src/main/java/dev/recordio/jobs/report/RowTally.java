// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.job.FieldsWritable;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.stats.RowsVisitor;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.LogHistogram;
import dev.recordio.jobs.tally.RunTally;
import dev.recordio.jobs.tally.ValueTally;
import dev.recordio.sparse.CsrBlock;
import org.apache.hadoop.conf.Configuration;

/** What is counted of the sparse rows of segments. */
final class RowTally extends FieldsWritable implements RowsVisitor {
  /** The number of different features that are counted exactly. */
  static final int MAX_FEATURES = 1 << 15;

  LogHistogram entries = new LogHistogram(); // of rows
  FrequencySketch features = new FrequencySketch(MAX_FEATURES); // by index as it was read
  LogHistogram indices = new LogHistogram(); // as they were read
  ValueTally values = new ValueTally();
  ValueTally labelValues = new ValueTally();
  FrequencySketch labels = Labels.newCounts();
  RunTally order = new RunTally(); // of the labels of one segment
  RunTally groups = new RunTally(); // of the query ids of one segment

  @Override
  public void begin(Configuration conf, Segment segment) {}

  @Override
  public void visit(CsrBlock block, int range) {
    float[] rowLabels = block.labels();
    long[] qids = block.qids();
    for (int row = 0; row < block.rows(); row++) {
      entries.add(block.offset(row + 1) - block.offset(row));
      groups.add(qids[row]);
      Labels.add(rowLabels[row], labels, order);
    }
    labelValues.add(rowLabels, block.rows());
    values.add(block.values(), block.entries());
    for (int i = 0; i < block.entries(); i++) {
      long index = block.index(i);
      features.add(index);
      indices.add(index);
    }
  }

  /** Adds what another tally has counted, but for what is in order. */
  void add(RowTally other) {
    entries.add(other.entries);
    features.add(other.features);
    indices.add(other.indices);
    values.add(other.values);
    labelValues.add(other.labelValues);
    labels.add(other.labels);
  }
}
