// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;

/** What stands as keys in the {@code .idx} files of {@link RecordIOOutputFormat}. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum IndexKeys {
  /** 0, 1, 2, ... in each file, as MXNet's rec2idx writes them. */
  ORDINAL {
    @Override
    long key(Object recordKey, int partition, long ordinal) {
      return ordinal;
    }
  },
  /** partition * 2^40 + ordinal: unique over all files of the job, without any agreement. */
  GLOBAL {
    @Override
    long key(Object recordKey, int partition, long ordinal) {
      return (long) partition << 40 | ordinal;
    }
  },
  /** The record's own key, a LongWritable (unsigned) or IntWritable. */
  KEY {
    @Override
    long key(Object recordKey, int partition, long ordinal) {
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

  /** Returns the index key of the record {@code ordinal} of its file. */
  abstract long key(Object recordKey, int partition, long ordinal);
}
