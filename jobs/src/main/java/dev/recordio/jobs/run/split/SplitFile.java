// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.util.ReflectionUtils;

/** The splits of a job, passed to it in a file: they are computed once, from one listing. */
public final class SplitFile {
  /** Key of the file with the splits. */
  private static final String FILE = "recordio.job.splits-file";

  private SplitFile() {}

  /** Passes splits to a job; creates {@code file} for tasks and client. */
  public static void set(Configuration conf, List<InputSplit> splits, Path file)
      throws IOException {
    ScratchFile.write(conf, FILE, file, out -> write(out, splits));
  }

  private static void write(DataOutput out, List<InputSplit> splits) throws IOException {
    out.writeInt(splits.size());
    for (InputSplit split : splits) {
      writeMembers(out, SplitGroup.members(split));
    }
  }

  /** Returns the splits of a job. */
  public static List<InputSplit> read(Configuration conf) throws IOException {
    return ScratchFile.read(conf, FILE, SplitFile::read);
  }

  private static List<InputSplit> read(DataInput in) throws IOException {
    var splits = new ArrayList<InputSplit>();
    for (int count = in.readInt(); count > 0; count--) {
      List<HostedSplit> members = readMembers(in);
      splits.add(members.size() == 1 ? members.get(0) : new SplitGroup(members));
    }
    return splits;
  }

  /** Writes splits of one class. */
  public static void writeMembers(DataOutput out, List<HostedSplit> members) throws IOException {
    out.writeInt(members.size());
    out.writeUTF(members.get(0).getClass().getName());
    for (HostedSplit member : members) {
      member.write(out);
    }
  }

  /** Reads what {@link #writeMembers} wrote. */
  public static List<HostedSplit> readMembers(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 1) {
      throw Stepwise.malformed("not splits of a job", "a number of splits", count + "");
    }
    Class<? extends HostedSplit> type = splitClass(in.readUTF());
    var members = new ArrayList<HostedSplit>();
    for (int i = 0; i < count; i++) {
      HostedSplit member = ReflectionUtils.newInstance(type, null);
      member.readFields(in);
      members.add(member);
    }
    return members;
  }

  private static Class<? extends HostedSplit> splitClass(String name) throws IOException {
    try {
      return Class.forName(name, false, SplitFile.class.getClassLoader())
          .asSubclass(HostedSplit.class);
    } catch (ClassNotFoundException | ClassCastException | LinkageError e) {
      throw new IOException("no class of splits " + name, e);
    }
  }
}
