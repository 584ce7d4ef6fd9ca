// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import dev.recordio.fs.input.InputRange;
import dev.recordio.jobs.job.FieldsWritable;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.stats.RowsVisitor;
import dev.recordio.sparse.CsrBlock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Counts sparse rows of segments; its query groups and slices are of one segment. */
public final class RowTally extends FieldsWritable implements RowsVisitor {
  /** The number of different features that are counted exactly. */
  public static final int MAX_FEATURES = 1 << 15;

  private LogHistogram entries = new LogHistogram();
  private FrequencySketch features = new FrequencySketch(MAX_FEATURES);
  private LogHistogram indices = new LogHistogram();
  private ValueTally values = new ValueTally();
  private ValueTally labels = new ValueTally();
  private RunTally groups = new RunTally();
  private Map<String, SliceTally> slices = new LinkedHashMap<>();
  private transient Configuration conf;
  private transient List<InputRange> ranges;

  @Override
  public void begin(Configuration settings, Segment segment) {
    conf = settings;
    ranges = segment.ranges();
  }

  @Override
  public void visit(CsrBlock block, int range) {
    SliceTally places =
        slices.computeIfAbsent(
            ranges.get(range).path().toString(), path -> new SliceTally().begin(conf));
    float[] rowLabels = block.labels();
    long[] positions = block.positions();
    long[] qids = block.qids();
    for (int row = 0; row < block.rows(); row++) {
      entries.add(block.offset(row + 1) - block.offset(row));
      groups.add(qids[row]);
      places.addRecord(positions[row]);
      places.addLabel(rowLabels[row]);
    }
    labels.add(rowLabels, block.rows());
    values.add(block.values(), block.entries());
    for (int i = 0; i < block.entries(); i++) {
      long index = block.index(i);
      features.add(index);
      indices.add(index);
    }
  }

  /** Adds what another tally has counted, but for query groups and slices. */
  public void add(RowTally other) {
    entries.add(other.entries);
    features.add(other.features);
    indices.add(other.indices);
    values.add(other.values);
    labels.add(other.labels);
  }

  /** Returns the entries of rows. */
  public LogHistogram entries() {
    return entries;
  }

  /** Returns how often each feature occurs, by its index as it was read. */
  public FrequencySketch features() {
    return features;
  }

  /** Returns the indices of entries, as they were read. */
  public LogHistogram indices() {
    return indices;
  }

  /** Returns the values of entries. */
  public ValueTally values() {
    return values;
  }

  /** Returns the labels of rows. */
  public ValueTally labels() {
    return labels;
  }

  /** Returns the runs of rows with the same query id. */
  public RunTally groups() {
    return groups;
  }

  /** Returns what is in the slices of the segment, by file. */
  public Map<String, SliceTally> slices() {
    return slices;
  }
}
