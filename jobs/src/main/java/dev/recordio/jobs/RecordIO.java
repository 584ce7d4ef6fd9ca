// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import dev.recordio.jobs.cli.CommandRunner;
import dev.recordio.jobs.cli.CommandTable;
import dev.recordio.jobs.cli.StandardOutput;
import dev.recordio.jobs.run.output.Interruption;
import java.io.InputStream;
import java.io.PrintStream;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * The program: {@code hadoop jar recordio-hadoop-jobs-<v>.jar COMMAND …} and {@code bin/recordio
 * COMMAND …}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordIO {
  private RecordIO() {}

  /** Every command of the program, by name and class: a new one adds its line here. */
  @InterfaceAudience.Private
  public static CommandTable commands() {
    return new CommandTable(() -> ConfKeys.ALL)
        .add("demo", "pack a small image set, read it back, and check it", "demo.DemoCommand")
        .add("pack", "pack files, images and archives into RecordIO shards", "pack.PackCommand")
        .add("index", "write, or check, the index files of RecordIO files", "index.IndexCommand")
        .add("verify", "find damage in RecordIO files and their indexes", "verify.VerifyCommand")
        .add("salvage", "copy the sound records of damaged files", "verify.salvage.SalvageCommand")
        .add(
            "records",
            "list the records: offset, length, parts, checksum",
            "inspect.RecordsCommand")
        .add("cat", "write the payloads of records to standard output", "inspect.CatCommand")
        .add(
            "read",
            "run a pipeline: shuffle, batch, prefetch, repeat, shard, resume",
            "read.ReadCommand")
        .add(
            "batches",
            "decode, crop, mirror and batch images, as ImageRecordIter does",
            "images.BatchesCommand")
        .add(
            "mean-image",
            "compute the mean of images, for training on them",
            "images.MeanImageCommand")
        .add("info", "show how many records, bytes and labels files have", "inspect.InfoCommand")
        .add(
            "report", "write an HTML report: sizes, images, labels, health", "report.ReportCommand")
        .add(
            "splits",
            "show how the input is split, and where records begin",
            "inspect.SplitsCommand")
        .add("shuffle", "write all records in random order, by a seed", "records.ShuffleCommand")
        .add("split", "split records into subsets: train, val, test", "records.SplitCommand")
        .add("reshard", "write records into more or fewer shards", "records.ReshardCommand")
        .add("sample", "copy a random part of the records", "records.SampleCommand")
        .add("select", "copy the records with certain keys or labels", "records.SelectCommand")
        .add("merge", "join data sets, so that labels do not overlap", "records.MergeCommand")
        .add("append", "add records to an existing data set", "records.AppendCommand")
        .add("labels", "count the records of each label", "records.LabelsCommand")
        .add(
            "normalize",
            "convert between flat image records and InsightFace sets",
            "records.NormalizeCommand")
        .add(
            "export",
            "write records for other loaders: WebDataset, TFRecord, Parquet, MDS",
            "export.ExportCommand")
        .add(
            "stats",
            "count the rows, columns, labels and bad lines of sparse rows",
            "rows.stats.StatsCommand")
        .add(
            "csr",
            "turn sparse rows into CSR shards for SciPy, XGBoost, dmlc-core",
            "rows.csr.CsrCommand")
        .addFamily(
            "store", "read, add and change records of several fields, by id", storeCommands())
        .add("bench", "compare the speed with other tools", "cli.BenchCommand")
        .add("version", "print the version", "cli.VersionCommand")
        .add("env", "print what a bug report needs: versions, file systems", "env.EnvCommand")
        .add(
            "completion",
            "print the script that makes a shell complete commands",
            "cli.CompletionCommand")
        .add("help", "explain a command", "cli.HelpCommand");
  }

  private static CommandTable storeCommands() {
    return new CommandTable(() -> ConfKeys.ALL)
        .add("create", "make a store: its fields, types and codecs", "store.CreateCommand")
        .add("append", "add records from .npy, .npz and .rec files", "store.AppendCommand")
        .add("import", "add records by a job; make the store if needed", "store.ImportCommand")
        .add("update", "change values of records", "store.UpdateCommand")
        .add("delete", "delete records", "store.DeleteCommand")
        .add("gather", "read records by id, into files that NumPy reads", "store.GatherCommand")
        .add(
            "export",
            "write all live records as shards of files that NumPy reads",
            "store.StoreExportCommand")
        .add(
            "rebalance",
            "rewrite chunks with much deleted or replaced data",
            "store.RebalanceCommand")
        .add("alter", "add and drop fields", "store.AlterCommand")
        .add("stat", "show the records, bytes and fields of a store", "store.StatCommand")
        .add("verify", "read every byte of a store, and find damage", "store.StoreVerifyCommand")
        .add("log", "list the generations", "store.LogCommand")
        .add("tag", "name a generation, so that gc keeps it", "store.TagCommand")
        .add("gc", "remove old generations and unused files", "store.GcCommand")
        .examples(
            "recordio store create data/faces --field image=bytes --field label=f4",
            "recordio store append data/faces image=faces.rec label=faces.rec#label",
            "recordio store gather data/faces --ids 5,2,2,9 batch");
  }

  /**
   * Runs one command and ends the process with its exit status. Local files are written without
   * {@code .crc} files. A signal that ends the process kills its job first.
   */
  public static void main(String[] args) {
    Interruption interruption = Interruption.ofProcess();
    interruption.onShutdown();
    var runner = new CommandRunner(commands(), System.in, StandardOutput.open(), System.err);
    int status = runner.inOwnProcess().run(null, args);
    interruption.commandEnded();
    System.exit(status);
  }

  /** Runs one command in this process, on Hadoop's own configuration. */
  public static int run(PrintStream out, PrintStream err, String... args) {
    return run(null, InputStream.nullInputStream(), out, err, args);
  }

  /**
   * Runs one command in this process.
   *
   * @param base the configuration to start from, or null for Hadoop's own; never changed
   * @param in what standard input, for the argument {@code -}
   * @param out results
   * @param err progress, totals, errors
   * @param args the words after the program's name
   * @return the exit status, see {@link dev.recordio.jobs.run.error.ExitCode}
   */
  public static int run(
      Configuration base, InputStream in, PrintStream out, PrintStream err, String... args) {
    return new CommandRunner(commands(), in, out, err).run(base, args);
  }
}
