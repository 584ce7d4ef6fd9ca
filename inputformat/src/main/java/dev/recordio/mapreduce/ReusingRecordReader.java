// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.RecordReader;

/** A reader that has one key and one value, which each record fills anew. */
abstract class ReusingRecordReader<V> extends RecordReader<LongWritable, V> {
  final LongWritable key = new LongWritable();
  final V value;

  ReusingRecordReader(V value) {
    this.value = value;
  }

  @Override
  public final LongWritable getCurrentKey() {
    return key;
  }

  @Override
  public final V getCurrentValue() {
    return value;
  }
}
