// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.conf.Notes;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.jobs.commit.ManifestOutputFormat;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.CensusJob;
import dev.recordio.jobs.records.census.CensusNote;
import dev.recordio.jobs.records.census.CensusRequest;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.records.census.WantedValues;
import dev.recordio.jobs.records.select.OutputChooser;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.run.JobCounters;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.jobs.shard.PlannedShard;
import dev.recordio.jobs.shard.ShardEntries;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.shard.ShardSetting;
import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Two jobs that run one after the other: the census of the records, then the job that writes. Both
 * are configured by the keys {@code recordio.arrange.*} and the keys of the job.
 *
 * <p>Run {@link #census} if it is needed, then call {@link #job} and run its result, then close.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class ArrangeJob implements Closeable {
  private final Job job;
  private final OutputClaim claim;
  private final CensusJob census;
  private SourceKeys keys; // null: not yet known
  private long repeatedKeys;

  /** The shards that the job writes, when it is prepared; none for a job with reducers. */
  private List<PlannedShard> shards = List.of();

  /**
   * Lists the input and prepares the census.
   *
   * @param output the folder to make
   */
  @InterfaceAudience.Private
  protected ArrangeJob(Configuration conf, CensusRequest request, List<Path> inputs, Path output)
      throws IOException, InterruptedException {
    job = Job.getInstance(conf);
    job.setJarByClass(ArrangeJob.class);
    claim = OutputClaim.takeNew(job.getConfiguration(), output, inputs);
    try {
      ShardOutputFormat.install(job, output);
      census = new CensusJob(conf, request, inputs, SourceKeys.areWanted(conf));
      request.format().configure(job.getConfiguration());
      job.getCredentials().addAll(census.job().getCredentials());
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      try (claim) {
        throw e;
      }
    }
  }

  /**
   * Completes the job that writes, from the census.
   *
   * @return how many records keep the key of an earlier record; -1 when there are too many to check
   */
  @InterfaceAudience.Private
  protected abstract long prepare(Job writer, Census found, SourceKeys keys) throws IOException;

  /**
   * Checks the settings of a job that refuses damage. Its census accepts damage, but has no output
   * for quarantined records.
   *
   * @return {@code conf}
   */
  @InterfaceAudience.Private
  protected static Configuration checked(Configuration conf) {
    shardsWanted(conf);
    DamageSettings.of(conf).requireQuarantineFolder();
    return conf;
  }

  /** Returns a copy without the keys of the input, for outputs with keys of their own. */
  @InterfaceAudience.Private
  protected static Configuration withNewKeys(Configuration conf) {
    var own = new Configuration(conf);
    ArrangeConf.KEYS.set(own, "new");
    return own;
  }

  /**
   * Makes the job copy the chosen records, in the order of the input.
   *
   * @param folders the outputs: folders below the job's output, or an empty name for the output
   *     itself
   * @return how many of them keep the key of an earlier record; -1 if unknown
   */
  @InterfaceAudience.Private
  protected final long copy(
      SourceKeys keys,
      OutputChooser choice,
      List<String> folders,
      ShardSetting setting,
      Class<? extends CopyTask> task)
      throws IOException {
    boolean wholeQueries = census.request().note().isQuery() && census.result().hasQueries();
    var planner = new CopyPlanner(census.result(), choice, keys, folders, wholeQueries);
    copy(planner.plan(job.getConfiguration(), setting, scratch()), task);
    return planner.repeatedKeys();
  }

  /** Makes the job copy all records into one folder, in their order. */
  @InterfaceAudience.Private
  protected final long copyAll(
      SourceKeys keys, ShardSetting setting, Class<? extends CopyTask> task) throws IOException {
    return copy(keys, OutputChooser.ALL, List.of(""), setting, task);
  }

  /** Makes the job write one shard, in any order; its entries are in {@link #scratch}. */
  @InterfaceAudience.Private
  protected final void copy(PlannedShard planned, Class<? extends CopyTask> task)
      throws IOException {
    List<Integer> all = IntStream.range(0, sources()).boxed().toList();
    copy(List.of(new CopyUnit.Shard(planned, all)), task);
  }

  private void copy(List<CopyUnit.Shard> planned, Class<? extends CopyTask> task)
      throws IOException {
    shards = planned.stream().map(CopyUnit.Shard::shard).toList();
    ShardEntries.setPlan(job.getConfiguration(), scratch());
    BitSet faceSets = census.faceSets();
    Plan<CopyUnit> plan = UnitJob.setUp(job, task);
    for (List<CopyUnit.Shard> group : CopyUnit.groups(planned)) { // one unit is in memory at a time
      CopyUnit unit =
          CopyUnit.of(
              group,
              file ->
                  new CopyUnit.Source(SourceFile.of(census.files().get(file)), faceSets.get(file)));
      plan.task(List.of(unit), unit.bytes());
    }
    plan.set(job.getConfiguration(), new Path(scratch(), "units"));
  }

  /** Returns the requested number of shards. */
  @InterfaceAudience.Private
  protected static ShardSetting shardsWanted(Configuration conf) {
    return ShardSetting.of(conf, ArrangeConf.SHARDS, ArrangeConf.SHARD_SIZE);
  }

  /** Returns the shards, after {@link #job} has planned them. */
  @InterfaceAudience.Private
  public final List<PlannedShard> shards() {
    return shards;
  }

  /** Returns the format of the input's records. */
  @InterfaceAudience.Private
  public final RecordFormat format() {
    return census.request().format();
  }

  /** Returns the folder for files that tasks read. */
  @InterfaceAudience.Private
  protected final Path scratch() {
    return census.scratch("copy");
  }

  /** Returns how many files records are copied from. */
  @InterfaceAudience.Private
  protected final int sources() {
    return census.files().size();
  }

  /** Returns how many records are known from indexes, without a census. */
  @InterfaceAudience.Private
  public final long indexedRecords() {
    return census.indexedRecords();
  }

  /** Returns, after {@link #job}, how many of the wanted keys or labels no record has. */
  @InterfaceAudience.Private
  public final int missing() {
    WantedValues wanted = census.request().wanted();
    return wanted == null ? 0 : wanted.missing();
  }

  /** Whether the census has anything to read; if not, running it is optional. */
  public final boolean needsCensus() {
    return census.isNeeded();
  }

  /** Returns the job that counts the records, not yet submitted. */
  public final Job census() {
    return census.job();
  }

  /** Returns what the census has found, after it has run. */
  @InterfaceAudience.Private
  public final Census found() throws IOException {
    return census.result();
  }

  /**
   * Returns the job that writes, not yet submitted; the census must have run.
   *
   * @throws BadInputException when the input has no record to write
   * @throws dev.recordio.conf.InvalidSettingException when the settings do not fit the records
   */
  public final Job job() throws IOException {
    if (keys == null) {
      var found = new SourceKeys(census.result(), job.getConfiguration());
      RecordFormat format = census.request().format();
      if (needsCensus()) {
        format.checkAlike(job.getConfiguration(), JobCounters.of(census()));
      }
      repeatedKeys = prepare(job, census.result(), found);
      if (format == RecordFormat.ROWS) {
        prepareRows();
      }
      keys = found;
    }
    return job;
  }

  /** Makes the job, which is prepared but for that, write shards of text with a manifest. */
  private void prepareRows() throws IOException {
    Census found = census.result();
    Path header = new Path(scratch(), "header");
    RowShard.configure(job.getConfiguration(), census.files(), found.header(), header);
    job.setOutputFormatClass(ManifestOutputFormat.class);
    RowsManifest.install(
        job.getConfiguration(),
        new Path(scratch(), "results"),
        Math.max(shards.size(), job.getNumReduceTasks()),
        found.hasQueries() ? found.queriesOrRecords() : null);
    CensusNote note = census.request().note();
    if (found.hasQueries() && (note == CensusNote.QUERY || note == CensusNote.COUNT)) {
      Notes.say(
          String.format(
              Locale.ROOT,
              "rows have query ids: the %,d queries, runs of rows with one id, stay whole",
              found.queriesOrRecords()));
    }
  }

  /** Says, after {@link #job}, what the user should know of the keys. */
  @InterfaceAudience.Private
  public final void sayKeys() {
    keys.say(repeatedKeys);
  }

  /**
   * Returns, after {@link #job}, how many records get the key of an earlier record; -1 when there
   * are too many records to check in the memory of this process.
   */
  public final long repeatedKeys() {
    return repeatedKeys;
  }

  /** Removes the scratch files of the tasks, and gives the output back; call it after the job. */
  @Override
  public void close() throws IOException {
    try (claim) {
      census.close();
    }
  }
}
