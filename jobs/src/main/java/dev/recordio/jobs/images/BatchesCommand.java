// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.bytes.Sha256;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.images.batch.ImageBatch;
import dev.recordio.images.batch.ImageBatchConf;
import dev.recordio.images.batch.ImageBatchOptions;
import dev.recordio.images.batch.ImageBatchReader;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.ResultTable;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.read.PipelineCommand;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.reader.ReaderConf;
import dev.recordio.reader.Waits;
import dev.recordio.reader.stage.Stages;
import dev.recordio.sparse.number.ShortestFloat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes batches of images, made as MXNet's ImageRecordIter makes them. */
@CommandLine.Command(
    footer = {
      "",
      "Prints a line for each batch, with tabs between: batch, counted from 0; epoch; rows; how many",
      "of them only fill the batch up; ids; labels, row after row; SHA-256 of the data or -. Ids and",
      "labels have commas between. --to npy writes the batches instead: data-00000.npy [rows,C,H,W],",
      "label-00000.npy [rows] or [rows,width], id-00000.npy [rows] and so on; when all are there,",
      "batches.tsv with batch, epoch, rows and pad of each.",
      "",
      "Crops, mirrors and all that is random are drawn by seed, epoch and id of an image: they are",
      "the same for any number of threads, batch size, part, order, and after --resume.",
      "",
      "Examples:",
      "  recordio batches train.rec --shape 3,224,224 --batch-size 256 --rand-crop --rand-mirror",
      "  recordio batches val.rec --shape 3,224,224 --batch-size 100 --resize 256 --to npy out"
    })
public final class BatchesCommand extends PipelineCommand<ImageBatchReader> {
  private static final String NPY = "npy";

  @Parameters(
      paramLabel = "INPUT",
      description = "File, folder, glob, or a list of them with ; or , between.")
  private String input;

  @Option(
      names = "--to",
      arity = "2",
      paramLabel = "npy DIR",
      hideParamSyntax = true,
      description = "Write the batches to a new folder.")
  private List<String> to;

  @Option(names = "--sha256", description = "Compute the SHA-256 of the data of each batch.")
  private boolean sha256;

  private ImageBatchOptions batchOptions;
  private BatchFiles files; // null: lines are printed
  private SkippedList rejects;
  private long images;

  @Override
  protected void declare(KeyOptions options) {
    for (ImageBatchConf key : ImageBatchConf.values()) {
      String name = "--" + key.optionName();
      if (key.isFlag()) {
        options.flag(name, key);
      } else {
        options.add(name, label(key), key);
      }
    }
    declareShare(options.checkedLater());
  }

  /** Reads the options; errors of the library name them without dashes. */
  private ImageBatchOptions batchOptions() {
    try {
      return ImageBatchOptions.of(conf());
    } catch (InvalidSettingException e) {
      String names =
          Arrays.stream(ImageBatchConf.values())
              .map(ImageBatchConf::optionName)
              .collect(Collectors.joining("|"));
      // Some are words, too: a shape of 3 channels, bytes of labels.
      String message =
          e.getMessage().replaceAll("(?<![\\w-])(?<!of )(" + names + ")(?![\\w-]| of )", "--$1");
      throw new InvalidSettingException(message);
    }
  }

  private static String label(ImageBatchConf key) {
    return switch (key) {
      case SHAPE -> "C,H,W";
      case PART -> "K/N";
      case LABELS, MEAN_IMG -> "FILE";
      case ROTATE_LIST -> "A,...";
      case PART_RULE, TAIL, ON_ERROR, DTYPE, LAYOUT, LABEL_LAYOUT ->
          String.join("|", key.definition().type().words());
      default -> "N";
    };
  }

  @Override
  protected ResultTable.Columns columns() {
    return new ResultTable.Columns(
        "batches", "batch", "epoch", "rows", "pad", "ids", "labels", "sha256");
  }

  @Override
  protected String written() {
    return to == null ? super.written() : to.get(1);
  }

  @Override
  protected ExitCode run() throws Exception {
    if (to != null && (to.size() != 2 || !to.get(0).toLowerCase(Locale.ROOT).equals(NPY))) {
      throw new UsageException("--to takes npy and a folder, once, not " + String.join(" ", to));
    }
    if (sha256 && to != null) {
      throw new UsageException("--sha256 is a column of the lines, which --to omits");
    }
    batchOptions = batchOptions();
    ReaderConf.SHARD.get(conf());
    Path folder = to == null ? null : outputPath(to.get(1));
    try (BatchFiles made =
            folder == null ? null : new BatchFiles(conf(), folder, InputSpec.parse(input));
        SkippedList skipped =
            folder == null ? SkippedList.on(err()) : SkippedList.in(conf(), folder)) {
      files = made;
      rejects = skipped;
      ExitCode ended = run("batches");
      return rejects.count() > 0 ? ExitCode.SKIPPED_RECORDS : ended;
    }
  }

  @Override
  protected ImageBatchReader open(DamageTracker damage) throws IOException {
    ImageBatchReader reader = ImageBatchReader.open(conf(), input, batchOptions, damage);
    reader.onSkipped(rejects::add);
    return reader;
  }

  /** Returns what is known without decoding: a shard is a batch, and no image is left out. */
  @Override
  protected WritePlan plan() throws IOException {
    if (files == null) {
      return super.plan();
    }
    List<FileStatus> all = InputListing.listWithEmpty(conf(), InputSpec.parse(input), null);
    long records;
    try (RecordTable table = RecordTable.open(conf(), RecordInputs.checked(conf(), all))) {
      records = table.total();
    }
    long readers = (long) count(batchOptions.part()) * count(ReaderConf.SHARD.get(conf()));
    int rows = batchOptions.batchSize();
    long batchesEach = ceilDiv(ceilDiv(records, readers), rows);
    boolean isEndless = batchOptions.epochs() == Stages.INFINITE;
    long batches = isEndless ? batchesEach : batchesEach * batchOptions.epochs();
    if (count() != null) {
      batches = isEndless ? count() : Math.min(count(), batches);
    }
    long numbers = ImageBatchReader.withArrays(conf(), input, batchOptions).rowBytes();
    boolean varies = batchOptions.labelWidth() < 0;
    long labelWidth = varies ? batchOptions.labelPadWidth() : batchOptions.labelWidth();
    long labels = labelWidth * Float.BYTES;
    long bytes = batches * rows * (numbers + labels + Long.BYTES);
    return WritePlan.local(written(), batches, bytes, 3 * batches + (varies ? 2 : 1));
  }

  /** Returns N of K/N. */
  private static int count(String share) {
    return Integer.parseInt(share.substring(share.indexOf('/') + 1));
  }

  private static long ceilDiv(long number, long by) {
    return (number + by - 1) / by;
  }

  @Override
  protected void copy(ImageBatchReader reader) throws IOException {
    BatchSink sink =
        files == null ? new BatchRows(results(), sha256 ? Sha256.newDigest() : null) : files;
    if (files != null) {
      files.begin();
    }
    each(
        reader,
        () -> {
          ImageBatch batch = reader.get();
          sink.batch(batch);
          out().flush(); // a batch takes its time
          images += batch.rows() - batch.pad();
        });
    sink.end();
  }

  @Override
  protected Totals totals(ImageBatchReader reader, long epochs, long nanos) {
    var totals =
        new Totals()
            .count("batches", items())
            .count("images", images)
            .count("images skipped", reader.skipped())
            .countIfAny("images with warnings", reader.warned())
            .count("epochs", epochs)
            .add("codec", reader.codec())
            .seconds("time", nanos);
    for (Waits waits : reader.waits()) {
      totals.add(
          "prefetch",
          String.format(
              Locale.ROOT,
              "%.2f s without a batch, %.2f s without room",
              waits.consumerWaitNanos() / 1e9,
              waits.producerWaitNanos() / 1e9));
    }
    return totals;
  }

  /** Writes a row for each batch: batch, epoch, rows, pad, ids, labels, SHA-256 of the data. */
  private static final class BatchRows implements BatchSink {
    private final ResultTable rows;
    private final MessageDigest digest; // or null
    private final byte[] number = new byte[ShortestFloat.MAX_BYTES];

    BatchRows(ResultTable rows, MessageDigest digest) {
      this.rows = rows;
      this.digest = digest;
    }

    @Override
    public void batch(ImageBatch batch) {
      rows.number(batch.number()).number(batch.epoch()).number(batch.rows()).number(batch.pad());
      var ids = new ArrayList<String>();
      var labels = new ArrayList<String>();
      for (int row = 0; row < batch.rows(); row++) {
        ids.add(Long.toUnsignedString(batch.id(row)));
        for (int i = 0; i < batch.labelWidth(); i++) {
          int length = ShortestFloat.put(number, 0, batch.label(row, i));
          labels.add(new String(number, 0, length, StandardCharsets.US_ASCII));
        }
      }
      rows.numbers(ids).numbers(labels).text(hash(batch)).end();
    }

    private String hash(ImageBatch batch) {
      if (digest == null) {
        return null;
      }
      digest.update(batch.data());
      return HexFormat.of().formatHex(digest.digest());
    }
  }

  /** Writes batches. */
  interface BatchSink {
    /** Writes a batch. */
    void batch(ImageBatch batch) throws IOException;

    /** Writes what comes after the last batch. */
    default void end() throws IOException {}
  }
}
