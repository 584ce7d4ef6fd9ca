// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowReader;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.RowTraits;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the reader of a segment has found beside its rows.
 *
 * @param path the first file; null when the segment is empty
 * @param offset where the segment begins in that file
 * @param rangeLines lines of each range of the segment, blank ones and comments too
 * @param traits the traits of the rows, as {@link RowTraits#counts}
 * @param queries the query ids, as {@link RowTraits#queries}
 * @param broken how often each rule was violated, by title
 * @param faults the first rules that were violated, their lines counted from the start of their
 *     range
 * @param doubts the first text of each kind that probably means something else
 */
public record SegmentFindings(
    String path,
    long offset,
    long[] rangeLines,
    long[] traits,
    long[] queries,
    Map<String, Long> broken,
    List<RowFault> faults,
    List<RowFault> doubts) {
  /** Takes what a reader has found, after the last row. */
  public static SegmentFindings of(Segment segment, RowReader reader) {
    var lines = new long[segment.ranges().size()];
    for (int range = 0; range < lines.length; range++) {
      lines[range] = reader.lines(range);
    }
    return of(segment, lines, reader.traits(), reader.counters(), reader.faults(), reader.doubts());
  }

  /** Returns the same without the places of what probably means something else. */
  public SegmentFindings withoutDoubts() {
    return new SegmentFindings(
        path, offset, rangeLines, traits, queries, broken, faults, List.of());
  }

  static SegmentFindings of(
      Segment segment,
      long[] lines,
      RowTraits traits,
      ParseCounters counters,
      List<MalformedRecordException> faults,
      List<MalformedRecordException> doubts) {
    InputRange first = segment.ranges().isEmpty() ? null : segment.ranges().get(0);
    var broken = new TreeMap<String, Long>();
    for (ParseRule rule : ParseRule.values()) {
      if (counters.get(rule) > 0) {
        broken.put(rule.title(), counters.get(rule));
      }
    }
    return new SegmentFindings(
        first == null ? null : first.path().toString(),
        first == null ? 0 : first.start(),
        lines,
        traits.counts(),
        traits.queries(),
        broken,
        RowFault.of(faults),
        RowFault.of(doubts));
  }
}
