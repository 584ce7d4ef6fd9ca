// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import dev.recordio.bytes.NameText;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.split.ListedSplit;
import dev.recordio.jobs.run.split.SplitGroup;
import dev.recordio.mapreduce.RecordIOInputFormat;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;

/**
 * Prepares an index job; also for programs that index as one of their steps.
 *
 * <p>The job is configured by the keys {@code recordio.index.*}. The indexes of a file are written
 * next to it and renamed when both are complete. A job that fails leaves the indexes that it has
 * not written unchanged. Close the object after the job: that removes the files left by killed
 * tasks.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class IndexJob implements Closeable {
  /** Each reducer writes the indexes of several files, one after the other. */
  private static final int MAX_REDUCERS = 16;

  /** Of more files there are more reducers: each index takes some ten requests. */
  private static final int FILES_OF_REDUCER = 2000;

  /** Blocks of entries are few and need no large sort buffer. */
  private static final int SORT_MEBIBYTES = 16;

  private final UnitJob<ListedSplit, Void> units;
  private List<FileStatus> files;

  /**
   * Lists the files and prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param inputs files of records, folders and globs
   * @throws FileNotFoundException when an input is missing or there is nothing to index
   * @throws BadInputException when a file is compressed, or no index can be written next to it
   * @throws UsageException when two files would have the same index
   */
  public IndexJob(Configuration conf, List<Path> inputs) throws IOException, InterruptedException {
    int reducers = conf.getInt(MRJobConfig.NUM_REDUCES, 1);
    units = UnitJob.prepare(conf, IndexTask.class, own -> prepare(own, inputs, reducers));
  }

  private void prepare(UnitJob<ListedSplit, Void> own, List<Path> inputs, int reducers)
      throws IOException {
    Job job = own.job();
    Configuration jobConf = own.conf();
    own.use(inputs);
    IndexSettings settings = IndexSettings.of(jobConf);
    files = distinct(jobConf, RecordInputs.list(jobConf, inputs, null));
    if (files.isEmpty()) {
      throw new FileNotFoundException("nothing to index: the input has only files of no bytes");
    }
    if (!settings.check()) {
      for (Path folder : folders()) {
        checkWritable(jobConf, folder);
      }
    }
    RecordIOConf.INPUT_PARTS.set(jobConf, 0);
    List<ListedSplit> splits = splits(job);
    if (splits.size() > files.size()) {
      sortBlocks(job, Math.max(reducers, reducers(files.size())));
    }
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setOutputFormatClass(TextOutputFormat.class);
    own.plan(
        Plan.splits(own.newPlan(), SplitGroup.of(splits, FileInputFormat.getMaxSplitSize(job))));
  }

  private static int reducers(int files) {
    return Math.max(Math.min(files, MAX_REDUCERS), files / FILES_OF_REDUCER);
  }

  /** Some file is cut: several tasks read it, and its blocks meet in a reducer. */
  private static void sortBlocks(Job job, int reducers) {
    Configuration conf = job.getConfiguration();
    job.setMapOutputKeyClass(IndexBlock.Place.class);
    job.setMapOutputValueClass(IndexBlock.class);
    job.setPartitionerClass(IndexBlock.FilePartitioner.class);
    job.setGroupingComparatorClass(IndexBlock.ByFile.class);
    job.setReducerClass(IndexTask.Joiner.class);
    job.setNumReduceTasks(reducers);
    conf.setInt(
        MRJobConfig.IO_SORT_MB,
        Math.min(SORT_MEBIBYTES, conf.getInt(MRJobConfig.IO_SORT_MB, SORT_MEBIBYTES)));
  }

  /** Cuts the files: each has at least one split. */
  private List<ListedSplit> splits(Job job) throws IOException {
    Configuration conf = job.getConfiguration();
    long minSize = FileInputFormat.getMinSplitSize(job);
    long maxSize = FileInputFormat.getMaxSplitSize(job);
    var format = new RecordIOInputFormat();
    List<InputRange> ranges =
        format.plan(conf, files, minSize, maxSize, format.splittable(conf)).stream()
            .map(split -> split.get(0))
            .toList();
    return ListedSplit.of(ranges, files);
  }

  /** Drops files that were named twice; rejects files that can't have their own index. */
  private static List<FileStatus> distinct(Configuration conf, List<FileStatus> listed)
      throws IOException {
    Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
    Map<Path, FileStatus> distinct = new LinkedHashMap<>();
    Map<Path, Path> indexed = new HashMap<>();
    for (FileStatus file : listed) {
      Path path = file.getPath();
      if (!uncompressed.test(path)) {
        throw new BadInputException(
            "a compressed file can't be indexed, there is no seeking in it: " + path, null);
      }
      Path other = indexed.put(RecordFiles.index(path), path);
      if (other != null && !other.equals(path)) {
        throw new UsageException("one index for two files: " + other + " and " + path);
      }
      distinct.put(path, file);
    }
    return new ArrayList<>(distinct.values());
  }

  private Set<Path> folders() {
    var folders = new TreeSet<Path>();
    files.forEach(file -> folders.add(file.getPath().getParent()));
    return folders;
  }

  /** Checks, before anything is read, that indexes can be written. */
  private static void checkWritable(Configuration conf, Path folder) throws IOException {
    var probe = new Path(folder, "recordio" + RecordFiles.INDEX);
    try {
      new FileReplacement(conf, probe, UUID.randomUUID().toString()).close();
    } catch (IOException e) {
      throw new BadInputException(
          "no index can be written in " + folder + ": " + e.getMessage(), e);
    }
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return units.job();
  }

  /** Returns the files that the job indexes, without empty files. */
  public List<FileStatus> files() {
    return files;
  }

  /**
   * Returns the first difference of each file that differs, for a job that compares; else the files
   * whose keys were replaced.
   */
  public Map<String, String> differences() throws IOException {
    var differences = new TreeMap<String, String>();
    Path output = FileOutputFormat.getOutputPath(job());
    var fs = output.getFileSystem(units.conf());
    for (FileStatus part : fs.globStatus(new Path(output, "part-*"))) {
      try (var lines = Files.lines(fs, part)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] cells = line.split("\t", 2);
          differences.put(NameText.unescape(cells[0]), NameText.unescape(cells[1]));
        }
      }
    }
    return differences;
  }

  /** Removes the job's scratch folder, and temporary files left by tasks. */
  @Override
  public void close() throws IOException {
    try (units) {
      JobID id = job().getJobID();
      if (id != null && !IndexSettings.of(units.conf()).check()) {
        String attempts = id.toString().replace("job_", "attempt_");
        for (Path folder : folders()) {
          FileReplacement.removeLeft(units.conf(), folder, attempts);
        }
      }
    }
  }
}
