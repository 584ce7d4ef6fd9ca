// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.commit.ShardCommitter;
import dev.recordio.jobs.job.Reports;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.pack.list.PackedList;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import dev.recordio.task.RecordShardWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;

/**
 * Plans and prepares a pack job; also for programs that pack as one of their steps.
 *
 * <p>The job is configured by the keys {@code recordio.pack.*}. The plan is in its own folder,
 * where tasks can read it, until the object is closed, which must be after the job.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class PackJob implements Closeable {
  private final UnitJob<PlannedShard, ShardReport> job;
  private OutputClaim claim; // null until it is taken
  private PackPlan plan;

  /**
   * Scans the inputs and prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param inputs what to pack; empty when {@code recordio.pack.list} names a list
   * @param output the folder to make
   * @throws FileAlreadyExistsException when the output exists
   * @throws java.io.FileNotFoundException when an input is missing or there is nothing to pack
   * @throws dev.recordio.jobs.run.error.BadInputException when an input can't be read
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public PackJob(Configuration conf, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    this(conf, inputs, output, count -> {});
  }

  /**
   * Does the same.
   *
   * @param listed receives how many sources have been found so far
   */
  PackJob(Configuration conf, List<Path> inputs, Path output, LongConsumer listed)
      throws IOException, InterruptedException {
    PixelSettings.check(conf);
    SampleSettings.check(conf);
    RecordShardWriter.refuseCompression(conf);
    try {
      job = UnitJob.prepare(conf, PackTask.class, own -> prepare(own, inputs, output, listed));
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (OutputClaim held = claim) {
        throw e;
      }
    }
  }

  private void prepare(
      UnitJob<PlannedShard, ShardReport> own, List<Path> inputs, Path output, LongConsumer listed)
      throws IOException {
    Configuration conf = own.conf();
    own.output(output, ManifestOutputFormat.class);
    NewOutput.commitTogether(conf);
    List<Path> sources = sources(conf, inputs);
    // All that can be wrong with the output comes before the scan, which may take long.
    OutputPlace place = claim(conf, inputs, output, sources);
    boolean resumable = ShardCommitter.renamesTasks(conf, output);
    if (place.exists()) {
      ShardCommitter.allowExisting(conf);
    }
    if (PackConf.RESUME.getBoolean(conf) && resumable) {
      NewOutput.keep(conf);
    }
    own.use(List.of(output));
    own.use(sources);
    Path entries = own.scratch("shards");
    plan =
        new PackPlanner(conf, listed)
            .outside(output, place.prefix())
            .writing(written(conf))
            .plan(inputs, entries);
    own.use(List.copyOf(plan.fileSystems()));
    ShardEntries.setPlan(conf, entries);
    own.plan(plan.shards(), PlannedShard::bytes);
    PackPlan.setImageHeader(conf, plan.imageHeader());
    PackedList.install(conf, plan.folder());
    PackState state = PackState.of(conf, plan);
    place.checkSame(state);
    PackManifest.install(conf, own.scratch("manifest"), plan, resumable ? state : null);
  }

  private OutputPlace claim(Configuration conf, List<Path> inputs, Path output, List<Path> sources)
      throws IOException {
    NewOutput.checkOutside(conf, output, inputs);
    var checked = new AtomicReference<OutputPlace>();
    claim =
        OutputClaim.take(conf, output, () -> checked.set(OutputPlace.check(conf, output, sources)));
    for (Path list : written(conf)) {
      PackedList.check(conf, list, output, lists(conf));
      claim.add(list);
    }
    return checked.get();
  }

  private static List<Path> written(Configuration conf) {
    String list = PackConf.WRITE_LIST.get(conf);
    return list.isEmpty() ? List.of() : List.of(new Path(list));
  }

  /** Returns the lists that are read. */
  static List<Path> lists(Configuration conf) {
    String list = PackConf.LIST.get(conf);
    return list.isEmpty() ? List.of() : InputSpec.parse(list);
  }

  /** All named inputs of the tasks. */
  private static List<Path> sources(Configuration conf, List<Path> inputs) {
    var sources = new ArrayList<Path>(inputs);
    sources.addAll(lists(conf));
    String root = PackConf.ROOT.get(conf);
    if (!root.isEmpty()) {
      sources.add(new Path(root));
    }
    return sources;
  }

  /**
   * Writes the list of what was packed, if one is wanted; after the job has succeeded.
   *
   * @throws IOException when it can't be written; the output of the job is complete all the same
   */
  public void writeList() throws IOException {
    for (Path list : written(job.conf())) {
      PackedList.write(job.conf(), list, PackManifest.tasks(job.scratch("manifest")));
    }
  }

  /** Returns what is wrong with images that were taken; after the job has succeeded. */
  ImageWarnings warnings() throws IOException {
    var warnings = new ImageWarnings();
    Path tasks = PackManifest.tasks(job.scratch("manifest"));
    for (ShardReport shard : Reports.<ShardReport>committed(job.conf(), tasks)) {
      warnings.add(shard.warned(), shard.warnings());
    }
    return warnings;
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  PackPlan plan() {
    return plan;
  }

  /** Removes the plan, and gives the output back. */
  @Override
  public void close() throws IOException {
    try (OutputClaim held = claim) {
      job.close();
    }
  }
}
