// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.Stepwise;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.rows.InputFindings;
import dev.recordio.jobs.rows.JobSegments;
import dev.recordio.jobs.rows.RowFault;
import dev.recordio.jobs.rows.RowStats;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.rows.SegmentFindings;
import dev.recordio.jobs.rows.SegmentTable;
import dev.recordio.sparse.CsrBlock;
import java.io.Closeable;
import java.io.DataInput;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A pass over rows that computes their statistics: a map-only job over {@link SegmentTable}, whose
 * results the client merges in segment order.
 *
 * <p>The keys {@code libsvm.*} specify how the input is read; the number of columns ({@code
 * libsvm.features}) is ignored, since it is counted here. A task keeps one read of input and its
 * rows in memory; the client, about 100 bytes per segment.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class StatsJob implements Closeable {
  private static final String VISITOR = "recordio.stats.visitor";
  private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private final UnitJob<Segment, Counted> job;
  private final TextSettings settings;
  private final int segments;
  private InputFindings findings; // by result()

  /**
   * Prepares the job.
   *
   * @param conf a configuration, which is copied
   * @param segments the input
   * @throws dev.recordio.conf.InvalidSettingException when a setting is invalid
   */
  public StatsJob(Configuration conf, SegmentTable segments)
      throws IOException, InterruptedException {
    this.segments = segments.count();
    settings = TextSettings.of(conf);
    job =
        UnitJob.prepare(
            conf,
            Task.class,
            prepared -> {
              Configuration own = prepared.conf();
              LibSvmConf.INDEX_BASE.set(own, IndexBaseChoice.readingBase(TextSettings.of(conf)));
              LibSvmConf.FEATURES.set(own, 0);
              TextSettings.of(own).check(); // an invalid setting fails here, not in every task
              prepared.use(segments.files().stream().map(FileStatus::getPath).toList());
              JobSegments.set(prepared, segments);
            });
  }

  /** Returns the job, not yet submitted. */
  public Job job() {
    return job.job();
  }

  /** Has the rows visited as they are counted. */
  @InterfaceAudience.Private
  public void visit(Class<? extends RowsVisitor> visitor) {
    job.conf().setClass(VISITOR, visitor, RowsVisitor.class);
  }

  /** Takes what a visitor returned of a segment. */
  @InterfaceAudience.Private
  @FunctionalInterface
  public interface Visited {
    /** Takes the result of a segment, by its number. */
    void take(int segment, DataInput result) throws IOException;
  }

  /**
   * Returns the results of the job after it has succeeded.
   *
   * @throws dev.recordio.bytes.MalformedRecordException in strict mode, when rows of several
   *     segments are not alike
   */
  public RowStats result() throws IOException {
    return result((segment, profile) -> {});
  }

  /**
   * Returns the results as {@link #result()} does, and passes on what visitors returned, of one
   * segment after the other, in the order of tasks.
   */
  @InterfaceAudience.Private
  public RowStats result(Visited visited) throws IOException {
    var counted = new Counted[segments];
    job.reports(
        (segment, one) -> {
          if (one.profile() != null) {
            var profile = new DataInputBuffer();
            profile.reset(one.profile(), one.profile().length);
            visited.take(segment, profile);
          }
          counted[segment] = new Counted(one.stats(), one.findings(), null);
        });
    Configuration conf = job.conf();
    findings = new InputFindings(TextSettings.of(conf), StatsConf.LIST_BAD.getInt(conf));
    var all = new RowStats();
    for (Counted one : counted) {
      findings.add(one.findings());
      all.add(one.stats());
    }
    all.end(findings);
    BigInteger columns =
        all.maxIndex() == null
            ? BigInteger.ZERO
            : all.columns(IndexBaseChoice.of(settings, all).base());
    findings.checkTotals(columns.min(LARGEST).longValue(), all.labelColumns());
    return all;
  }

  /** Returns, after {@link #result}, the first broken rules, with lines of their files. */
  @InterfaceAudience.Private
  public List<RowFault> faults() {
    return findings.faults();
  }

  /**
   * Returns, after {@link #result}, what is said of rows that probably mean something else than
   * they are read as.
   */
  @InterfaceAudience.Private
  public List<String> notes() {
    return findings.notes();
  }

  /** Removes the results of tasks. */
  @Override
  public void close() throws IOException {
    job.close();
  }

  /**
   * What a task reports of a segment.
   *
   * @param profile what the job's {@link RowsVisitor} returned, serialized; null without one
   */
  private record Counted(RowStats stats, SegmentFindings findings, byte[] profile) {}

  /** Computes the statistics of a segment. */
  private static final class Task extends UnitTask<Segment, Counted> {
    private final CsrBlock block = new CsrBlock();

    Task() {
      super(Segment.SERDE, Serde.ofFields(Counted.class));
    }

    @Override
    protected Counted run(Segment segment, TaskContext task) throws IOException {
      Configuration conf = task.conf();
      int base = TextSettings.of(conf).base().first();
      var stats = new RowStats(segment);
      Class<? extends RowsVisitor> type = conf.getClass(VISITOR, null, RowsVisitor.class);
      RowsVisitor visitor = type == null ? null : ReflectionUtils.newInstance(type, conf);
      if (visitor != null) {
        visitor.begin(conf, segment);
      }
      if (TextSettings.of(conf).hasLabelSets() && (visitor == null || visitor.takesLabelSets())) {
        block.keepLabelSets();
      }
      int listed = StatsConf.LIST_BAD.getInt(conf);
      try (RowReader rows =
          listed == 0
              ? RowInputs.open(conf, segment.ranges())
              : RowInputs.openKeeping(conf, segment.ranges(), listed)) {
        while (rows.next(block)) {
          stats.add(block, segment, rows.range(), base);
          if (visitor != null) {
            visitor.visit(block, rows.range());
          }
          task.progress(rows.progress());
        }
        byte[] profile = visitor == null ? null : Stepwise.written(visitor);
        return new Counted(stats, SegmentFindings.of(segment, rows), profile);
      }
    }
  }
}
