// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.Set;
import org.apache.hadoop.hive.ql.io.StorageFormatDescriptor;

/** Tells Hive what {@code STORED AS RECORDIO} means; Hive finds it in the jar as a service. */
public class RecordIOStorageFormatDescriptor implements StorageFormatDescriptor {
  @Override
  public Set<String> getNames() {
    return Set.of("RECORDIO");
  }

  @Override
  public String getInputFormat() {
    return RecordIOHiveInputFormat.class.getName();
  }

  @Override
  public String getOutputFormat() {
    return RecordIOHiveOutputFormat.class.getName();
  }

  @Override
  public String getSerde() {
    return RecordIOSerDe.class.getName();
  }
}
