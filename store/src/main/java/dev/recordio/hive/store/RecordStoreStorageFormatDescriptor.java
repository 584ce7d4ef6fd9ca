// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import java.util.Set;
import org.apache.hadoop.hive.ql.io.StorageFormatDescriptor;

/** Specifies what {@code STORED AS RECORDSTORE} means; Hive finds it in the jar as a service. */
public class RecordStoreStorageFormatDescriptor implements StorageFormatDescriptor {
  @Override
  public Set<String> getNames() {
    return Set.of("RECORDSTORE");
  }

  @Override
  public String getInputFormat() {
    return StoreHiveInputFormat.class.getName();
  }

  @Override
  public String getOutputFormat() {
    return StoreHiveOutputFormat.class.getName();
  }

  @Override
  public String getSerde() {
    return StoreSerDe.class.getName();
  }
}
