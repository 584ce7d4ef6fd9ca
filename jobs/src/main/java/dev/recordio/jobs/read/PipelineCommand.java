// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.OutputClosedException;
import dev.recordio.jobs.cli.result.SkippedRecords;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.LocalDamage;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.reader.Reader;
import dev.recordio.reader.ReaderConf;
import java.io.IOException;
import java.util.UUID;
import picocli.CommandLine.Option;

/**
 * A command that runs a reader to its end, or to {@code --count}, from the states of earlier runs
 * on, and saves what has been read.
 *
 * @param <R> the reader
 */
public abstract class PipelineCommand<R extends Reader<?>> extends Command {
  @Option(
      names = "--count",
      paramLabel = "K",
      description = "Stop after K batches, or K records without batches.")
  private Long count;

  @Option(
      names = "--save",
      paramLabel = "STATE",
      description = "Save the final position to this file, for --resume.")
  private String save;

  @Option(
      names = "--resume",
      paramLabel = "STATE,...",
      description =
          "Continue where a run with --save ended. Name the states of all its workers; the number"
              + " of workers may change. Files, folders or globs with , or ; between them; @FILE"
              + " has one of them in each line.")
  private String resume;

  private long items;
  private long epochs;

  /** Adds the options of keys that all of these commands have. */
  protected static KeyOptions declareShare(KeyOptions options) {
    return options
        .add("--epoch", "E", RecordIOConf.INPUT_EPOCH, "The first epoch.")
        .add("--shard", "I/N", ReaderConf.SHARD, "Read the share of worker I (from 0) of N.");
  }

  /** {@code --save} writes a file. */
  @Override
  protected final boolean writes() {
    return true;
  }

  @Override
  protected String written() {
    return save;
  }

  /** Returns how many items are read at most; null for all. */
  protected final Long count() {
    return count;
  }

  /** Returns how many items have been read. */
  protected final long items() {
    return items;
  }

  /** Opens the reader. */
  protected abstract R open(DamageTracker damage) throws IOException;

  /** Writes what the reader hands out, by {@link #each}. */
  protected abstract void copy(R reader) throws IOException;

  /** Returns the closing lines, of so many epochs. */
  protected abstract Totals totals(R reader, long epochs, long nanos);

  /** Whether the state is written by {@link #copy}, too. */
  protected boolean writesStates() {
    return false;
  }

  /** Returns what a dry run says. */
  protected WritePlan plan() throws IOException {
    return WritePlan.local(save, 0, 0, save == null ? 0 : 1).exact();
  }

  /**
   * Runs the reader.
   *
   * @param name what the files of damaged ranges are named by
   */
  protected final ExitCode run(String name) throws Exception {
    if (resume != null && isGiven(RecordIOConf.INPUT_EPOCH)) {
      throw new UsageException("--epoch can't be given with --resume: the states have the epoch");
    }
    if (count != null && count < 0) {
      throw new UsageException("--count is " + count + "; it is at least 0");
    }
    var file = save == null ? null : new SavedStates.File(conf(), outputPath(save));
    long begun = System.nanoTime();
    String state;
    Totals totals;
    ExitCode ended;
    try (var damage = new LocalDamage(conf(), name + "-" + UUID.randomUUID() + ".tsv")) {
      try (R reader = open(damage.tracker())) {
        if (resume != null) {
          SavedStates.restore(conf(), resume, reader);
        }
        requireState(reader);
        if (isDryRun()) {
          return wouldWrite(plan());
        }
        copyOrWarn(reader);
        state = file == null ? null : reader.state().toString();
        totals = totals(reader, epochs, System.nanoTime() - begun);
      }
      print(totals.bookkeeping(damage.tracker().leftOut()));
      ended = skipped(SkippedRecords.of(damage.tracker()));
    }
    if (file != null) {
      file.write(state);
    }
    return ended;
  }

  /** Refuses, before anything is read, to read what could not be saved. */
  private void requireState(R reader) {
    if (save == null && !writesStates()) {
      return;
    }
    try {
      reader.state();
    } catch (UnsupportedOperationException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private void copyOrWarn(R reader) throws IOException {
    try {
      copy(reader);
    } catch (OutputClosedException e) {
      if (save != null) {
        err().println("warning: standard output was closed, so no state was saved: " + save);
      }
      throw e;
    }
  }

  /** Takes an item. */
  @FunctionalInterface
  protected interface Taker {
    /** Takes the reader's current item. */
    void item() throws IOException;
  }

  /** Reads the items. */
  protected final void each(R reader, Taker taker) throws IOException {
    long last = -1;
    while ((count == null || items < count) && reader.next()) {
      if (reader.epoch() != last) {
        last = reader.epoch();
        epochs++;
      }
      taker.item();
      items++;
    }
  }
}
