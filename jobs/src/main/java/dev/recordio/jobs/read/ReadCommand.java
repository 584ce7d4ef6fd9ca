// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.OutputClosedException;
import dev.recordio.jobs.cli.ResultTable;
import dev.recordio.jobs.cli.TerminalBytes;
import dev.recordio.jobs.run.LocalDamage;
import dev.recordio.jobs.run.SavedStates;
import dev.recordio.jobs.run.SkippedRecords;
import dev.recordio.jobs.run.StateFile;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.WritePlan;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.reader.ReaderConf;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Waits;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes what a pipeline of readers hands out to standard output. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line for each record, with tabs between: epoch; position in the epoch's order over",
      "all workers; ordinal over the whole input; batch, counted from 0 by this reader, or -"
          + " without",
      "batch(); 1 if the record only fills a batch up, else 0; length; SHA-256 or -. Length and",
      "SHA-256 describe the payload, or for a sparse row a row block of this row.",
      "",
      "SPEC is INPUT | STAGE | STAGE ..., in one argument. INPUT may begin with its format, as in",
      "recordio:, libsvm:, libfm:, csv: and rowblock:. docs/readers.md explains the stages:",
      "part, order, shuffle, files, interleave, take, skip, shard, repeat, batch, prefetch, zip,",
      "schema.",
      "",
      "Examples:",
      "  recordio read --sha256 'hdfs:///data/train | order(epoch,seed=7)'",
      "  recordio read --count 100 --save s 'train.rec | order(epoch) | batch(256) | repeat(90)'",
      "  recordio read --resume s --shard 0/2 'train.rec | order(epoch) | batch(256) | repeat(90)'",
      "  recordio read --to rec 'train.rec | take(1000)' > first.rec"
    })
public final class ReadCommand extends Command {
  /** A stage that is taken for a part of a name. */
  private static final Pattern GLUED = Pattern.compile("\\S\\||\\|\\S");

  private static final Pattern STDIN =
      Pattern.compile("\\s*([a-z]+:)?-\\s*(\\|.*)?", Pattern.DOTALL);

  @Parameters(
      paramLabel = "SPEC",
      arity = "0..1",
      description = "The pipeline. Default: the key recordio.reader.spec.")
  private String spec;

  @Option(
      names = "--count",
      paramLabel = "K",
      description = "Stop after K items: batches, where the pipeline has batch().")
  private Long count;

  @Option(
      names = "--save",
      paramLabel = "STATE",
      description = "At the end, write to this file what has been read.")
  private String save;

  @Option(
      names = "--resume",
      paramLabel = "STATE,...",
      description =
          "Go on with what the run that saved these states has left: the states of all its workers,"
              + " on any number of workers. Files, folders or globs with , or ; between them; @FILE"
              + " is a file with one of them in each line.")
  private String resume;

  @Option(names = "--sha256", description = "Compute the SHA-256 of each record.")
  private boolean sha256;

  @Option(
      names = "--payloads",
      description =
          "Write only payloads, one after the other; sparse rows as row blocks. Records that only"
              + " fill a batch up are left out.")
  private boolean payloads;

  @Option(
      names = "--to",
      paramLabel = "rec",
      description =
          "Write RecordIO: a record for each item. Sparse rows are written as row blocks, batches"
              + " of records as docs/readers.md specifies.")
  private Layout to;

  @Option(
      names = "--with-state",
      description = "With --to rec, for programs at the other end of a pipe: write states, too.")
  private boolean withState;

  private long items;
  private long epochs;

  /** What the items are written as, other than lines. */
  enum Layout {
    /** RecordIO. */
    REC
  }

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--epoch", "E", RecordIOConf.INPUT_EPOCH, "The first epoch (0).")
        .add("--shard", "I/N", ReaderConf.SHARD, "Read what is worker I's (from 0) of N workers.")
        .add("--threads", "N", ReaderConf.THREADS, "How many threads parse text (1).")
        .add(
            "--labels",
            "first|none",
            LibSvmConf.LABELS,
            "Rows of text begin with a label (first, default), or with a feature" + " (none).");
  }

  @Override
  protected boolean readsStandardInput() {
    return true; // refused with a text of its own
  }

  @Override
  protected ResultTable.Columns columns() {
    return new ResultTable.Columns(
        "items", List.of(), "epoch", "position", "ordinal", "batch", "pad", "length", "sha256");
  }

  /** Only {@code --save} writes a file; the other options write to standard output. */
  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    checkOptions();
    ConfKey.checkAll(conf(), List.of(ReaderConf.values()));

    var file = save == null ? null : new StateFile(conf(), outputPath(save));
    long begun = System.nanoTime();
    String state;
    Totals totals;
    ExitCode ended;
    try (var damage = new LocalDamage(conf(), "read-" + UUID.randomUUID() + ".tsv")) {
      try (Stage<?> reader = open(damage.tracker())) {
        if (resume != null) {
          SavedStates.restore(conf(), resume, reader);
        }
        requireState(reader);
        if (isDryRun()) {
          return wouldWrite(WritePlan.local(save, 0, 0, save == null ? 0 : 1));
        }
        copy(reader);
        state = file == null ? null : reader.state().toString();
        totals = totals(reader, System.nanoTime() - begun);
      }
      print(totals.bookkeeping(damage.tracker().leftOut()));
      ended = skipped(SkippedRecords.of(damage.tracker()));
    }
    if (file != null) {
      file.write(state);
    }
    return ended;
  }

  private void checkOptions() {
    if (resume != null && isGiven(RecordIOConf.INPUT_EPOCH)) {
      throw new UsageException("--epoch can't be given with --resume: the states have the epoch");
    }
    if (count != null && count < 0) {
      throw new UsageException("--count is " + count + "; it is at least 0");
    }
    if (asJson() && (payloads || to != null)) {
      throw new UsageException("--json is for lines, which --payloads and --to omit");
    }
    if (payloads && to != null) {
      throw new UsageException("only one of --payloads, --to can be given");
    }
    if (sha256 && (payloads || to != null)) {
      throw new UsageException("--sha256 is a column of the lines, which --payloads and --to omit");
    }
    if (withState && to == null) {
      throw new UsageException("--with-state needs --to rec");
    }
  }

  private Stage<?> open(DamageTracker damage) throws IOException {
    String text = pipeline();
    try {
      return Readers.open(conf(), text, damage);
    } catch (FileNotFoundException e) {
      if (!GLUED.matcher(text).find()) {
        throw e;
      }
      throw new FileNotFoundException(
          e.getMessage() + "; stages of a pipeline come after ' | ', with blanks on both sides");
    }
  }

  private String pipeline() {
    String text = spec == null ? ReaderConf.SPEC.get(conf()) : spec;
    if (text.isBlank()) {
      throw new UsageException(
          "no pipeline to read: give one, as in recordio read 'train.rec | batch(256)', or set "
              + ReaderConf.SPEC);
    }
    if (STDIN.matcher(text).matches()) {
      throw new UsageException(
          "standard input can't be read here, since a pipeline lists its files, and may read them"
              + " again: write it to a file first (a file of that name is ./-)");
    }
    return text;
  }

  /** Refuses, before anything is read, to read what could not be saved. */
  private void requireState(Stage<?> reader) {
    if (save == null && !withState) {
      return;
    }
    try {
      reader.state();
    } catch (UnsupportedOperationException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private void copy(Stage<?> reader) throws IOException, NoSuchAlgorithmException {
    try (var paced = new PacedOutput(out())) {
      ItemSink sink = sink(paced);
      sink.begin(reader);
      long last = -1;
      while ((count == null || items < count) && reader.next()) {
        if (reader.epoch() != last) {
          last = reader.epoch();
          epochs++;
        }
        sink.item(reader);
        paced.endItem();
        items++;
      }
    } catch (OutputClosedException e) {
      if (save != null) {
        err().println("warning: standard output was closed, so no state was saved: " + save);
      }
      throw e;
    }
  }

  private ItemSink sink(PacedOutput paced) throws NoSuchAlgorithmException {
    if (to != null) {
      new TerminalBytes().refuse();
      return new RecordSink(paced, withState);
    }
    return payloads
        ? new ItemSink.Payloads(paced)
        : new LineSink(paced, sha256 ? MessageDigest.getInstance("SHA-256") : null);
  }

  /** Returns how much was read, in what time, and who waited for whom. */
  private Totals totals(Stage<?> reader, long nanos) {
    var totals =
        new Totals()
            .count(reader.items().kind().endsWith("s") ? "batches" : "items", items)
            .count("epochs", epochs)
            .seconds("time", nanos);
    for (Waits waits : reader.waits()) {
      totals.add(waits.stage(), text(waits.consumerWaitNanos(), waits.producerWaitNanos()));
    }
    return totals;
  }

  private static String text(long forItems, long forRoom) {
    return String.format(
        Locale.ROOT,
        "%.2f s without an item, %.2f s without room: %s",
        forItems / 1e9,
        forRoom / 1e9,
        forItems > forRoom ? "reading is slower" : "what uses the items is slower");
  }
}
