// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.images.ImageWarnings;
import dev.recordio.jobs.commit.ManifestCommitter;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.pack.list.PackedList;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.JobScratch;
import dev.recordio.jobs.run.NewOutput;
import dev.recordio.jobs.run.OutputClaim;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardPlan;
import dev.recordio.task.JobTokens;
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
  private final Job job;
  private final OutputClaim claim;
  private final JobScratch scratch;
  private final PackPlan plan;

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
    job = Job.getInstance(conf);
    job.setJarByClass(PackJob.class);
    // Before the scan, which may take long.
    ShardOutputFormat.installInto(job, output);
    job.setOutputFormatClass(ManifestOutputFormat.class);
    var checked = new AtomicReference<OutputPlace>();
    claim = claim(inputs, output, checked);
    OutputPlace place = checked.get();
    try {
      prepare(place, output);
      JobTokens.obtain(job.getConfiguration(), job.getCredentials(), sources(inputs));
      scratch = JobScratch.create(job.getConfiguration());
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (claim) {
        throw e;
      }
    }
    try {
      plan =
          new PackPlanner(job.getConfiguration(), listed)
              .outside(output, place.prefix())
              .writing(written())
              .plan(inputs, scratch.dir());
      JobTokens.obtain(job.getConfiguration(), job.getCredentials(), plan.fileSystems());
      ShardPlan.set(job.getConfiguration(), scratch.dir());
      Path units = new Path(scratch.dir(), "units");
      UnitJob.setUp(job, PackTask.class)
          .tasks(plan.shards(), PlannedShard::bytes)
          .set(job.getConfiguration(), units);
      prepareManifest(place, output);
    } catch (IOException | RuntimeException | Error e) {
      try (claim;
          scratch) {
        throw e;
      }
    }
    PackPlan.setImageHeader(job.getConfiguration(), plan.imageHeader());
  }

  private OutputClaim claim(List<Path> inputs, Path output, AtomicReference<OutputPlace> checked)
      throws IOException {
    Configuration conf = job.getConfiguration();
    NewOutput.checkOutside(conf, output, inputs);
    return OutputClaim.take(
        conf, output, () -> checked.set(OutputPlace.check(conf, output, sources(inputs))));
  }

  private void prepare(OutputPlace place, Path output) throws IOException {
    Configuration conf = job.getConfiguration();
    for (Path list : written()) {
      PackedList.check(conf, list, output, lists(conf));
      claim.add(list);
    }
    if (place.exists()) {
      ManifestCommitter.allowExisting(conf);
    }
    if (PackConf.RESUME.getBoolean(conf) && ManifestCommitter.renamesTasks(conf, output)) {
      NewOutput.keep(conf);
    }
  }

  private void prepareManifest(OutputPlace place, Path output) throws IOException {
    Configuration conf = job.getConfiguration();
    PackedList.install(conf, plan.folder());
    PackState state = PackState.of(conf, plan);
    place.checkSame(state);
    PackManifest.install(
        conf, scratch.dir(), plan, ManifestCommitter.renamesTasks(conf, output) ? state : null);
  }

  /** Returns the list that is written, if any. */
  private List<Path> written() {
    String list = PackConf.WRITE_LIST.get(job.getConfiguration());
    return list.isEmpty() ? List.of() : List.of(new Path(list));
  }

  /** Returns the lists that are read. */
  static List<Path> lists(Configuration conf) {
    String list = PackConf.LIST.get(conf);
    return list.isEmpty() ? List.of() : InputSpec.parse(list);
  }

  /**
   * Writes the list of what was packed, if one is wanted; after the job has succeeded.
   *
   * @throws IOException when it can't be written; the output of the job is complete all the same
   */
  public void writeList() throws IOException {
    Configuration conf = job.getConfiguration();
    for (Path list : written()) {
      PackedList.write(conf, list, PackManifest.tasks(scratch.dir()));
    }
  }

  /** Returns what is wrong with images that were taken; after the job has succeeded. */
  ImageWarnings warnings() throws IOException {
    return PackManifest.warnings(job.getConfiguration(), scratch.dir());
  }

  /** All named inputs of the tasks. */
  private List<Path> sources(List<Path> inputs) {
    var sources = new ArrayList<Path>(inputs);
    String root = PackConf.ROOT.get(job.getConfiguration());
    sources.addAll(lists(job.getConfiguration()));
    if (!root.isEmpty()) {
      sources.add(new Path(root));
    }
    return sources;
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job;
  }

  /** Returns the plan of the job. */
  PackPlan plan() {
    return plan;
  }

  /** Removes the plan, and gives the output back. */
  @Override
  public void close() throws IOException {
    try (claim) {
      scratch.close();
    }
  }
}
