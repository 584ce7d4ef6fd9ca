// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** Finds, cuts and opens files of sparse rows. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RowInputs {
  private RowInputs() {}

  /** Lists the files of {@code inputs} ({@link InputListing}). */
  public static List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    return InputListing.list(conf, inputs, filter);
  }

  /**
   * Cuts files into dmlc-core's parts.
   *
   * @return for each part its ranges, one a file, none when it is empty
   */
  public static List<List<InputRange>> parts(Configuration conf, List<FileStatus> files, int parts)
      throws IOException {
    var partition = new DmlcPartition(files, parts, 1);
    var all = new ArrayList<List<InputRange>>();
    for (int part = 0; part < parts; part++) {
      all.add(partition.part(part));
    }
    return all;
  }

  /** Opens ranges for reading their rows, by the keys of {@code conf}. */
  public static RowReader open(Configuration conf, List<InputRange> ranges) {
    return new TextRowReader(conf, TextSettings.of(conf), ranges);
  }
}
