// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.fs.RowInputs;
import dev.recordio.fs.RowReader;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseRule;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the rows of one split, block by block, and counts; reuses key and value. */
abstract class RowRecordReader<V> extends RecordReader<LongWritable, V> {
  private static final ParseRule[] RULES = ParseRule.values();

  final LongWritable key = new LongWritable();
  final V value;
  final CsrBlock block;

  private final RowInputFormat<V> format;
  private RowReader reader;
  private TaskAttemptContext context;
  private long lines;
  private long bytes;
  private final long[] broken = new long[RULES.length];

  RowRecordReader(RowInputFormat<V> format, V value) {
    this(format, value, new CsrBlock());
  }

  RowRecordReader(RowInputFormat<V> format, V value, CsrBlock block) {
    this.format = format;
    this.value = value;
    this.block = block;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) {
    this.context = context;
    Configuration conf = context.getConfiguration();
    reader = RowInputs.open(conf, format.settings(conf), RangeInputFormat.ranges(split));
  }

  /** Reads the next rows into {@link #block}; false, and no rows, when there are no more. */
  final boolean nextBlock() throws IOException {
    boolean more = reader.next(block);
    context.getCounter(RowCounter.ROWS_READ).increment(block.rows());
    report();
    return more;
  }

  /** Returns the bytes of the line of a row of {@link #block}, without its end. */
  final int lineLength(int row) {
    return reader.lineLength(block.positions()[row]);
  }

  private void report() {
    context.getCounter(RowCounter.LINES_READ).increment(reader.lines() - lines);
    context.getCounter(RowCounter.BYTES_READ).increment(reader.bytesRead() - bytes);
    lines = reader.lines();
    bytes = reader.bytesRead();
    ParseCounters counters = reader.counters();
    for (ParseRule rule : RULES) {
      long news = counters.get(rule) - broken[rule.ordinal()];
      if (news != 0) {
        context.getCounter(RowInputFormat.RULES, rule.title()).increment(news);
        broken[rule.ordinal()] += news;
      }
    }
  }

  @Override
  public final LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public final V getCurrentValue() {
    return value;
  }

  @Override
  public final float getProgress() {
    return reader.progress();
  }

  @Override
  public final void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
