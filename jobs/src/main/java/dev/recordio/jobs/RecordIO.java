// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import dev.recordio.jobs.arrange.AppendCommand;
import dev.recordio.jobs.arrange.LabelsCommand;
import dev.recordio.jobs.arrange.MergeCommand;
import dev.recordio.jobs.arrange.NormalizeCommand;
import dev.recordio.jobs.arrange.ReshardCommand;
import dev.recordio.jobs.arrange.SampleCommand;
import dev.recordio.jobs.arrange.SelectCommand;
import dev.recordio.jobs.arrange.ShuffleCommand;
import dev.recordio.jobs.arrange.SplitCommand;
import dev.recordio.jobs.cli.BenchCommand;
import dev.recordio.jobs.cli.CommandRunner;
import dev.recordio.jobs.cli.CommandTable;
import dev.recordio.jobs.cli.CompletionCommand;
import dev.recordio.jobs.cli.HelpCommand;
import dev.recordio.jobs.cli.StandardOutput;
import dev.recordio.jobs.cli.VersionCommand;
import dev.recordio.jobs.cli.WarmUpCommand;
import dev.recordio.jobs.csr.CsrCommand;
import dev.recordio.jobs.demo.DemoCommand;
import dev.recordio.jobs.env.EnvCommand;
import dev.recordio.jobs.export.ExportCommand;
import dev.recordio.jobs.images.BatchesCommand;
import dev.recordio.jobs.images.MeanImageCommand;
import dev.recordio.jobs.index.IndexCommand;
import dev.recordio.jobs.inspect.CatCommand;
import dev.recordio.jobs.inspect.InfoCommand;
import dev.recordio.jobs.inspect.RecordsCommand;
import dev.recordio.jobs.inspect.SplitsCommand;
import dev.recordio.jobs.pack.PackCommand;
import dev.recordio.jobs.read.ReadCommand;
import dev.recordio.jobs.report.ReportCommand;
import dev.recordio.jobs.run.Interruption;
import dev.recordio.jobs.stats.StatsCommand;
import dev.recordio.jobs.store.StoreCommands;
import dev.recordio.jobs.verify.SalvageCommand;
import dev.recordio.jobs.verify.VerifyCommand;
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

  /** Every command of the program: a new one adds its line here. */
  @InterfaceAudience.Private
  public static CommandTable commands() {
    return new CommandTable(ConfKeys.ALL)
        .add(
            "demo",
            "pack a small image set, read it back, and check it",
            () -> new DemoCommand(commands()))
        .add("pack", "pack files, images and archives into RecordIO shards", PackCommand::new)
        .add("index", "write, or check, the index files of RecordIO files", IndexCommand::new)
        .add("verify", "find damage: headers, magic words and indexes compared", VerifyCommand::new)
        .add("salvage", "copy the sound records of damaged files", SalvageCommand::new)
        .add("records", "list the records: offset, length, parts, checksum", RecordsCommand::new)
        .add("cat", "write the payloads of records to standard output", CatCommand::new)
        .add(
            "read",
            "run a pipeline: shuffle, batch, prefetch, repeat, shard, resume",
            ReadCommand::new)
        .add(
            "batches",
            "decode, crop, mirror and batch images, as ImageRecordIter does",
            BatchesCommand::new)
        .add(
            "mean-image", "compute the mean of images, for training on them", MeanImageCommand::new)
        .add("info", "sum up RecordIO files: records, bytes, headers, labels", InfoCommand::new)
        .add(
            "report",
            "write a page about the input: sizes, images, labels, health",
            ReportCommand::new)
        .add("splits", "show how the input is split, and where records begin", SplitsCommand::new)
        .add("shuffle", "write all records in one order drawn by a seed", ShuffleCommand::new)
        .add("split", "split records into subsets: train, val, test", SplitCommand::new)
        .add("reshard", "write records into more or fewer shards", ReshardCommand::new)
        .add("sample", "copy some records, drawn by a seed", SampleCommand::new)
        .add("select", "copy the records with certain keys or labels", SelectCommand::new)
        .add("merge", "put inputs together, with the labels of each shifted", MergeCommand::new)
        .add("append", "add records to an existing set, as one more part", AppendCommand::new)
        .add("labels", "count the records of each label", LabelsCommand::new)
        .add(
            "normalize",
            "write image records as flat ones, or as an InsightFace set",
            NormalizeCommand::new)
        .add(
            "export",
            "write records for other loaders: WebDataset, TFRecord, Parquet, MDS",
            ExportCommand::new)
        .add(
            "stats",
            "sum up sparse rows: counts, columns, labels, malformed lines",
            StatsCommand::new)
        .add(
            "csr",
            "turn sparse rows into CSR shards for SciPy, XGBoost, dmlc-core",
            CsrCommand::new)
        .addFamily(
            "store",
            "records of several fields: read by id, added, changed, in generations",
            StoreCommands.table(ConfKeys.ALL))
        .add("bench", "compare with what users would pick instead", BenchCommand::new)
        .add("version", "print the version", VersionCommand::new)
        .add("env", "print what a bug report needs: versions, file systems", EnvCommand::new)
        .add(
            "completion",
            "print the script that makes a shell complete commands",
            () -> new CompletionCommand(commands()))
        .add("help", "explain a command", HelpCommand::new)
        .addHidden("warm-up", () -> new WarmUpCommand(commands()));
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
