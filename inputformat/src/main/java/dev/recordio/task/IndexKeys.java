// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;

/** The kinds of keys in the {@code .idx} files of {@code RecordIOOutputFormat}. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum IndexKeys {
  /** 0, 1, 2, ... in each file, as MXNet's rec2idx writes them. */
  ORDINAL {
    @Override
    public long key(Object recordKey, int partition, long ordinal) {
      return ordinal;
    }
  },
  /** partition * 2^40 + ordinal: unique over all files of the job, without coordination. */
  GLOBAL {
    @Override
    public long key(Object recordKey, int partition, long ordinal) {
      return (long) partition << 40 | ordinal;
    }
  },
  /** The record's own key, a LongWritable (unsigned) or IntWritable. */
  KEY {
    @Override
    public long key(Object recordKey, int partition, long ordinal) {
      if (recordKey instanceof LongWritable number) {
        return number.get();
      }
      if (recordKey instanceof IntWritable number) {
        return Integer.toUnsignedLong(number.get());
      }
      throw new IllegalArgumentException(
          "the index takes the records' keys, which must be LongWritable or IntWritable, not "
              + (recordKey == null ? "null" : recordKey.getClass().getName()));
    }
  };

  /**
   * Returns a record's key in the index.
   *
   * @param recordKey the record's own key
   * @param partition the number of the file in the job
   * @param ordinal the record's number in the file, from 0
   * @throws IllegalArgumentException for KEY, when the record's key is no number
   */
  public abstract long key(Object recordKey, int partition, long ordinal);
}
