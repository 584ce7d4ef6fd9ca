// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** What a task counts of a range, and passes on as JSON of its fields. */
abstract class Tally implements Writable {
  static final ObjectMapper FIELDS =
      new ObjectMapper()
          .setVisibility(PropertyAccessor.GETTER, Visibility.NONE)
          .setVisibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .setVisibility(PropertyAccessor.FIELD, Visibility.ANY);

  @Override
  public void write(DataOutput out) throws IOException {
    byte[] json = FIELDS.writeValueAsBytes(this);
    out.writeInt(json.length);
    out.write(json);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    FIELDS.readerForUpdating(this).readValue(Stepwise.readBytes(in, "tally"));
  }
}
