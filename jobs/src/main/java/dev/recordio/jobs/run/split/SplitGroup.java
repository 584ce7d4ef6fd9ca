// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.HostBytes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Small files that one task reads, one after the other: a task for each would cost many times its
 * work.
 */
public final class SplitGroup {
  /** For more bytes, parallel tasks near their blocks are better than few tasks. */
  public static final long MAX_BYTES = 32 << 20;

  /** A file takes some milliseconds to open; on object stores, some ten. */
  private static final int MAX_FILES = 500;

  private SplitGroup() {}

  /**
   * Groups consecutive small files; splits of files that are cut stay single.
   *
   * @param splits in the order of the input, the splits of a file in order too
   * @param maxBytes the maximum bytes of a group, if less than the bound of groups
   * @return groups, some of a single split, in the same order
   */
  public static <S extends FileSplit> List<List<S>> of(List<S> splits, long maxBytes) {
    long bound = Math.min(maxBytes, MAX_BYTES);
    return group(
        splits,
        (members, bytes, at) ->
            isWholeFile(splits, at)
                && members < MAX_FILES
                && bytes + splits.get(at).getLength() <= bound);
  }

  /**
   * Lists and cuts the input of a job over RecordIO files, without reading it, and groups small
   * files, unless each task writes one file of what it quarantines.
   */
  public static List<List<FileSplit>> ofRecords(Job job, List<Path> inputs) throws IOException {
    Configuration conf = job.getConfiguration();
    RecordIOConf.INPUT_PARTS.set(conf, 0); // splits by size, of one file each
    var format = new RecordIOInputFormat();
    format.checkSettings(conf);
    List<FileStatus> files =
        format.listInput(
            conf,
            job.getCredentials(),
            inputs.toArray(new Path[0]),
            FileInputFormat.getInputPathFilter(job));
    long minSize = FileInputFormat.getMinSplitSize(job);
    long maxSize = FileInputFormat.getMaxSplitSize(job);
    var single = new ArrayList<FileSplit>();
    for (List<InputRange> ranges :
        format.plan(conf, files, minSize, maxSize, format.splittable(conf))) {
      InputRange range = ranges.get(0);
      single.add(new FileSplit(range.path(), range.start(), range.length(), range.hosts()));
    }
    return DamageSettings.of(conf).quarantines() ? each(single) : of(single, maxSize);
  }

  /** Returns a group of each split. */
  public static <S extends FileSplit> List<List<S>> each(List<S> splits) {
    return splits.stream().map(List::of).toList();
  }

  /**
   * Groups consecutive splits of any kind: for jobs whose tasks must be few and large.
   *
   * @param splits in the order of the input
   * @param taskBytes the bytes of a group, at least, but for the last one
   * @return groups, some of a single split, in the same order
   */
  public static <S extends FileSplit> List<List<S>> wide(List<S> splits, long taskBytes) {
    long files = MAX_FILES * (1 + taskBytes / MAX_BYTES);
    return group(splits, (members, bytes, at) -> members < files && bytes < taskBytes);
  }

  /** Whether a split joins the group before it. */
  private interface Joins {
    boolean test(int members, long bytes, int at);
  }

  private static <S extends FileSplit> List<List<S>> group(List<S> splits, Joins joins) {
    var groups = new ArrayList<List<S>>();
    for (int from = 0; from < splits.size(); ) {
      int to = from;
      long bytes = 0;
      while (to < splits.size() && joins.test(to - from, bytes, to)) {
        bytes += splits.get(to++).getLength();
      }
      to = Math.max(to, from + 1);
      groups.add(List.copyOf(splits.subList(from, to)));
      from = to;
    }
    return groups;
  }

  private static boolean isWholeFile(List<? extends FileSplit> splits, int at) {
    return splits.get(at).getStart() == 0
        && (at + 1 == splits.size() || splits.get(at + 1).getStart() == 0);
  }

  /** Returns the bytes of splits. */
  public static long bytes(List<? extends FileSplit> splits) {
    return splits.stream().mapToLong(FileSplit::getLength).sum();
  }

  /** Returns the hosts that have most of the bytes of splits. */
  public static String[] hosts(List<? extends FileSplit> splits) throws IOException {
    var hosts = new HostBytes();
    for (FileSplit member : splits) {
      hosts.add(member.getLocations(), member.getLength());
    }
    return hosts.best();
  }
}
