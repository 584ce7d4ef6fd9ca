// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.input.InputSpec;
import dev.recordio.images.ImageConf;
import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.pack.list.InputsFile;
import dev.recordio.jobs.pack.list.PackLists;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.run.CodecCounters;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.task.RecordIOCounter;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Packs files into shards: {@code part-00000.rec} with {@code part-00000.idx}, and so on. */
@CommandLine.Command(
    footer = {
      "",
      "INPUT is a folder (read as im2rec --recursive does), a file, a glob, a tar, a compressed"
          + " tar, a",
      "zip, a SequenceFile of (name, bytes), or Parquet, TFRecord or MDS, or a folder of one of them.",
      "With --list there is no INPUT but the list.",
      "Shards are cut at equal distances in bytes.",
      "With --resize or another of im2rec's options for pixels, images are decoded, cropped, resized",
      "and encoded, as JPEG of quality 95 by default; without, files are packed byte for byte.",
      "",
      "Examples:",
      "  recordio pack photos packed",
      "  recordio pack --list train.lst --root /data/images --shards 16 hdfs:///data/train",
      "  recordio pack --shuffle --seed 7 --shard-size 256m 'archives/*.tar' packed",
      "  recordio pack --header none documents packed",
      "  recordio pack --resize 256 --center-crop --quality 90 photos packed",
      "  recordio pack --include '**/*.jpg' --exclude 'raw/**' --write-list all.lst photos packed",
      "  recordio pack --list-only --train-ratio 0.9 photos data"
    })
public final class PackCommand extends Command {
  private static final int LABELS_SHOWN = 10;

  @Parameters(
      paramLabel = "INPUT... OUTPUT",
      hideParamSyntax = true,
      arity = "1..*",
      description = "What to pack, and the folder to make.")
  private List<String> paths = new ArrayList<>();

  @Override
  protected void loadAhead() {
    JsonFiles.load();
  }

  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--list", "F.lst", PackConf.LIST)
        .add("--list-format", "FORMAT", PackConf.LIST_FORMAT)
        .add("--field", "path=NAME,label=NAME", PackConf.LIST_FIELD)
        .add("--root", "DIR", PackConf.ROOT)
        .flag(
            "--allow-outside-root",
            PackConf.LIST_CONFINE,
            "none",
            "The list may name files that are not below --root, on any file system.")
        .shards(PackConf.SHARDS, PackConf.SHARD_SIZE)
        .add("--header", "image|none", PackConf.HEADER)
        .add("--exts", "LIST", PackConf.EXTENSIONS)
        .add("--from", "FORMAT", SampleConf.FROM)
        .flag("--raw", SampleConf.RAW)
        .add("--image-field", "F", SampleConf.IMAGE_FIELD)
        .add("--label-field", "F", SampleConf.LABEL_FIELD)
        .add("--key-field", "F", SampleConf.KEY_FIELD)
        .repeated("--include", "GLOB", PackConf.INCLUDE, Selection::join)
        .repeated("--exclude", "GLOB", PackConf.EXCLUDE, Selection::join)
        .flag("--hidden", PackConf.HIDDEN)
        .add("--name-charset", "NAME", PackConf.NAME_CHARSET)
        .add("--class-map", "FILE", PackConf.CLASS_MAP)
        .add("--unknown", "fail|skip", PackConf.UNKNOWN_CLASS)
        .add("--class-order", "natural|codepoint", PackConf.CLASS_ORDER)
        .add("--inputs-from", "FILE", PackConf.INPUTS_FROM)
        .flag("--overwrite", PackConf.OVERWRITE)
        .flag("--resume", PackConf.RESUME)
        .flag("--sha256", PackConf.SHA256)
        .add("--write-list", "F.lst", PackConf.WRITE_LIST)
        .flag("--list-only", PackConf.LIST_ONLY)
        .add("--train-ratio", "R", PackConf.TRAIN_RATIO)
        .add("--test-ratio", "R", PackConf.TEST_RATIO)
        .add("--chunks", "N", PackConf.CHUNKS)
        .add("--resize", "N", PackConf.RESIZE)
        .flag("--no-enlarge", PackConf.NO_ENLARGE)
        .flag("--center-crop", PackConf.CENTER_CROP)
        .add("--quality", "Q", PackConf.QUALITY)
        .add("--encoding", ".jpg|.png", PackConf.ENCODING)
        .add("--color", "1|0|-1", PackConf.COLOR)
        .add("--inter", "M", PackConf.INTER)
        .flag("--shuffle", PackConf.SHUFFLE)
        .add("--seed", "S", PackConf.SEED)
        .add("--on-error", "fail|skip", PackConf.ON_ERROR);
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    String output = paths.get(paths.size() - 1);
    List<String> inputs = paths.subList(0, paths.size() - 1);
    check(inputs);
    long start = System.nanoTime();
    List<Path> inputPaths = paths(inputs);
    LongConsumer listed = quiet() ? count -> {} : new ListedNote(err(), System::nanoTime);
    if (PackConf.LIST_ONLY.getBoolean(conf())) {
      return writeLists(inputPaths, outputPath(output), listed, start);
    }
    try (var pack = new PackJob(conf(), inputPaths, outputPath(output), listed)) {
      say(pack.plan());
      String first = inputPaths.isEmpty() ? PackConf.LIST.get(conf()) : inputPaths.get(0) + "";
      name(pack.job(), inputs.isEmpty() ? first : inputs.get(0), output);
      if (isDryRun()) {
        PackPlan plan = pack.plan();
        long shards = plan.shards().size();
        long names = plan.classes().isEmpty() ? 0 : 1;
        long files = shards * ShardOutputFormat.recordFiles(pack.job()) + names;
        return wouldWrite(
            WritePlan.of(pack.job(), output, shards, plan.bytes(), files),
            ended(plan.unreadable()));
      }
      Counters counters = run(pack.job(), output);
      if (counters.findCounter(PackCounter.IMAGES_WITH_WARNINGS).getValue() > 0) {
        pack.warnings().say();
      }
      pack.writeList();
      return report(counters, pack.plan(), output, System.nanoTime() - start);
    }
  }

  private List<Path> paths(List<String> inputs) throws IOException {
    if (!PackConf.INPUTS_FROM.get(conf()).isEmpty()) {
      return InputsFile.read(conf(), in());
    }
    var inputPaths = new ArrayList<Path>();
    for (String input : inputs) {
      inputPaths.addAll(InputSpec.parse(input));
    }
    return inputPaths;
  }

  /** Runs the job; when it fails, says what can be done with what is there. */
  private Counters run(Job job, String output) throws Exception {
    try {
      return runJob(job);
    } catch (JobFailedException e) {
      boolean keeps = PackManifest.keepsState(job.getConfiguration());
      if (keeps && PackConf.RESUME.getBoolean(conf()) && !quiet()) {
        err().println("shards that are whole stay in " + output + ": the same command goes on");
      }
      throw e;
    }
  }

  private ExitCode writeLists(List<Path> inputs, Path output, LongConsumer listed, long start)
      throws IOException {
    SampleSettings.check(conf());
    var read = new ArrayList<Path>(inputs);
    read.addAll(PackJob.lists(conf()));
    try (var lists = new PackLists(conf(), output, read)) {
      var planner = new PackPlanner(conf(), listed).writing(lists.paths());
      long leftOut = planner.list(inputs, lists::add);
      Map<String, Integer> labels = planner.namedLabels();
      List<PackLists.Written> written = lists.commit(planner.classes());
      if (isDryRun()) {
        long bytes = written.stream().mapToLong(PackLists.Written::bytes).sum();
        return wouldWrite(
            WritePlan.local(output.toString(), written.size(), bytes, written.size()).exact(),
            ended(lists.unreadable()));
      }
      long nanos = System.nanoTime() - start;
      long files = written.stream().mapToLong(PackLists.Written::records).sum();
      if (asJson()) {
        List<ListResult> made = written.stream().map(ListResult::of).toList();
        printJson(new ListsResult(files, leftOut, lists.unreadable(), labels, made, nanos / 1e9));
      }
      var totals = new Totals();
      totals.count("files", files);
      totals.count("left out", leftOut);
      totals.count("unreadable", lists.unreadable());
      if (!labels.isEmpty()) {
        totals.add("labels", text(labels));
      }
      for (PackLists.Written file : written) {
        totals.add("list", String.format("%s, %,d lines", file.file(), file.records()));
      }
      print(totals.seconds("seconds", nanos));
      return ended(lists.unreadable());
    }
  }

  /** Returns the label of each folder, of the first ones at least. */
  private static String text(Map<String, Integer> labels) {
    String first =
        labels.entrySet().stream()
            .limit(LABELS_SHOWN)
            .map(label -> label.getValue() + " " + Printable.of(label.getKey()))
            .collect(Collectors.joining(", "));
    int more = labels.size() - LABELS_SHOWN;
    return more <= 0
        ? first
        : String.format(Locale.ROOT, "%s and %,d more (--json has all)", first, more);
  }

  /** The result of {@code --list-only}; labels are by folder. */
  private record ListsResult(
      long files,
      long leftOut,
      long unreadable,
      Map<String, Integer> labels,
      List<ListResult> lists,
      double seconds) {}

  /** One of the lists. */
  private record ListResult(String file, long lines) {
    static ListResult of(PackLists.Written list) {
      return new ListResult(list.file().toString(), list.records());
    }
  }

  private void check(List<String> inputs) throws UsageException {
    boolean hasList = !PackConf.LIST.get(conf()).isEmpty();
    String from = PackConf.INPUTS_FROM.get(conf());
    if (!from.isEmpty() && (hasList || !inputs.isEmpty())) {
      throw new UsageException(
          "with --inputs-from there is no other INPUT: "
              + (hasList ? "--list" : String.join(" ", inputs)));
    }
    checkLists();
    if (!from.isEmpty()) {
      return;
    }
    if (!hasList && inputs.isEmpty()) {
      throw new UsageException("pack takes an INPUT (or --list) and an OUTPUT; there is only one");
    }
    if (hasList && !inputs.isEmpty()) {
      throw new UsageException(
          "with --list there is no other INPUT: "
              + String.join(" ", inputs)
              + "; the folder of the files that it lists is --root");
    }
  }

  private void checkLists() throws UsageException {
    boolean listOnly = PackConf.LIST_ONLY.getBoolean(conf());
    boolean divided =
        PackConf.TRAIN_RATIO.getDouble(conf()) != 1
            || PackConf.TEST_RATIO.getDouble(conf()) != 0
            || PackConf.CHUNKS.getInt(conf()) != 1;
    if (divided && !listOnly) {
      throw new UsageException(
          "--train-ratio, --test-ratio and --chunks divide lists: they need --list-only (of shards:"
              + " split)");
    }
    if (listOnly
        && (PackConf.RESUME.getBoolean(conf()) || !PackConf.WRITE_LIST.get(conf()).isEmpty())) {
      throw new UsageException(
          "--list-only writes no shards: --resume and --write-list do not go with it");
    }
  }

  private void say(PackPlan plan) {
    if (!quiet()) {
      printPlan(plan);
    }
    if (plan.leftOut() > 0 && PackConf.EXTENSIONS.get(conf()).isEmpty()) {
      note(
          plan.leftOut() == 1
              ? "1 file is left out by its extension (--exts all takes it)"
              : String.format(
                  Locale.ROOT,
                  "%,d files are left out by their extension (--exts all takes them)",
                  plan.leftOut()));
    }
    if (plan.isSortedByClass() && !PackConf.SHUFFLE.getBoolean(conf())) {
      note(
          "the records are in the order of their "
              + plan.labels().size()
              + " classes, as the folders are; --shuffle --seed N puts them in one random order");
    }
    if (plan.repeatedKeys() > 0) {
      note(
          plan.repeatedKeys() == 1
              ? "1 record has the key of an earlier record; both are kept"
              : String.format(
                  Locale.ROOT,
                  "%,d records have the key of an earlier record; all are kept",
                  plan.repeatedKeys()));
    }
  }

  private void printPlan(PackPlan plan) {
    err()
        .printf(
            "packing %,d %s, about %s, into %,d %s, %s%n",
            plan.records(),
            plan.records() == 1 ? "file" : "files",
            Totals.human(plan.bytes()),
            plan.shards().size(),
            plan.shards().size() == 1 ? "shard" : "shards",
            plan.imageHeader() ? "with image headers" : "without headers");
    if (plan.unselected() > 0) {
      err()
          .printf(
              plan.unselected() == 1
                  ? "%,d file is left out by its path (--include, --exclude)%n"
                  : "%,d files are left out by their paths (--include, --exclude)%n",
              plan.unselected());
    }
  }

  private ExitCode report(Counters counters, PackPlan plan, String output, long nanos) {
    long skipped = counters.findCounter(PackCounter.SKIPPED_SOURCES).getValue();
    long bytes = counters.findCounter(RecordIOCounter.BYTES_WRITTEN).getValue();
    var totals =
        new Totals()
            .count("records", counters.findCounter(RecordIOCounter.RECORDS_WRITTEN).getValue())
            .bytes("bytes in", counters.findCounter(PackCounter.BYTES_IN).getValue())
            .bytes("bytes out", bytes)
            .count("files skipped", skipped)
            .count("shards", plan.shards().size())
            .seconds("seconds", nanos)
            .rate("rate", bytes, nanos);
    long kept = counters.findCounter(PackCounter.SHARDS_KEPT).getValue();
    if (PackConf.RESUME.getBoolean(conf())) {
      totals.count("shards kept", kept);
    }
    long repeated = counters.findCounter(PackCounter.READS_REPEATED).getValue();
    if (repeated > 0) {
      totals.count("reads repeated", repeated);
    }
    totals.add("output", output);
    if (!PackConf.WRITE_LIST.get(conf()).isEmpty()) {
      totals.add("list", PackConf.WRITE_LIST.get(conf()));
    }
    String codec = CodecCounters.line(counters);
    if (codec != null) {
      totals
          .count("images made", counters.findCounter(PackCounter.IMAGES_MADE).getValue())
          .countIfAny(
              "images with warnings",
              counters.findCounter(PackCounter.IMAGES_WITH_WARNINGS).getValue())
          .add("codec", codec);
    }
    if (skipped > 0) {
      totals.add("reasons", output + "/" + PackManifest.REJECTS);
    }
    CodecCounters.noteDifferent(counters, ImageConf.CODEC);
    print(totals.next("info", output));
    return ended(skipped);
  }

  private static ExitCode ended(long skipped) {
    return skipped == 0 ? ExitCode.OK : ExitCode.SKIPPED_RECORDS;
  }

  /** Prints now and then how many files have been listed: there is no job yet to show progress. */
  static final class ListedNote implements LongConsumer {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A look at the clock for each file would cost something. */
    private static final long FILES = 1024;

    private final PrintStream err;
    private final LongSupplier clock;
    private long last;

    /**
     * @param clock the time in nanoseconds
     */
    ListedNote(PrintStream err, LongSupplier clock) {
      this.err = err;
      this.clock = clock;
      last = clock.getAsLong();
    }

    /** Takes how many files have been listed so far. */
    @Override
    public void accept(long files) {
      if (files % FILES == 0 && clock.getAsLong() - last >= NANOS) {
        last = clock.getAsLong();
        err.printf("listed %,d files so far%n", files);
        err.flush();
      }
    }
  }
}
