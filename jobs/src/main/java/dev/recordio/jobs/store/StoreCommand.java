// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Json;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.OutputClaim;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.FieldCodec;
import dev.recordio.store.schema.StoreField;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Parameters;

/** A command of a record store, which is its first argument. */
public abstract class StoreCommand extends Command {
  @Parameters(index = "0", paramLabel = "STORE", description = "The store's folder.")
  private String store;

  /** Returns the store, as the user wrote it. */
  protected final String store() {
    return store;
  }

  /**
   * Returns the store's folder.
   *
   * @throws UsageException when it is no path
   */
  protected final Path path() {
    try {
      return new Path(store);
    } catch (IllegalArgumentException e) {
      throw new UsageException("the store '" + store + "' is no path: " + e.getMessage());
    }
  }

  /** Opens the store; reads nothing of it yet. */
  protected final Store open() throws IOException {
    return Store.open(conf(), path());
  }

  /** Adds the options that name the generation to read. */
  static KeyOptions generation(KeyOptions options) {
    return options
        .add(
            "--generation",
            "G",
            StoreConf.GENERATION,
            "The generation to read. Default: the newest.")
        .add("--tag", "NAME", StoreConf.TAG, "The tag of the generation to read.");
  }

  /** Adds the options that name records by their ids, which {@link Ids#read} reads. */
  static KeyOptions ids(KeyOptions options) {
    return options
        .add("--ids", "IDS", StoreCommandConf.SELECT_IDS)
        .add("--slice", "A:B:C", StoreCommandConf.SELECT_SLICE);
  }

  /**
   * Prints names and values, by turns: a line of the values with tabs between, or a JSON object. A
   * dry run adds its plan: its fields in JSON, else its sentence on stderr.
   *
   * @param plan what is written; may be null if this is no dry run
   */
  protected final void print(WritePlan plan, Object... namesAndValues) {
    var result = new LinkedHashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      result.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    if (asJson()) {
      printJson(plan, result);
      return;
    }
    for (Object value : result.values()) {
      results().text(value.toString());
    }
    results().end();
    if (isDryRun()) {
      say(plan.text());
    }
  }

  /** Prints a JSON object; a dry run adds the fields of its plan. */
  protected final void printJson(WritePlan plan, Map<String, Object> result) {
    if (isDryRun()) {
      result.putAll(Json.fields(plan));
    }
    printJson(result);
  }

  /** Prints a line for people, unless quiet. */
  protected final void say(String line) {
    if (!quiet()) {
      out().flush();
      err().println(line);
    }
  }

  /** Returns type and codec of a field. */
  static String typeOf(StoreField field) {
    return field.type() + (field.codec() == FieldCodec.RAW ? "" : ":" + field.codec());
  }

  /** A command that changes a record store, unless {@code --dry-run} is given. */
  abstract static class Change extends StoreCommand {
    private long start;

    @Override
    protected final boolean writes() {
      return true;
    }

    @Override
    protected final String written() {
      return store();
    }

    /**
     * Changes the store.
     *
     * @param dryRun whether it is only to check, and to print what it would do as things are now
     */
    abstract void change(boolean dryRun) throws Exception;

    @Override
    protected final ExitCode run() throws Exception {
      start = System.nanoTime();
      OutputClaim.refuseClaimed(conf(), path()); // a folder that another command makes
      change(isDryRun());
      if (isDryRun()) {
        say("dry run: nothing was changed");
      }
      return ExitCode.OK;
    }

    /** Returns how long the command has run. */
    final long nanos() {
      return System.nanoTime() - start;
    }

    /** Returns the plan of a commit that writes a manifest, and no values. */
    final WritePlan manifestOnly() {
      return WritePlan.local(store(), 0, 0, 1).exact();
    }

    /** Prints the fields that a store has then, and the next command. */
    final void printFields(List<StoreField> fields, String... next) {
      var totals = new Totals();
      fields.forEach(field -> totals.add(field.name(), typeOf(field)));
      print(totals.next(next));
    }

    /**
     * Prints which records were added.
     *
     * @param bytes about how many were read
     * @param fields how many fields the store has
     */
    final void printAdded(long generation, long firstId, long records, long bytes, int fields) {
      print(
          WritePlan.local(store(), 1, bytes, fields),
          "generation",
          generation,
          "firstId",
          firstId,
          "records",
          records);
      long nanos = nanos();
      print(
          new Totals()
              .count("records", records)
              .bytes("bytes read", bytes)
              .seconds("seconds", nanos)
              .rate("rate", bytes, nanos)
              .next("store", "stat", store()));
    }
  }
}
