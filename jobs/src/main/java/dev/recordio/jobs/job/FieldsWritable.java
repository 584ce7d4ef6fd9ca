// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.job;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** What a task counts: it is passed on as JSON of its fields, but for transient ones. */
public abstract class FieldsWritable implements Writable {
  private static final ObjectMapper FIELDS = mapper();

  /** Returns what reads and writes fields. */
  public static ObjectMapper mapper() {
    return new ObjectMapper()
        .setVisibility(PropertyAccessor.GETTER, Visibility.NONE)
        .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
        .setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    byte[] json = FIELDS.writeValueAsBytes(this);
    out.writeInt(json.length);
    out.write(json);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    byte[] json = new byte[in.readInt()];
    in.readFully(json);
    FIELDS.readerForUpdating(this).readValue(json);
  }
}
