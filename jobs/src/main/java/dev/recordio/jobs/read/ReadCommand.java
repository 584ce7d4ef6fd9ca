// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.read;

import dev.recordio.bytes.Sha256;
import dev.recordio.conf.ConfKey;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.TerminalBytes;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.reader.ReaderConf;
import dev.recordio.reader.Readers;
import dev.recordio.reader.Stage;
import dev.recordio.reader.Waits;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
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
      "schema. In the place of INPUT, mix(INPUT:WEIGHT,INPUT:WEIGHT) mixes records of several.",
      "",
      "Examples:",
      "  recordio read --sha256 'hdfs:///data/train | order(epoch,seed=7)'",
      "  recordio read --count 100 --save s 'train.rec | order(epoch) | batch(256) | repeat(90)'",
      "  recordio read --resume s --shard 0/2 'train.rec | order(epoch) | batch(256) | repeat(90)'",
      "  recordio read --to rec 'train.rec | take(1000)' > first.rec"
    })
public final class ReadCommand extends PipelineCommand<Stage<?>> {
  /** A stage that is taken for a part of a name. */
  private static final Pattern GLUED = Pattern.compile("\\S\\||\\|\\S");

  private static final Pattern STDIN =
      Pattern.compile("\\s*([a-z]+:)?-\\s*(\\|.*)?", Pattern.DOTALL);

  @Parameters(
      paramLabel = "SPEC",
      arity = "0..1",
      description = "The pipeline. Default: the key recordio.reader.spec.")
  private String spec;

  @Option(names = "--sha256", description = "Compute the SHA-256 of each record.")
  private boolean sha256;

  @Option(
      names = "--payloads",
      description =
          "Write the payloads alone, without separators; sparse rows as row blocks. Records that"
              + " fill up a batch are left out.")
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

  /** What the items are written as, other than lines. */
  enum Layout {
    /** RecordIO. */
    REC
  }

  @Override
  protected void declare(KeyOptions options) {
    declareShare(options)
        .add("--threads", "N", ReaderConf.THREADS, "How many threads parse text.")
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
        "items", "epoch", "position", "ordinal", "batch", "pad", "length", "sha256");
  }

  @Override
  protected ExitCode run() throws Exception {
    checkOptions();
    ConfKey.checkAll(conf(), List.of(ReaderConf.values()));
    return run("read");
  }

  private void checkOptions() {
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

  @Override
  protected Stage<?> open(DamageTracker damage) throws IOException {
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

  @Override
  protected boolean writesStates() {
    return withState;
  }

  @Override
  protected void copy(Stage<?> reader) throws IOException {
    try (var paced = new PacedOutput(out())) {
      ItemSink sink = sink(paced);
      sink.begin(reader);
      each(
          reader,
          () -> {
            sink.item(reader);
            paced.endItem();
          });
    }
  }

  private ItemSink sink(PacedOutput paced) {
    if (to != null) {
      new TerminalBytes().refuse();
      return new RecordSink(paced, withState);
    }
    return payloads
        ? new ItemSink.Payloads(paced)
        : new ItemSink.Rows(
            asJson() ? results() : new ResultTable(paced), sha256 ? Sha256.newDigest() : null);
  }

  /** Returns how much was read, in what time, and who waited for whom. */
  @Override
  protected Totals totals(Stage<?> reader, long epochs, long nanos) {
    var totals =
        new Totals()
            .count(reader.items().kind().endsWith("s") ? "batches" : "items", items())
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
