// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.io.RecordBatch;
import dev.recordio.mapreduce.indexed.IndexedSplitReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * {@link IndexedRecordIOInputFormat} in batches: each value holds {@code recordio.input.batch}
 * records, the last one of a split the rest. The key is the place in its split of the batch's first
 * record, from 0. Key and value objects are used again for the next batch.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class IndexedBatchInputFormat extends InputFormat<LongWritable, RecordBatch> {

  /** Sets how many records a batch has. */
  public static void setBatchSize(Job job, int records) {
    RecordIOConf.INPUT_BATCH.set(job.getConfiguration(), records);
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return IndexedRecordIOInputFormat.splits(job);
  }

  @Override
  public RecordReader<LongWritable, RecordBatch> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends IndexedRecordReader<RecordBatch> {
    private int size;
    private long read;

    Reader() {
      super(new RecordBatch());
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      size = RecordIOConf.INPUT_BATCH.getInt(context.getConfiguration());
      super.initialize(split, context);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      key.set(read);
      value.clear();
      while (value.size() < size && reader.next()) {
        IndexedSplitReader.Records record = reader.record();
        int from = record.payloadOffset();
        value.add(record.number(), record.buffer(), from, record.payloadLength());
        read++;
      }
      return value.size() > 0;
    }
  }
}
