// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.SegmentFindings;
import dev.recordio.jobs.rows.SideScratch;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.local.LocalSettings;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.layout.RowCutter;
import dev.recordio.sparse.layout.ShardCounts;
import dev.recordio.sparse.layout.ShardEncoder;
import dev.recordio.sparse.layout.ShardShape;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Writes the shards of segments, one segment after the other.
 *
 * <p>When groups are kept, a group belongs to the segment that holds its first row: rows at a
 * segment's start that continue the group before it are skipped, and its last group is read beyond
 * the segment's end.
 */
public final class SegmentWriter implements Closeable {
  private final Configuration conf;
  private final JobSegments segments;
  private final CsrTask task;
  private final CsrSettings settings;
  private final Consumer<Float> progress;
  private final ShardEncoder encoder;
  private final ShardWriter writer;
  private final ShardSpool spool;
  private final MarginQueue margins;
  private final LastQidFinder lastRow;
  private CsrBlock block = new CsrBlock();

  private ShardCounts counts;
  private RowCutter cut;
  private LabelCounts labels;
  private List<ShardResult> shards;
  private int number;
  private float done;
  private boolean bare;
  private OptionalLong lastQid;
  private int oversized;

  /**
   * Makes a writer.
   *
   * @param folder where shards go
   * @param progress called now and then with the fraction of the segment that has been read, 0 to 1
   */
  public SegmentWriter(Configuration conf, CsrTask task, Path folder, Consumer<Float> progress)
      throws IOException {
    this.conf = conf;
    segments = new JobSegments(conf);
    this.task = task;
    this.progress = progress;
    settings = CsrSettings.of(conf);
    writer = new ShardWriter(conf, settings, task, folder);
    encoder = writer.encoder();
    long share = Runtime.getRuntime().maxMemory() / 2 / LocalSettings.mapsPerProcess(conf);
    spool = new ShardSpool(conf, Math.min(settings.memory(), share), encoder::newShape);
    margins = new MarginQueue(SideScratch.outputs(conf));
    lastRow = new LastQidFinder(conf, segments);
  }

  /** Writes the shards of a segment. */
  public SegmentResult write(Segment segment) throws IOException {
    counts =
        new ShardCounts(
            task.knowsColumns() ? task.columns() : 0,
            SideScratch.outputs(conf),
            task.hasWeight(),
            task.hasQid());
    cut = cutter(settings, encoder, counts);
    labels = new LabelCounts();
    shards = new ArrayList<>();
    number = segment.number();
    done = 0;
    lastQid = OptionalLong.empty();
    SegmentFindings findings;
    try (var rows = new SegmentRows(conf, settings, segment)) {
      readOwn(rows, segment.number());
      findings = rows.findings(segment);
    }
    if (settings.keepGroups()) {
      readOn(segment.number());
    }
    long rest = cut.finish();
    if (rest > 0) {
      endShard(rest);
    }
    return new SegmentResult(findings, labels, shards);
  }

  /**
   * Returns what decides where shards end.
   *
   * @param counts the counts of the rows that are taken
   */
  static RowCutter cutter(CsrSettings settings, ShardEncoder encoder, ShardCounts counts) {
    return new RowCutter(
        settings.keepGroups(),
        (rows, entries, groups, lines) -> {
          counts.set(rows, entries, groups, lines);
          return rows <= settings.shardRows() && encoder.bytes(counts) <= settings.shardBytes();
        });
  }

  private void readOwn(SegmentRows rows, int number) throws IOException {
    OptionalLong before = settings.keepGroups() ? lastRow.qidBefore(number) : OptionalLong.empty();
    while (rows.next(block)) {
      bare = rows.traits().bare() > 0 && rows.traits().valued() == 0;
      check(rows);
      int from = before.isPresent() ? groupEnd(before.getAsLong()) : 0;
      if (from < block.rows()) {
        before = OptionalLong.empty();
        add(from, block.rows(), rows.margins());
      }
      done = rows.progress();
      progress.accept(done);
    }
  }

  /** Reads the rows after the segment that belong to its last group. */
  private void readOn(int number) throws IOException {
    for (int next = number + 1; lastQid.isPresent() && next < segments.count(); next++) {
      try (var rows = new SegmentRows(conf, settings, segments.get(next))) {
        while (lastQid.isPresent() && rows.next(block)) {
          check(rows);
          int end = groupEnd(lastQid.getAsLong());
          boolean ended = end < block.rows();
          if (end > 0) {
            add(0, end, rows.margins());
          }
          if (ended) {
            lastQid = OptionalLong.empty();
          }
          progress.accept(done);
        }
      }
    }
  }

  private void check(SegmentRows rows) throws MalformedRecordException {
    try {
      encoder.check(block);
    } catch (MalformedRecordException e) {
      throw e.at(rows.path().toString());
    }
  }

  /** Returns how many rows at the block's start have a query id. */
  private int groupEnd(long qid) {
    int row = 0;
    while (block.hasQid() && row < block.rows() && block.qids()[row] == qid) {
      row++;
    }
    return row;
  }

  /** Adds rows of the block, and ends full shards; the block is another one then. */
  private void add(int begin, int end, float[] baseMargins) throws IOException {
    counts.see(block);
    labels.add(block, begin, end);
    margins.add(baseMargins, begin, end);
    boolean hasQid = block.hasQid();
    long[] qids = block.qids();
    boolean measured = encoder.measuresRows();
    int from = begin;
    for (int r = begin; r < end; r++) {
      long entries = block.offset(r + 1) - block.offset(r);
      long bytes = measured ? encoder.rowBytes(block, r, counts) : 0;
      long shard = cut.next(entries, bytes, hasQid, qids[r]);
      if (shard > 0) {
        spool.add(block, from, r);
        from = r;
        endShard(shard);
      }
    }
    lastQid = hasQid ? OptionalLong.of(qids[end - 1]) : OptionalLong.empty();
    if (from == 0 && end == block.rows()) {
      block = spool.add(block);
    } else {
      spool.add(block, from, end);
    }
  }

  private void endShard(long rows) throws IOException {
    String stem = ShardResult.stem(segments.count(), number, shards.size());
    ShardShape shape = spool.shape(rows);
    shards.add(writer.write(stem, spool.first(rows), shape, margins.take(rows), bare));
    oversized += cut.oversized() ? 1 : 0;
    spool.drop(rows);
    progress.accept(done);
  }

  /** Returns the number of shards so far that are beyond the bounds. */
  public int oversized() {
    return oversized;
  }

  /** Returns the bytes spilled to local disks so far. */
  public long spilled() {
    return spool.spilled();
  }

  @Override
  public void close() throws IOException {
    spool.close();
  }

  /** The base margins of the rows that wait for the end of their shard, in memory. */
  private static final class MarginQueue {
    private final int outputs;
    private float[] numbers = {};
    private int count;

    /** Makes an empty queue for this many margins per row; 0 if there are no margins. */
    MarginQueue(int outputs) {
      this.outputs = outputs;
    }

    /**
     * Adds the margins of rows {@code begin .. end}.
     *
     * @throws BadInputException when a shard has too many
     */
    void add(float[] from, int begin, int end) throws BadInputException {
      int more = (end - begin) * outputs;
      if (numbers.length - count < more) {
        long size = Math.max((long) count + more, count + (long) (count >> 1));
        if ((long) count + more > CsrBlock.MAX_ENTRIES) {
          throw new BadInputException(
              "more than "
                  + CsrBlock.MAX_ENTRIES
                  + " base margins in one shard: write shards of fewer rows (--shard-rows)",
              null);
        }
        numbers = Arrays.copyOf(numbers, (int) Math.min(CsrBlock.MAX_ENTRIES, size));
      }
      System.arraycopy(from, begin * outputs, numbers, count, more);
      count += more;
    }

    /** Removes and returns the margins of the first rows; null if there are no margins. */
    float[] take(long rows) {
      if (outputs == 0) {
        return null;
      }
      int taken = Math.toIntExact(rows * outputs);
      float[] first = Arrays.copyOf(numbers, taken);
      System.arraycopy(numbers, taken, numbers, 0, count - taken);
      count -= taken;
      return first;
    }
  }
}
