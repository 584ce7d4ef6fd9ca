// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.HostBytes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.numbered.IndexSet;
import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.numbered.RecordTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Cuts the wanted records of a job's input into splits, with the indexes of its files. */
public final class IndexedPlanner {
  /** How a number of parts divides the records. */
  public enum Rule {
    /** ceil(n / parts) records per part, as dmlc-core. */
    DMLC,
    /** Sizes that differ by at most one. */
    EQUAL
  }

  private final Configuration conf;
  private final WantedRecords wanted;
  private final IndexSet indexes;
  private final SplitPlanner planner;
  private final List<InputSplit> splits = new ArrayList<>();

  private List<IndexedSplit.Piece> pieces = new ArrayList<>(); // of the split being built
  private HostBytes hosts = new HostBytes();
  private int lastLed = -1; // the last file that a piece was made of
  private BlockLocation[] blocks; // of that file

  /**
   * Creates a planner.
   *
   * @param files the job's input
   */
  public IndexedPlanner(JobContext job, List<FileStatus> files) {
    conf = job.getConfiguration();
    wanted = new WantedRecords(conf);
    indexes = new IndexSet(files, file -> wanted.index(conf, file));
    planner =
        new SplitPlanner(
            conf,
            FileInputFormat.getMinSplitSize(job),
            FileInputFormat.getMaxSplitSize(job),
            path -> true);
  }

  public List<InputSplit> plan() throws IOException {
    int parts = RecordIOConf.INPUT_PARTS.getInt(conf);
    if (parts > 0) {
      byCount(parts, RecordIOConf.INPUT_PARTS_RULE.getEnum(conf, Rule.class));
    } else {
      bySize();
    }
    wanted.checkKeys();
    return splits;
  }

  /** Splits of the usual sizes, cut where records begin; records belong where they begin. */
  private void bySize() throws IOException {
    for (int file = 0; file < indexes.files(); file++) {
      RecordIndex index = indexes.index(file);
      int from = indexes.from(file, wanted.rows());
      int to = indexes.to(file, wanted.rows());
      for (InputRange range : planner.plan(List.of(indexes.file(file)))) {
        int first = Math.max(from, index.firstFrom(range.start()));
        int after = Math.min(to, index.firstFrom(range.end()));
        var run = WantedRuns.Run.of(index, wanted, first, after);
        if (run.wanted() > 0) {
          addPiece(file, run);
          endSplit();
        }
      }
    }
  }

  private void byCount(int parts, Rule rule) throws IOException {
    var runs = new WantedRuns(indexes, wanted);
    int file = 0;
    long done = 0; // wanted records of the file that are in splits
    int next = 0; // record of the file to go on with
    for (int part = 0; part < parts; part++) {
      long rest = size(runs.total(), parts, part, rule);
      while (rest > 0) {
        WantedRuns.Run run = runs.get(file);
        if (done == run.wanted()) {
          file++;
          done = 0;
          next = 0;
          continue;
        }
        int take = (int) Math.min(rest, run.wanted() - done);
        if (take < run.wanted()) { // a part begins or ends within the file
          RecordIndex index = indexes.index(file);
          int from = Math.max(next, run.from());
          next = after(index, from, take);
          run = WantedRuns.Run.of(index, wanted, from, next);
        }
        addPiece(file, run);
        done += take;
        rest -= take;
      }
      endSplit();
    }
  }

  private static long size(long total, int parts, int part, Rule rule) {
    if (rule == Rule.EQUAL) {
      return total / parts + (part < total % parts ? 1 : 0);
    }
    long step = total / parts + (total % parts == 0 ? 0 : 1);
    return Math.max(0, Math.min(step, total - step * part));
  }

  /** Returns the record after the {@code count} wanted ones from {@code from} on. */
  private int after(RecordIndex index, int from, int count) {
    if (!wanted.byKey()) {
      return from + count;
    }
    int at = from;
    for (int seen = 0; seen < count; at++) {
      seen += wanted.has(index, at) ? 1 : 0;
    }
    return at;
  }

  /** Adds a run of records to the split being built. */
  private void addPiece(int file, WantedRuns.Run run) throws IOException {
    FileStatus status = indexes.file(file);
    boolean leads = lastLed != file;
    if (leads) {
      lastLed = file;
      blocks = SplitPlanner.blocks(conf, status);
    }
    pieces.add(
        new IndexedSplit.Piece(
            new RecordTable.Run(
                status.getPath(),
                run.source(),
                run.from(),
                run.to() - run.from(),
                run.begin(),
                run.end()),
            indexes.first(file) + run.from(),
            run.wanted(),
            leads));
    hosts.add(blocks, run.begin(), run.end());
  }

  private void endSplit() {
    splits.add(new IndexedSplit(splits.size(), pieces, hosts.best()));
    pieces = new ArrayList<>();
    hosts = new HostBytes();
  }

  /**
   * Which records of each file of a job's input are wanted. Only a few numbers per file are
   * remembered; its index is kept, within the bounds of {@link IndexSet}, where parts may cut the
   * file.
   */
  private static final class WantedRuns {
    /**
     * The records of a file from the first wanted one to the last one.
     *
     * @param source where the locations of the records come from
     * @param from the first record
     * @param to the record after the last one; {@code from}, if none is wanted
     * @param begin where the first record begins, in bytes
     * @param end the offset after the last one
     * @param wanted how many of the records are wanted
     */
    record Run(RecordIndex.Source source, int from, int to, long begin, long end, int wanted) {

      /** Returns the run of the wanted ones among the records {@code first} to {@code after}. */
      static Run of(RecordIndex index, WantedRecords wanted, int first, int after) {
        int count = wanted.count(index, first, after);
        if (count == 0) {
          return new Run(index.source(), first, first, 0, 0, 0);
        }
        int from = first;
        int to = after;
        while (!wanted.has(index, from)) {
          from++;
        }
        while (!wanted.has(index, to - 1)) {
          to--;
        }
        return new Run(index.source(), from, to, index.offset(from), index.end(to - 1), count);
      }
    }

    private final List<Run> runs = new ArrayList<>();
    private long total;

    WantedRuns(IndexSet indexes, WantedRecords wanted) throws IOException {
      for (int file = 0; file < indexes.files(); file++) {
        int from = indexes.from(file, wanted.rows());
        int to = indexes.to(file, wanted.rows());
        Run run = Run.of(indexes.index(file), wanted, from, to);
        runs.add(run);
        total += run.wanted();
        if (run.wanted() > 1) {
          indexes.keep(file);
        }
      }
    }

    /** Returns the number of wanted records. */
    long total() {
      return total;
    }

    /** Returns what is wanted of a file. */
    Run get(int file) {
      return runs.get(file);
    }
  }
}
