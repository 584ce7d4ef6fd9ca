// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Writes {@code _pack.json} when the job commits; until then keeps in the output what a run that
 * goes on with it needs, where the committer's renames make that possible.
 */
final class PackManifest implements OutputManifest {
  static final String NAME = "_pack.json";

  /** The folder of the names of sources that were left out; its name hides it from readers. */
  static final String REJECTS = "_rejects";

  private static final String PASSED = "recordio.pack.plan.manifest";
  private static final String KEEPS_STATE = "recordio.pack.plan.keeps-state";
  private static final String MAGIC = "__magic"; // pending uploads of S3A's committer

  /**
   * The content of {@code _pack.json}.
   *
   * @param bytes of all shards' {@code .rec} files
   * @param labels the label of each folder below the input; empty when labels are not by folder
   */
  record Content(long records, long bytes, List<Shard> shards, Map<String, Integer> labels) {}

  /**
   * A shard in {@code _pack.json}.
   *
   * @param crc32c of the file, 8 hexadecimal digits
   * @param sha256 of the file, if it is wanted
   * @param firstKey null when it has no record
   */
  record Shard(
      String file,
      long records,
      long bytes,
      String crc32c,
      @JsonInclude(JsonInclude.Include.NON_NULL) String sha256,
      BigInteger firstKey) {}

  /**
   * What the client passes to the job.
   *
   * @param state null when no run can go on with the output
   */
  private record Passed(Map<String, Integer> labels, List<String> classes, PackState state) {}

  private List<ShardReport> reports = List.of();

  /**
   * Passes to a job what the manifest is going to say.
   *
   * @param folder the job's own folder
   * @param state null when no run can go on with the output
   */
  static void install(Configuration conf, Path folder, PackPlan plan, PackState state)
      throws IOException {
    ShardCommitter.install(conf, results(folder), PackManifest.class);
    var file = new Path(folder, "plan.json");
    JsonFiles.write(
        file.getFileSystem(conf), file, new Passed(plan.labels(), plan.classes(), state));
    conf.set(PASSED, file.toString());
    conf.setBoolean(KEEPS_STATE, state != null);
  }

  private static Passed passed(Configuration conf) throws IOException {
    var file = new Path(conf.get(PASSED));
    return JsonFiles.read(file.getFileSystem(conf), file, Passed.class);
  }

  /**
   * Returns what is wrong with the first file that the manifest of an output lists and that is not
   * there as a whole; null when there is none, or no manifest.
   */
  static String firstFault(FileSystem fs, Path output) throws IOException {
    Content content;
    try {
      content = JsonFiles.read(fs, new Path(output, NAME), Content.class);
    } catch (BadInputException | FileNotFoundException | ChecksumException e) {
      return null;
    }
    if (content.shards == null) {
      return null;
    }
    var lengths = new HashMap<String, Long>();
    for (FileStatus file : fs.listStatus(output)) {
      lengths.put(file.getPath().getName(), file.getLen());
    }
    for (Shard shard : content.shards) {
      Long length = lengths.get(shard.file);
      if (length == null) {
        return shard.file + " is missing";
      }
      if (length != shard.bytes) {
        return String.format("%s has %,d bytes, not %,d", shard.file, length, shard.bytes);
      }
    }
    return null;
  }

  /** Whether tasks leave reports for a run that goes on with the output. */
  static boolean keepsState(Configuration conf) {
    return conf.getBoolean(KEEPS_STATE, false);
  }

  /** Returns the folder that has a folder for each committed task of a job. */
  static Path tasks(Path folder) {
    return ShardCommitter.tasks(results(folder));
  }

  private static Path results(Path folder) {
    return new Path(folder, "results");
  }

  @Override
  public void begin(JobContext job, FileSystem fs, Path output) throws IOException {
    Configuration conf = job.getConfiguration();
    if (!keepsState(conf)) {
      return;
    }
    var resume = new ResumeFolder(fs, output);
    String id = job.getJobID().toString();
    PackState old = resume.state();
    if (old != null && id.equals(old.job())) {
      return; // the same job, recovered
    }
    if (PackConf.RESUME.getBoolean(conf)) {
      resume.gather();
    } else {
      resume.delete();
    }
    // Else the committer would take what tasks of another job have left.
    fs.delete(new Path(output, FileOutputCommitter.PENDING_DIR_NAME), true);
    resume.begin(conf, passed(conf).state.of(id));
  }

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    reports = Reports.committed(conf, tasks);
  }

  @Override
  public void makeWay(Configuration conf, FileSystem fs, Path output) throws IOException {
    if (!ShardCommitter.allowsExisting(conf) || !fs.exists(output)) {
      return;
    }
    // First what says that the old output is complete.
    fs.delete(new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME), false);
    if (fs.exists(new Path(output, NAME))) {
      fs.delete(new Path(output, ClassNames.FILE), false);
    }
    fs.delete(new Path(output, NAME), false);
    for (FileStatus old : fs.listStatus(output)) {
      String name = old.getPath().getName();
      boolean pending =
          name.equals(FileOutputCommitter.PENDING_DIR_NAME)
              || name.startsWith(MAGIC)
              || ResumeFolder.isNamed(name);
      if (!pending && !fs.delete(old.getPath(), true)) {
        throw new IOException("can't remove what is in the way of the output: " + old.getPath());
      }
    }
  }

  @Override
  public void write(Configuration conf, FileSystem fs, Path output) throws IOException {
    var shards = new ArrayList<Shard>();
    long records = 0;
    long bytes = 0;
    for (ShardReport shard : reports) {
      ShardReport.Part rec = shard.rec();
      shards.add(
          new Shard(
              rec.name(),
              shard.records(),
              rec.bytes(),
              rec.crc32c(),
              rec.sha256(),
              shard.firstKey()));
      records += shard.records();
      bytes += rec.bytes();
    }
    Passed passed = passed(conf);
    JsonFiles.write(fs, new Path(output, NAME), new Content(records, bytes, shards, passed.labels));
    if (!passed.classes.isEmpty()) { // after the manifest, by which it is known as ours
      try (OutputStream out = Files.overwrite(fs, new Path(output, ClassNames.FILE))) {
        out.write(ClassNames.bytes(passed.classes));
      }
    }
    if (keepsState(conf)) {
      new ResumeFolder(fs, output).delete();
    }
  }

  @Override
  public void abandon(Configuration conf, FileSystem fs, Path output) throws IOException {
    if (!keepsState(conf)) {
      return;
    }
    var resume = new ResumeFolder(fs, output);
    if (PackConf.RESUME.getBoolean(conf)) {
      resume.gather();
    } else {
      resume.delete();
    }
  }

  @Override
  public List<String> names() {
    var names = new ArrayList<String>(List.of(NAME, ClassNames.FILE, REJECTS));
    for (ShardReport shard : reports) {
      shard.files().forEach(file -> names.add(file.name()));
    }
    return names;
  }
}
