// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * What a task counts: it is passed on as its fields ({@link Serde#ofFields}), but for transient
 * ones.
 */
public abstract class FieldsWritable implements Writable {
  @Override
  public void write(DataOutput out) throws IOException {
    FieldSerde.of(getClass()).write(this, out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    FieldSerde.of(getClass()).read(this, in);
  }
}
