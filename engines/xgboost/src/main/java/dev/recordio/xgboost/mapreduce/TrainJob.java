// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.jobs.run.local.RunConf;
import dev.recordio.xgboost.train.Tracker;
import dev.recordio.xgboost.train.TrainReport;
import dev.recordio.xgboost.train.TrainSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Trains a model on sparse rows in a map-only job, one task a worker. All tasks run at the same
 * time: the cluster must have room for all of them.
 *
 * <p>The process that runs the job also runs the tracker, where the workers meet; they must reach
 * its address. A worker that fails ends the job: tasks are not tried again, since the others can't
 * go on without them.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TrainJob {
  static final String INPUT = "recordio.xgboost.input";
  private static final String SETTINGS = "recordio.xgboost.settings";
  private static final String TRACKER_URI = "recordio.xgboost.tracker.uri";
  private static final String TRACKER_PORT = "recordio.xgboost.tracker.port";

  private final Configuration conf;
  private final TrainSettings settings;
  private final String input;
  private final Path output;
  private String trackerHost;

  /**
   * Prepares a training.
   *
   * @param conf a configuration, which is copied; {@code libsvm.*} specifies how text is read
   * @param settings what to train; parameter {@code nthread} is by default the number of cores of a
   *     map task
   * @param input a folder of csr's npz shards, or a list of files of rows
   * @param output the folder to make ({@link dev.recordio.xgboost.TrainedModel#read})
   */
  public TrainJob(Configuration conf, TrainSettings settings, String input, Path output) {
    this.conf = new Configuration(conf);
    int cores = conf.getInt(MRJobConfig.MAP_CPU_VCORES, MRJobConfig.DEFAULT_MAP_CPU_VCORES);
    this.settings = settings.withDefault("nthread", Integer.toString(cores));
    this.input = input;
    this.output = output;
  }

  /** Sets the address that the tracker listens on; by default this machine's. */
  public TrainJob withTrackerHost(String host) {
    trackerHost = host;
    return this;
  }

  /**
   * Trains, and returns when the model is written.
   *
   * @throws InvalidSettingException when a setting is invalid, or the local runner would not run
   *     all tasks at the same time
   * @throws JobFailedException when the job fails, with the message of the worker that failed first
   */
  public TrainReport run()
      throws IOException, InterruptedException, XGBoostError, JobFailedException {
    checkLocalRunner();
    Job job = Job.getInstance(conf, "train on " + input);
    prepare(job);
    try (var tracker = new Tracker(settings, host())) {
      Map<String, String> args = tracker.args();
      job.getConfiguration().set(TRACKER_URI, args.get("dmlc_tracker_uri"));
      job.getConfiguration().set(TRACKER_PORT, args.get("dmlc_tracker_port"));
      return report(new JobRunner(System.err, true).run(job));
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private void prepare(Job job) {
    job.setJarByClass(TrainJob.class);
    job.setInputFormatClass(WorkerInputFormat.class);
    job.setMapperClass(WorkerMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(ModelOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    FileOutputFormat.setOutputPath(job, output);
    job.setSpeculativeExecution(false);
    job.setMaxMapAttempts(1);
    Configuration own = job.getConfiguration();
    own.set(INPUT, input);
    own.set(SETTINGS, settings.toJson());
  }

  private void checkLocalRunner() {
    int atOnce = LocalSettings.mapsAtOnce(conf);
    if (LocalSettings.isLocal(conf) && atOnce < settings.workers()) {
      throw new InvalidSettingException(
          settings.workers()
              + " workers must run at the same time, but the local runner runs "
              + atOnce
              + ": set "
              + RunConf.THREADS
              + " to "
              + settings.workers()
              + ", or take fewer workers");
    }
  }

  private String host() throws IOException {
    if (trackerHost != null) {
      return trackerHost;
    }
    return LocalSettings.isLocal(conf)
        ? InetAddress.getLoopbackAddress().getHostAddress()
        : InetAddress.getLocalHost().getHostAddress();
  }

  private TrainReport report(Counters counters) {
    return new TrainReport(
        counters.findCounter(TrainCounter.ROWS).getValue(),
        counters.findCounter(TrainCounter.ENTRIES).getValue(),
        (int) counters.findCounter(TrainCounter.COLUMNS).getValue(),
        settings.workers(),
        settings.rounds(),
        counters.findCounter(TrainCounter.PEAK_BYTES).getValue(),
        List.of());
  }

  static TrainSettings settings(Configuration conf) {
    return TrainSettings.ofJson(conf.get(SETTINGS));
  }

  static Map<String, String> tracker(Configuration conf) {
    return Map.of(
        "dmlc_tracker_uri", conf.get(TRACKER_URI), "dmlc_tracker_port", conf.get(TRACKER_PORT));
  }
}
