// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.Set;
import org.apache.hadoop.hive.ql.io.StorageFormatDescriptor;

/** Tells Hive what {@code STORED AS LIBSVM} means; Hive finds it in the jar as a service. */
public class LibSVMStorageFormatDescriptor implements StorageFormatDescriptor {
  @Override
  public Set<String> getNames() {
    return Set.of("LIBSVM");
  }

  @Override
  public String getInputFormat() {
    return LibSVMHiveInputFormat.class.getName();
  }

  @Override
  public String getOutputFormat() {
    return LibSVMHiveOutputFormat.class.getName();
  }

  @Override
  public String getSerde() {
    return LibSVMSerDe.class.getName();
  }
}
