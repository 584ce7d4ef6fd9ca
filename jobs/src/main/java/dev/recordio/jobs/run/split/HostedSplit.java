// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import dev.recordio.fs.input.InputRange;
import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A range of a file that keeps its hosts when it is deserialized. */
public class HostedSplit extends FileSplit {
  private String[] hosts = {};

  /** For Hadoop, which reads the fields. */
  public HostedSplit() {}

  /**
   * Makes a split.
   *
   * @param start its offset in the file, in bytes
   * @param length its length in bytes
   */
  public HostedSplit(Path file, long start, long length, String[] hosts) {
    super(file, start, length, hosts);
    this.hosts = hosts.clone();
  }

  /** Makes a split of a range. */
  public static HostedSplit of(InputRange range) {
    return new HostedSplit(range.path(), range.start(), range.length(), range.hosts());
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    WritableUtils.writeStringArray(out, hosts);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(Stepwise.readFileSplit(in));
    hosts = Stepwise.readStrings(in);
  }
}
