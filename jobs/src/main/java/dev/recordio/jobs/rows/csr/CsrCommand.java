// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.Notes;
import dev.recordio.formats.parquet.Vectors;
import dev.recordio.fs.input.DataFiles.Side;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.ColumnSets;
import dev.recordio.jobs.cli.InputOutput;
import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.cli.result.WritePlan;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.records.census.RecordFormat;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.jobs.rows.SideFiles;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.shard.CsrSettings;
import dev.recordio.jobs.rows.shard.CsrTask;
import dev.recordio.jobs.rows.shard.Layout;
import dev.recordio.jobs.rows.stats.ColumnsVisitor;
import dev.recordio.jobs.rows.stats.IndexBaseChoice;
import dev.recordio.jobs.rows.stats.RowsCommand;
import dev.recordio.jobs.rows.stats.StatsJob;
import dev.recordio.jobs.rows.stats.StatsSidecar;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.ColumnSet;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/** Turns sparse rows into a folder of CSR shards, all with the same number of columns. */
@CommandLine.Command(
    footer = {
      "",
      "Without --features, columns are counted: on local files as they are written, else by a"
          + " first",
      "pass, unless stats --sidecar auto has counted them before.",
      "",
      "Examples:",
      "  recordio csr train.libsvm train-npz",
      "  recordio csr --to dmatrix-3.1 --features 127 hdfs:///data/train"
          + " hdfs:///data/train-dmatrix",
      "  recordio csr --index-base auto --keep-groups --shard-rows 100000 rank.libsvm rank-npz",
      "  recordio csr --gather qid scattered.libsvm rank-npz",
      "  recordio csr --if-changed train.libsvm train-npz",
      "  recordio csr --to parquet --vectors spark train.libsvm train-parquet"
    })
public final class CsrCommand extends RowsCommand {
  private static final long MAX_LABELS = Integer.MAX_VALUE;

  @Mixin private InputOutput paths;
  private final ColumnSet occurring = new ColumnSet(); // where they are counted
  private ColumnChoice columns;

  @Override
  protected void loadAhead() {
    JsonFiles.load();
  }

  @Override
  protected void declare(KeyOptions options) {
    super.declare(options);
    options
        .add("--to", "LAYOUT", CsrConf.TO)
        .add(
            "--features",
            "N",
            LibSvmConf.FEATURES,
            "The number of columns; an index that does not fit is an error. Counted by"
                + " default.")
        .add("--label-columns", "N", LibSvmConf.LABEL_COLUMNS)
        .add("--columns", "all|compact|FILE", CsrConf.COLUMNS)
        .add("--shard-rows", "N", CsrConf.SHARD_ROWS)
        .add("--shard-size", "SIZE", CsrConf.SHARD_SIZE)
        .flag("--keep-groups", CsrConf.KEEP_GROUPS)
        .add("--gather", "qid", CsrConf.GATHER)
        .add("--without", "WHAT", CsrConf.WITHOUT)
        .add("--vectors", "FORM", CsrConf.VECTORS)
        .add("--row-group-rows", "N", CsrConf.ROW_GROUP_ROWS)
        .flag("--if-changed", CsrConf.IF_CHANGED);
  }

  @Override
  protected boolean takesLabelSets() {
    return true;
  }

  @Override
  protected boolean writes() {
    return true;
  }

  @Override
  protected ExitCode run() throws Exception {
    final long start = System.nanoTime();
    List<FileStatus> files = listInput(paths.input());
    checkFit(CsrSettings.of(conf())); // invalid settings fail before the input is read
    columns = new ColumnChoice(conf());
    Path output = outputPath(paths.output());
    boolean ifChanged = CsrConf.IF_CHANGED.getBoolean(conf());
    try (var target = new CsrTarget(conf(), output, inputs(), ifChanged, isDryRun())) {
      return write(files, target, start);
    }
  }

  private ExitCode write(List<FileStatus> files, CsrTarget target, long start) throws Exception {
    SideFiles side = SideFiles.find(conf(), files);
    side.say();
    var sources = new ArrayList<>(files);
    sources.addAll(side.files());
    sources.addAll(columns.files());
    InputFingerprint fingerprint = CsrSettings.fingerprint(conf(), sources);
    if (isUnchanged(target, fingerprint)) {
      return isDryRun()
          ? wouldWrite(WritePlan.local(paths.output(), 0, 0, 0).exact())
          : ExitCode.OK;
    }
    SegmentTable segments = SegmentTable.of(conf(), files);
    if (CsrConf.gathers(conf())) {
      GatherJob.check(conf(), side);
    }
    takeTotals(files);
    if (isDryRun()) {
      return wouldWrite(plan(segments, fingerprint, target));
    }
    Counters counters =
        CsrConf.gathers(conf())
            ? writeGathered(segments, side, fingerprint, target)
            : write(segments, side, fingerprint, target);
    return report(target.finish(), counters, System.nanoTime() - start);
  }

  /** Sorts rows by query, and writes shards of the sorted text. */
  private Counters writeGathered(
      SegmentTable segments, SideFiles side, InputFingerprint fingerprint, CsrTarget target)
      throws Exception {
    try (var gather = new GatherJob(conf(), segments)) {
      expectJobs(2);
      name(gather.job(), paths.input(), "rows by query");
      Counters sorted = runRows(gather.job());
      CsrManifestFiles.passLeftOut(conf(), RecordFormat.ROWS.leftOut(sorted));
      SegmentTable text = SegmentTable.of(conf(), gather.result(sorted));
      return write(text, side, fingerprint, target);
    }
  }

  private Counters write(
      SegmentTable segments, SideFiles side, InputFingerprint fingerprint, CsrTarget target)
      throws Exception {
    Counters counters = null;
    if (canCount(side, target.folder())) {
      counters = write(segments, told(CsrTask.UNKNOWN, fingerprint), target);
    }
    return counters != null ? counters : write(segments, task(segments, side, fingerprint), target);
  }

  /** Whether the columns, and all else that is not told, can be counted as shards are written. */
  private boolean canCount(SideFiles side, Path folder) throws IOException {
    TextSettings text = TextSettings.of(conf());
    return columns.areAll()
        && text.features() == 0
        && (!text.hasLabelSets() || text.labelColumns() > 0)
        && text.base() != IndexBase.AUTO
        && side.isEmpty()
        && CsrJob.countsColumns(conf(), folder);
  }

  /** Runs the job; returns null when the columns, not known, are to be counted first. */
  private Counters write(SegmentTable segments, CsrTask task, CsrTarget target) throws Exception {
    try (var csr = new CsrJob(conf(), segments, task, target.folder(), columns.map())) {
      name(csr.job(), paths.input(), paths.output());
      try {
        return runRows(csr.job());
      } catch (JobFailedException e) {
        if (!CsrTask.isTooWide(csr.job().getConfiguration())) {
          throw e;
        }
        return null;
      }
    }
  }

  /** Returns the plan: about as many bytes as the input has, in shards of the bounded size. */
  private WritePlan plan(SegmentTable segments, InputFingerprint fingerprint, CsrTarget target)
      throws Exception {
    ColumnMap map = columns.areAll() ? null : ColumnMap.compact(new long[0]);
    try (var csr = new CsrJob(conf(), segments, told(0, fingerprint), target.folder(), map)) {
      long bytes = segments.bytes();
      long bound = CsrConf.SHARD_SIZE.getBytes(conf());
      long full = bound == 0 ? 0 : (bytes + bound - 1) / bound;
      long shards = Math.max(Math.max(1, segments.count()), full);
      long files = CsrSettings.of(conf()).layout() == Layout.NPZ ? 2 * shards : shards;
      return WritePlan.of(csr.job(), paths.output(), shards, bytes, files);
    }
  }

  /** Refuses options that the layout has no use for, and columns that it has no place for. */
  private void checkFit(CsrSettings settings) throws UsageException {
    if (settings.layout() != Layout.NPZ && settings.text().hasLabelSets()) {
      throw new UsageException("--labels all is for --to npz, not for --to " + settings.layout());
    }
    if (settings.layout() != Layout.PARQUET) {
      onlyOfParquet("--vectors", CsrConf.VECTORS, settings.layout());
      onlyOfParquet("--row-group-rows", CsrConf.ROW_GROUP_ROWS, settings.layout());
    } else if (settings.vectors() == Vectors.SPARK
        && settings.text().features() > Vectors.MAX_SPARK_COLUMNS) {
      throw new UsageException(Vectors.tooWide(settings.text().features()));
    }
  }

  private void onlyOfParquet(String option, ConfKey key, Layout layout) throws UsageException {
    if (isGiven(key)) {
      throw new UsageException(option + " is for --to parquet, not for --to " + layout);
    }
  }

  private boolean isUnchanged(CsrTarget target, InputFingerprint fingerprint) throws IOException {
    CsrManifest present = target.present();
    if (present == null) {
      return false;
    }
    String staleness = target.staleness(present, fingerprint);
    say(
        staleness == null
            ? "unchanged, reused: " + paths.output()
            : paths.output() + " is out of date and is made anew: " + staleness);
    if (staleness == null) {
      sayNotes(present);
    }
    return staleness == null;
  }

  /** Finds out what the job must be told of the input. */
  private CsrTask task(SegmentTable segments, SideFiles side, InputFingerprint fingerprint)
      throws Exception {
    TextSettings text = TextSettings.of(conf());
    if (columns.map() != null && side.isEmpty() && text.base() != IndexBase.AUTO) {
      return told(columns.map().size(), fingerprint);
    }
    if (columns.areAll() && text.hasColumns() && side.isEmpty()) {
      long columns = text.features() > 0 ? text.features() : declaredColumns(segments.files());
      return told(columns, fingerprint);
    }
    boolean counting =
        columns.areCounted()
            || text.features() == 0
            || text.hasLabelSets() && text.labelColumns() == 0
            || text.base() == IndexBase.AUTO
            || !side.isEmpty();
    if (!counting) {
      return told(text.features(), fingerprint);
    }
    RowStats stats = stats(segments, text, side);
    IndexBaseChoice choice = IndexBaseChoice.of(text, stats);
    if (text.hasLabelSets() && text.labelColumns() == 0) {
      LibSvmConf.LABEL_COLUMNS.set(conf(), stats.labelColumns());
    }
    if (columns.areCounted()) {
      columns.take(occurring, IndexBaseChoice.readingBase(text) - choice.base());
    }
    columns.checkBase(choice.base());
    ColumnMap map = columns.map();
    long width =
        map != null
            ? map.size()
            : text.features() > 0 ? text.features() : columns(stats, choice.base());
    say(
        String.format(
            Locale.ROOT,
            "index base %d (%s); %,d columns (%s); %,d rows, %,d entries",
            choice.base(),
            choice.how(),
            width,
            map != null
                ? columns.areCounted() ? "that occur" : "of the map"
                : text.features() > 0 ? "as given" : "counted",
            stats.rows(),
            stats.nnz()));
    sayWhatGivesWay(stats, side);
    return new CsrTask(
        width,
        choice.base(),
        choice.how(),
        stats.weightedRows() > 0,
        stats.groupedRows() > 0,
        stats.rangeRows(),
        fingerprint.toJson());
  }

  /** Returns the number of columns that the first row has with it; all rows have the same. */
  private long declaredColumns(List<FileStatus> files) throws IOException {
    RowTraits first = firstTraits(files);
    return first == null ? 0 : first.columns();
  }

  /** Returns what is said by the first line that says something; null for none. */
  private RowTraits firstTraits(List<FileStatus> files) throws IOException {
    var block = new CsrBlock();
    block.keepLabelSets();
    var conf = new Configuration(conf());
    if (TextSettings.of(conf).base() == IndexBase.AUTO) {
      LibSvmConf.INDEX_BASE.set(conf, 0); // indices are not looked at
    }
    for (FileStatus file : files) {
      var head = new InputRange(file.getPath(), 0, Math.min(1, file.getLen()));
      try (RowReader rows = RowInputs.openKeeping(conf, List.of(head), 1)) {
        if (rows.next(block) || rows.traits().totals() != null) {
          return rows.traits();
        }
      }
    }
    return null;
  }

  /** Takes the numbers of columns and of labels from the first line, if it has them. */
  private void takeTotals(List<FileStatus> files) throws IOException {
    TextSettings text = TextSettings.of(conf());
    if (!text.hasLabelSets()) {
      return;
    }
    RowTraits first = firstTraits(files);
    long[] said = first == null ? null : first.totals();
    if (said != null) {
      say(
          String.format(
              Locale.ROOT,
              "the first line says %,d rows, %,d features, %,d labels",
              said[0],
              said[1],
              said[2]));
      LibSvmConf.FEATURES.set(conf(), text.features() > 0 ? text.features() : said[1]);
      LibSvmConf.LABEL_COLUMNS.set(
          conf(), text.labelColumns() > 0 ? text.labelColumns() : Math.min(said[2], MAX_LABELS));
    }
  }

  /** Side files come before what the text says itself, as with XGBoost. */
  private void sayWhatGivesWay(RowStats stats, SideFiles side) {
    if (stats.weightedRows() > 0 && side.has(Side.WEIGHT)) {
      note("weights of the text are replaced by " + side.suffix(Side.WEIGHT) + " files");
    }
    if (stats.groupedRows() > 0 && side.has(Side.GROUP)) {
      note("query ids of the text are replaced by " + side.suffix(Side.GROUP) + " files");
    }
  }

  /** Returns what can be told without reading the input. */
  private CsrTask told(long width, InputFingerprint fingerprint)
      throws IOException, UsageException {
    IndexBaseChoice choice = IndexBaseChoice.asSet(TextSettings.of(conf()));
    columns.checkBase(choice.base());
    return new CsrTask(
        width, choice.base(), choice.how(), false, false, null, fingerprint.toJson());
  }

  private RowStats stats(SegmentTable segments, TextSettings text, SideFiles side)
      throws Exception {
    StatsSidecar sidecar = StatsSidecar.toRead(conf(), inputs());
    if (sidecar != null && !columns.areCounted()) {
      RowStats kept = sidecar.find(InputFingerprint.ofStats(conf(), segments.files()));
      if (kept != null && (text.base() != IndexBase.ONE || kept.fits(1))) {
        say("taking rows and columns from what stats has kept: " + sidecar.file());
        return kept;
      }
    }
    String told = text.base() == IndexBase.AUTO ? "--index-base 0 or 1 with " : "";
    say(
        columns.areCounted()
            ? "collecting the columns that occur first"
            : "counting rows and columns first; "
                + (side.isEmpty() ? told + "--features N, or " : "side files need it; ")
                + "an earlier `stats --sidecar auto` saves this pass");
    expectJobs(2);
    // Only strict mode names the first index that does not fit; the others leave it out, or wrap.
    try (var stats = new StatsJob(conf(), segments)) {
      long most = text.mode() == ParseMode.STRICT ? Long.MAX_VALUE : 0;
      LibSvmConf.FEATURES.set(
          stats.job().getConfiguration(), columns.areAll() ? most : text.features());
      if (columns.areCounted()) {
        stats.visit(ColumnsVisitor.class);
      }
      name(stats.job(), paths.input(), "statistics");
      runRows(stats.job());
      return stats.result((segment, found) -> ColumnSets.addAll(occurring, found));
    }
  }

  @Override
  protected String largestIndex() {
    return "csr writes columns below 2^63 - 1";
  }

  private static long columns(RowStats stats, int base) throws BadInputException {
    BigInteger columns = stats.columns(base);
    if (columns.bitLength() >= Long.SIZE) {
      throw new BadInputException(
          "the largest index is " + stats.maxIndex() + "; csr writes columns below 2^63 - 1", null);
    }
    return columns.longValue();
  }

  /** Says what rows probably mean, and that text may count from 1. */
  private void sayNotes(CsrManifest made) {
    if (made.notes() != null) {
      made.notes().forEach(Notes::say);
    }
    TextSettings text = TextSettings.of(conf());
    boolean hasEntries = made.nnz() > 0 && IndexBaseChoice.hasIndices(text);
    if (conf().get(LibSvmConf.INDEX_BASE.key()) == null
        && hasEntries
        && made.shards().stream().allMatch(shard -> shard.nnz() == 0 || shard.minIndex() > 0)) {
      note(
          "no index 0 in the whole input, so column 0 is empty: if its indices count from 1,"
              + " --index-base 1"
              + (text.format().equals("libfm") ? ", with field_base=0 if fields do not" : ""));
    }
  }

  private ExitCode report(CsrManifest made, Counters counters, long nanos)
      throws IOException, UsageException {
    sayNotes(made);
    long bytes = made.shards().stream().mapToLong(CsrManifest.Shard::bytes).sum();
    var totals =
        new Totals()
            .count("rows", made.rows())
            .count("columns", made.columns())
            .count("entries", made.nnz());
    if (made.labelColumns() != null) {
      totals.count("labels", made.labelColumns());
    }
    if (made.columnMap() != null) {
      totals.add("column map", made.columnMap());
    }
    totals
        .add("index base", made.indexBase() + " (" + made.indexBaseReason() + ")")
        .count("shards", made.shards().size())
        .bytes("bytes", bytes);
    count(totals, "shards beyond the bounds", counters.findCounter(CsrCounter.OVERSIZED_SHARDS));
    count(totals, "spilled bytes", counters.findCounter(CsrCounter.SPILLED_BYTES));
    Map<String, Long> repaired = RowStats.brokenBy(made.malformed(), rule -> !rule.isNote());
    Map<String, Long> notes = RowStats.brokenBy(made.malformed(), ParseRule::isNote);
    if (!repaired.isEmpty()) {
      totals.add("repaired", inOneLine(repaired));
    }
    if (!notes.isEmpty()) {
      totals.add("notes", inOneLine(notes));
    }
    long leftOut = made.malformed().getOrDefault(ParseRule.BAD_LABEL.title(), 0L);
    if (leftOut > 0) {
      totals.count("lines left out", leftOut);
    }
    totals.seconds("seconds", nanos).add("output", paths.output());
    print(next(totals, made));
    return skippedLines(leftOut, made.rows());
  }

  private static void count(Totals totals, String name, Counter counter) {
    if (counter.getValue() > 0) {
      totals.count(name, counter.getValue());
    }
  }

  /** Adds how to load the first shard: what Python takes is a path on this machine. */
  private Totals next(Totals totals, CsrManifest made) throws IOException, UsageException {
    Map<String, String> python =
        Map.of(
            ".npz", "scipy.sparse.load_npz(\"%s\"), numpy.load(\"%s.label.npy\")",
            ".buffer", "xgboost.DMatrix(\"%s\")",
            ".tfrecord", "tensorflow.data.TFRecordDataset(\"%s\")",
            ".parquet", "pandas.read_parquet(\"%s\")");
    Path output = outputPath(paths.output());
    boolean isLocal = output.getFileSystem(conf()).getUri().getScheme().equals("file");
    String folder = isLocal ? output.toUri().getPath() : output.getName();
    String file = folder + "/" + made.shards().get(0).file();
    int dot = file.lastIndexOf('.');
    String line = python.get(file.substring(dot));
    if (line == null) {
      return totals;
    }
    if (!isLocal) {
      totals.add("to this machine", "hadoop fs -get " + paths.output());
    }
    if (made.labelColumns() != null) {
      line = "scipy.sparse.load_npz(\"%s\"), scipy.sparse.load_npz(\"%s.labels.npz\")";
    }
    return totals.add("in Python", String.format(line, file, file.substring(0, dot)));
  }

  private void say(String line) {
    if (!quiet()) {
      err().println(line);
    }
  }
}
