// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.shard.PlannedShard;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a pack job will do.
 *
 * @param bytes planned bytes of all shards: magic words in the content add a little
 * @param leftOut files that were skipped because of their extension
 * @param unselected files and members that were left out by their paths
 * @param unreadable sources that the plan finds to be so, and that are left out
 * @param repeatedKeys records of a list whose key came before
 * @param shards one split per shard
 * @param states what identifies the content of each shard
 * @param folder the folder that contains all inputs, as the paths of sources begin; or empty
 * @param labels the label of each folder, by its path below that; empty for lists
 * @param classes the names of the labels, for {@code synset.txt}; empty for lists
 * @param fileSystems the roots of the file systems that a list names, except its own
 */
record PackPlan(
    boolean imageHeader,
    long records,
    long bytes,
    long leftOut,
    long unselected,
    long unreadable,
    long repeatedKeys,
    List<PlannedShard> shards,
    List<PackState.Shard> states,
    String folder,
    Map<String, Integer> labels,
    List<String> classes,
    Set<Path> fileSystems) {

  /** Key of whether records have the image header: the decision for "auto". */
  private static final String IMAGE_HEADER = "recordio.pack.plan.image-header";

  static void setImageHeader(Configuration conf, boolean imageHeader) {
    conf.setBoolean(IMAGE_HEADER, imageHeader);
  }

  static boolean imageHeader(Configuration conf) {
    return conf.getBoolean(IMAGE_HEADER, false);
  }

  /** Whether records of several classes come one class after the other, unless shuffled. */
  boolean isSortedByClass() {
    return imageHeader && labels.size() > 1; // so there are several records
  }
}
