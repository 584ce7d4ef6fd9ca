// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.commit.OutputManifest;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.split.ScratchFile;
import dev.recordio.jobs.shard.ShardPlan;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * Writes {@code _pack.json} when the job commits; until then keeps in the output what a run that
 * goes on with it needs, where the committer's renames make that possible.
 */
final class PackManifest implements OutputManifest {
  /** The name of the manifest in the output. */
  static final String NAME = "_pack.json";

  private static final String LABELS = "recordio.pack.plan.labels";
  private static final String STATE = "recordio.pack.plan.state";
  private static final String MAGIC = "__magic"; // pending uploads of S3A's committer

  /**
   * The content of {@code _pack.json}.
   *
   * @param records of all shards
   * @param bytes of all shards' {@code .rec} files
   * @param shards in order
   * @param labels the label of each folder below the input; empty when labels are not by folder
   */
  record Content(long records, long bytes, List<Shard> shards, Map<String, Integer> labels) {}

  /**
   * A shard in {@code _pack.json}.
   *
   * @param file its name in the output
   * @param firstKey null when it has no record
   */
  record Shard(String file, long records, long bytes, String sha256, BigInteger firstKey) {}

  private ShardReport[] reports = {};

  /**
   * Passes to a job what the manifest is going to say.
   *
   * @param folder the job's own folder
   * @param state null when no run can go on with the output
   */
  static void install(Configuration conf, Path folder, PackPlan plan, PackState state)
      throws IOException {
    ManifestCommitter.install(conf, results(folder), PackManifest.class);
    ScratchFile.write(
        conf,
        LABELS,
        new Path(folder, "labels"),
        out -> {
          out.writeInt(plan.labels().size());
          for (Map.Entry<String, Integer> label : plan.labels().entrySet()) {
            WritableUtils.writeString(out, label.getKey());
            out.writeInt(label.getValue());
          }
        });
    if (state != null) {
      var file = new Path(folder, "state");
      JsonFiles.write(file.getFileSystem(conf), file, state);
      conf.set(STATE, file.toString());
    }
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
    return conf.get(STATE) != null;
  }

  private static Map<String, Integer> labels(Configuration conf) throws IOException {
    return ScratchFile.read(
        conf,
        LABELS,
        in -> {
          var labels = new LinkedHashMap<String, Integer>();
          for (int count = in.readInt(); count > 0; count--) {
            labels.put(WritableUtils.readString(in), in.readInt());
          }
          return labels;
        });
  }

  /** Returns what the tasks of a job have left of its list, in the order of the shards. */
  static List<Path> listParts(Configuration conf, Path folder) throws IOException {
    var parts = new TreeMap<Integer, Path>();
    forEachShard(
        conf, folder, (report, task) -> parts.put(report.shard(), new Path(task, ListPart.NAME)));
    return List.copyOf(parts.values());
  }

  /** Returns what is wrong with images that the tasks of a job have taken. */
  static ImageWarnings warnings(Configuration conf, Path folder) throws IOException {
    var shards = new TreeMap<Integer, ShardReport>();
    forEachShard(conf, folder, (report, task) -> shards.put(report.shard(), report));
    var warnings = new ImageWarnings();
    shards.values().stream()
        .filter(shard -> shard.warned() > 0)
        .forEach(shard -> warnings.add(shard.warned(), shard.warnings()));
    return warnings;
  }

  private static void forEachShard(
      Configuration conf, Path folder, BiConsumer<ShardReport, Path> visitor) throws IOException {
    Path tasks = ManifestCommitter.tasks(results(folder));
    FileSystem fs = tasks.getFileSystem(conf);
    for (FileStatus task : fs.listStatus(tasks)) {
      visitor.accept(
          ShardReport.read(fs, new Path(task.getPath(), ShardReport.NAME)), task.getPath());
    }
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
    if (resume.exists() && fs.exists(resume.state())) {
      PackState old = JsonFiles.read(fs, resume.state(), PackState.class);
      if (id.equals(old.job())) {
        return; // the same job, recovered
      }
    }
    if (PackConf.RESUME.getBoolean(conf)) {
      resume.gather();
    } else {
      resume.delete();
    }
    // Else the committer would take what tasks of another job have left.
    fs.delete(new Path(output, FileOutputCommitter.PENDING_DIR_NAME), true);
    var passed = new Path(conf.get(STATE));
    PackState state = JsonFiles.read(passed.getFileSystem(conf), passed, PackState.class);
    String json = JsonFiles.line(state.of(id)) + "\n";
    try (var file = new FileReplacement(conf, fs, resume.state(), id)) {
      file.out().write(json.getBytes(StandardCharsets.UTF_8));
      file.out().close();
      file.commit();
    }
  }

  @Override
  public void read(Configuration conf, FileSystem fs, Path tasks) throws IOException {
    int shards = ShardPlan.shards(conf).size();
    reports = new ShardReport[shards];
    for (FileStatus task : fs.listStatus(tasks)) {
      ShardReport report = ShardReport.read(fs, new Path(task.getPath(), ShardReport.NAME));
      reports[report.shard()] = report;
    }
    long missing = Arrays.stream(reports).filter(report -> report == null).count();
    if (missing > 0) {
      throw new IOException(missing + " of " + shards + " shards were not committed");
    }
  }

  @Override
  public void makeWay(Configuration conf, FileSystem fs, Path output) throws IOException {
    if (!ManifestCommitter.allowsExisting(conf) || !fs.exists(output)) {
      return;
    }
    // First what says that the old output is complete.
    fs.delete(new Path(output, FileOutputCommitter.SUCCEEDED_FILE_NAME), false);
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
          new Shard(rec.name(), shard.records(), rec.bytes(), rec.sha256(), shard.firstKey()));
      records += shard.records();
      bytes += rec.bytes();
    }
    JsonFiles.write(fs, new Path(output, NAME), new Content(records, bytes, shards, labels(conf)));
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
    var names = new ArrayList<String>(List.of(NAME, Rejects.FOLDER));
    for (ShardReport shard : reports) {
      shard.files().forEach(file -> names.add(file.name()));
    }
    return names;
  }
}
