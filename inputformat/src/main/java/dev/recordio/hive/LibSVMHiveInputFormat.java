// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.mapred.LibSVMInputFormat;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat.AvoidSplitCombination;

/**
 * Reads LibSVM text for Hive, as {@link LibSVMInputFormat} does. Hive's own combining of small
 * files is declined: it would list the table's folder by itself, and take files of weights and
 * groups for data.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class LibSVMHiveInputFormat extends LibSVMInputFormat implements AvoidSplitCombination {
  @Override
  public boolean shouldSkipCombine(Path path, Configuration conf) {
    return true;
  }
}
