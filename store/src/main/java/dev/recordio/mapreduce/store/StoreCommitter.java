// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.store;

import dev.recordio.fs.stream.Files;
import dev.recordio.mapreduce.store.StoreCommitter.StoreCommit;
import dev.recordio.mapreduce.store.StoreCommitter.TaskReport;
import dev.recordio.store.Store;
import dev.recordio.store.commit.AppendChange;
import dev.recordio.store.commit.Change;
import dev.recordio.store.commit.StoreConflictException;
import dev.recordio.store.commit.WrittenTables;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.Operation;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.write.StoreWriting;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Commits what the tasks of a job wrote into a store: once, as one generation. Tasks write chunks
 * and tables straight to their final place, and leave a report in the job's staging folder; only
 * the reports of committed attempts count. The commit has an id that the client chose, by which it
 * is recognized when the job is committed again.
 */
public class StoreCommitter extends OutputCommitter {
  private static final String STORE = "recordio.store.job.store";
  private static final String COMMIT = "recordio.store.job.commit";
  private static final String BASE = "recordio.store.job.base";
  private static final String BEGUN = "recordio.store.job.begun";
  private static final String CHANGE = "recordio.store.job.change";

  private static final String REPORT = "report";

  private final List<StoreWriting> writing = new ArrayList<>();

  /**
   * Prepares a job.
   *
   * @param store the store's folder, qualified
   * @param base the number of the generation on which the job is begun
   * @param change has a constructor without arguments
   */
  public static void install(
      Configuration conf, Path store, long base, Class<? extends StoreCommit> change) {
    conf.set(STORE, store.toString());
    conf.set(COMMIT, StorePaths.newId());
    conf.setLong(BASE, base);
    conf.setLong(BEGUN, System.currentTimeMillis());
    conf.setClass(CHANGE, change, StoreCommit.class);
  }

  /** Prepares a job whose tasks write records with the fields of a generation, to be added. */
  public static void installAppend(Configuration conf, Path store, long base) {
    install(conf, store, base, AppendCommit.class);
  }

  /** Opens the store of a job. */
  public static Store store(Configuration conf) throws IOException {
    return Store.open(conf, new Path(conf.get(STORE)));
  }

  /** Returns the generation on which a job was begun. */
  public static Manifest base(Configuration conf, Store store) throws IOException {
    return store.generations().get(conf.getLong(BASE, -1));
  }

  /**
   * Returns the generation that a job made; null if it has made none.
   *
   * @throws FileNotFoundException when gc collected what it may have made
   */
  public static Manifest made(Configuration conf) throws IOException {
    Generations generations = store(conf).generations();
    String commit = conf.get(COMMIT);
    long newest = generations.newestNumber();
    for (long number = conf.getLong(BASE, -1) + 1; number <= newest; number++) {
      Manifest manifest = generations.get(number);
      if (manifest.commit().equals(commit)) {
        return manifest;
      }
    }
    return null;
  }

  private static Path staging(JobContext context) throws IOException {
    String folder = context.getConfiguration().get(MRJobConfig.MAPREDUCE_JOB_DIR);
    if (folder == null) {
      throw new IOException(
          "the job has no staging folder: " + MRJobConfig.MAPREDUCE_JOB_DIR + " is not set");
    }
    return new Path(folder, "recordio-store");
  }

  private static Path tasks(JobContext context) throws IOException {
    return new Path(staging(context), "tasks");
  }

  private static Path attempt(TaskAttemptContext context) throws IOException {
    return new Path(staging(context), "attempts/" + context.getTaskAttemptID());
  }

  /** Notes what a task attempt writes, to be removed if it is aborted. */
  public StoreWriting begin(TaskAttemptContext context, Store store) throws IOException {
    var files = new StoreWriting(context.getConfiguration(), store.generations().paths());
    writing.add(files);
    return files;
  }

  /** Leaves the report of a task attempt. */
  public void report(TaskAttemptContext context, TaskReport report) throws IOException {
    Path folder = attempt(context);
    report.write(folder.getFileSystem(context.getConfiguration()), new Path(folder, REPORT));
  }

  @Override
  public void setupJob(JobContext context) throws IOException {
    Path folder = tasks(context);
    folder.getFileSystem(context.getConfiguration()).mkdirs(folder);
  }

  @Override
  public void setupTask(TaskAttemptContext context) {}

  @Override
  public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
    Path folder = attempt(context);
    return folder.getFileSystem(context.getConfiguration()).exists(folder);
  }

  @Override
  public void commitTask(TaskAttemptContext context) throws IOException {
    Path folder = attempt(context);
    FileSystem fs = folder.getFileSystem(context.getConfiguration());
    Path task = new Path(tasks(context), context.getTaskAttemptID().getTaskID().toString());
    fs.delete(task, true); // of an attempt whose commit was not noticed
    Files.rename(fs, folder, task);
    writing.clear();
  }

  @Override
  public void abortTask(TaskAttemptContext context) throws IOException {
    for (StoreWriting files : writing) {
      files.discard();
    }
    writing.clear();
    Path folder = attempt(context);
    folder.getFileSystem(context.getConfiguration()).delete(folder, true);
  }

  @Override
  public boolean isRecoverySupported(JobContext context) {
    return true;
  }

  /** The report of a committed task is still there: it outlives the job's application master. */
  @Override
  public void recoverTask(TaskAttemptContext context) {}

  @Override
  public boolean isCommitJobRepeatable(JobContext context) {
    return true;
  }

  @Override
  public void commitJob(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    if (made(conf) != null) {
      return; // by a master that could not say so any more
    }
    Store store = store(conf);
    var files =
        new StoreWriting(
            conf, store.generations().paths(), conf.getLong(BEGUN, System.currentTimeMillis()));
    List<TaskReport> reports = reports(context);
    reports.forEach(report -> files.add(report.tables().files()));
    Manifest base = base(conf, store);
    StoreCommit commit =
        ReflectionUtils.newInstance(
            conf.getClass(CHANGE, null, StoreCommit.class).asSubclass(StoreCommit.class), conf);
    Change change = commit.change(store, base, reports, files, conf.get(COMMIT));
    Path begun = committing(context);
    Files.overwrite(begun.getFileSystem(conf), begun).close();
    try {
      store.commit(base, change);
    } catch (StoreConflictException e) {
      begun.getFileSystem(conf).delete(begun, false); // surely nothing was committed
      throw e;
    }
  }

  private static List<TaskReport> reports(JobContext context) throws IOException {
    Path folder = tasks(context);
    FileSystem fs = folder.getFileSystem(context.getConfiguration());
    var reports = new ArrayList<TaskReport>();
    for (FileStatus task : fs.listStatus(folder)) {
      reports.add(TaskReport.read(fs, new Path(task.getPath(), REPORT)));
    }
    reports.sort(Comparator.comparingLong(TaskReport::order));
    return reports;
  }

  /**
   * Removes the files of committed tasks, unless a commit of the job may have been made of them: it
   * is refused when another writer's change contradicts it, but else it may not be known how it
   * ended. Then gc removes what is not needed.
   */
  @Override
  public void abortJob(JobContext context, JobStatus.State state) throws IOException {
    Path folder = tasks(context);
    FileSystem fs = folder.getFileSystem(context.getConfiguration());
    Path begun = committing(context);
    if (!fs.exists(folder) || fs.exists(begun)) {
      return;
    }
    for (TaskReport report : reports(context)) {
      for (Path file : report.tables().files()) {
        file.getFileSystem(context.getConfiguration()).delete(file, false);
      }
    }
    fs.delete(folder, true);
  }

  private static Path committing(JobContext context) throws IOException {
    return new Path(staging(context), "committing");
  }

  /** Makes one change of a store of what the tasks of a job wrote. */
  public interface StoreCommit {
    /**
     * Returns the change.
     *
     * @param store the store
     * @param base the generation on which the job was begun
     * @param reports of the committed tasks, in their order
     * @param files all files that they name
     * @param commit the id of the commit
     */
    Change change(
        Store store, Manifest base, List<TaskReport> reports, StoreWriting files, String commit)
        throws IOException;
  }

  /**
   * What a task leaves for the commit of its job.
   *
   * @param order where it comes among the reports of the job
   * @param note what the job needs besides, such as what the task was to do
   * @param tables what it wrote
   */
  public record TaskReport(long order, byte[] note, WrittenTables tables) {
    private static final int MAGIC = 0x52535452;

    /** Writes the report as a file. */
    void write(FileSystem fs, Path file) throws IOException {
      try (FSDataOutputStream to = Files.overwrite(fs, file)) {
        to.writeInt(MAGIC);
        to.writeLong(order);
        to.writeInt(note.length);
        to.write(note);
        tables.write(to);
        to.writeInt(MAGIC);
      }
    }

    /** Reads a report. */
    static TaskReport read(FileSystem fs, Path file) throws IOException {
      var from = new DataInputStream(new ByteArrayInputStream(Files.readAll(fs, file)));
      if (from.readInt() != MAGIC) {
        throw new IOException(file + " is no report of a task");
      }
      long order = from.readLong();
      byte[] note = from.readNBytes(from.readInt());
      var report = new TaskReport(order, note, WrittenTables.read(from));
      if (from.readInt() != MAGIC) {
        throw new IOException(file + " is not the whole report of a task");
      }
      return report;
    }
  }

  /** Adds the records of all tasks, one task's after the other's. */
  private static final class AppendCommit implements StoreCommit {
    @Override
    public Change change(
        Store store, Manifest base, List<TaskReport> reports, StoreWriting files, String commit) {
      return new AppendChange(
          store.tables(),
          Operation.IMPORT,
          files,
          reports.stream().map(TaskReport::tables).toList(),
          commit);
    }
  }
}
