// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.IndexBase;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.rows.stats.IndexBaseChoice;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.LineParser;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** Statistics of rows, of segments, and of all segments. */
class RowStatsTest {
  private static TextSettings settings(String format, IndexBase base, ParseMode mode) {
    return new TextSettings(format, base, mode, 0, Map.of());
  }

  private static final TextSettings STRICT = settings("libsvm", IndexBase.ZERO, ParseMode.STRICT);
  private static final TextSettings LENIENT = settings("libsvm", IndexBase.ZERO, ParseMode.LENIENT);

  /** Computes the statistics of a segment of one file, with each text as a block. */
  private static Found segment(int number, TextSettings settings, String... texts)
      throws IOException {
    var range = new InputRange(new Path("file:/data/f" + number), 0, 1);
    var segment = new Segment(number, List.of(range));
    var stats = new RowStats(segment);
    LineParser parser = settings.parser();
    var block = new CsrBlock();
    long offset = 0;
    long lines = 0;
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      block.clear();
      lines += parser.parse(bytes, 0, bytes.length, offset, lines + 1, block);
      offset += bytes.length;
      stats.add(block, segment, 0, settings.base().first());
    }
    var findings =
        SegmentFindings.of(
            segment,
            new long[] {lines},
            parser.traits(),
            parser.counters(),
            parser.faults().stream().map(fault -> fault.at("file:/data/f" + number)).toList(),
            parser.doubts().stream().map(doubt -> doubt.at("file:/data/f" + number)).toList());
    return JsonFiles.ofLine(
        JsonFiles.line(new Found(stats, findings)), Found.class); // as it is passed to the client
  }

  private record Found(RowStats stats, SegmentFindings findings) {}

  private static RowStats merge(ParseMode mode, Found... segments) throws IOException {
    return merged(settings("libsvm", IndexBase.ZERO, mode), segments);
  }

  private static RowStats merged(TextSettings settings, Found... segments) throws IOException {
    var findings = new InputFindings(settings, 0);
    var all = new RowStats();
    for (Found segment : segments) {
      findings.add(segment.findings());
      all.add(segment.stats());
    }
    all.end(findings);
    return all;
  }

  @Test
  void sumsGoOnFromBlockToBlockAndFromSegmentToSegment() throws IOException {
    RowStats all =
        merge(
            ParseMode.STRICT,
            segment(0, STRICT, "1 qid:1 2:0.5 7:1\n0 qid:1 3:2\n", "# none\n0 qid:2\n"),
            segment(1, STRICT),
            segment(2, STRICT, "5 qid:2 0:4\n", "5 qid:1 9:0.25\n"));
    assertEquals(5, all.rows());
    assertEquals(6, all.lines());
    assertEquals(5, all.nnz());
    assertEquals(BigInteger.ZERO, all.minIndex());
    assertEquals(BigInteger.valueOf(9), all.maxIndex());
    assertEquals(BigInteger.TEN, all.columns(0));
    assertEquals(11, all.labelSum());
    assertEquals(7.75, all.valueSum());
    assertEquals(5, all.groupedRows());
    assertEquals(3, all.groups(), "a group goes on from segment to segment");
    assertEquals(Map.of("0", 2L, "1", 1L, "5", 2L), all.labels().counts());
    assertEquals(3, all.zeroRow());
    assertEquals("file:/data/f2", all.zeroPath());
    assertEquals(0, all.zeroOffset());
    assertEquals(List.of(3L, 0L, 2L), all.rangeRows().stream().map(r -> r[0]).toList());
    assertEquals(
        Map.of("qid-descends", 1L, "qid-returns", 1L),
        all.notes(),
        "query 2 goes on, query 1 comes again");
    assertEquals(0, all.malformed());
  }

  @Test
  void sumsAreInDoubleOverFloats() throws IOException {
    RowStats all = merge(ParseMode.STRICT, segment(0, STRICT, "0.1 1:0.1 2:16777216 3:1\n"));
    assertEquals((double) 0.1f + 16777216.0 + 1, all.valueSum());
    assertEquals(0.1f, all.labelSum());
  }

  @Test
  void indicesAreUnsigned() throws IOException {
    RowStats all =
        merge(
            ParseMode.STRICT,
            segment(0, STRICT, "1 9223372036854775808:1 18446744073709551615:1\n"));
    assertEquals(new BigInteger("9223372036854775808"), all.minIndex());
    assertEquals(new BigInteger("18446744073709551615"), all.maxIndex());
    assertEquals(BigInteger.ONE.shiftLeft(64), all.columns(0));
    assertEquals(new BigInteger("18446744073709551615"), all.columns(1));
  }

  @Test
  void smallestAndLargestIndexAreOfAllBlocks() throws IOException {
    RowStats narrow = segment(0, STRICT, "1 7:1 2147483647:1 5:1\n", "1\n", "0 9:1 4:1\n").stats();
    assertEquals(BigInteger.valueOf(4), narrow.minIndex());
    assertEquals(BigInteger.valueOf(Integer.MAX_VALUE), narrow.maxIndex());
    RowStats wide = segment(0, STRICT, "1 8:1\n", "1 2147483648:1 6:1\n", "0 7:1 9:1\n").stats();
    assertEquals(BigInteger.valueOf(6), wide.minIndex());
    assertEquals(BigInteger.valueOf(1L << 31), wide.maxIndex());
  }

  @Test
  void indicesAreReportedAsInTheTextWhateverTheBase() throws IOException {
    String text = "1 1:1 18446744073709551615:1\n";
    RowStats zero = merge(ParseMode.STRICT, segment(0, STRICT, text));
    TextSettings base = settings("libsvm", IndexBase.ONE, ParseMode.STRICT);
    RowStats one = merge(ParseMode.STRICT, segment(0, base, text));
    assertEquals(zero.minIndex(), one.minIndex());
    assertEquals(zero.maxIndex(), one.maxIndex());
    assertEquals(-1, one.zeroRow());
  }

  @Test
  void aGroupOfSegmentsOfOneRowIsOneGroup() throws IOException {
    RowStats all =
        merge(
            ParseMode.STRICT,
            segment(0, STRICT, "1 qid:7 2:1\n"),
            segment(1, STRICT, "0 qid:7 2:1\n"),
            segment(2, STRICT, "0 qid:8 2:1\n"));
    assertEquals(2, all.groups());
  }

  @Test
  void noEntriesHaveNoSmallestIndexAndNoColumns() throws IOException {
    RowStats all = merge(ParseMode.STRICT, segment(0, STRICT, "1\n2\n"), segment(1, STRICT));
    assertEquals(2, all.rows());
    assertNull(all.minIndex());
    assertEquals(BigInteger.ZERO, all.columns(0));
    assertEquals(BigInteger.ZERO, all.columns(1));
    assertEquals(0, all.groups());
  }

  @Test
  void whatIsRepairedIsCountedByRule() throws IOException {
    RowStats all =
        merge(
            ParseMode.LENIENT,
            segment(0, LENIENT, "x 1:1\n1 2:y 2:1 2:nan\n"),
            segment(1, LENIENT, "1 -3:1 4:z\nz 1:1\n"));
    assertEquals(2, all.rows());
    assertEquals(5, all.malformed());
    assertEquals(Map.of("bad-label", 2L, "bad-value", 2L, "negative-index", 1L), all.faults());
    assertEquals(2, all.leftOut());
    assertEquals(Map.of("duplicate-index", 1L, "value-not-finite", 1L), all.notes());
  }

  @Test
  void segmentsThatDifferAreAnErrorOrAreReported() throws IOException {
    var error =
        assertThrows(
            MalformedRecordException.class,
            () ->
                merge(
                    ParseMode.STRICT,
                    segment(0, STRICT, "1:2 1:1\n"),
                    segment(1, STRICT, "1 1:1\n")));
    assertTrue(error.getMessage().startsWith("mixed-weights: file:/data/f1"), error.getMessage());
    assertTrue(error.getMessage().contains("file:/data/f0"), error.getMessage());
    RowStats lenient =
        merge(ParseMode.LENIENT, segment(0, LENIENT, "1:2 1:1\n"), segment(1, LENIENT, "1 1:1\n"));
    assertEquals("mixed-weights", lenient.conflict());
    assertEquals(1, lenient.weightedRows());
  }

  private static IndexBaseChoice choose(TextSettings settings, String... segments)
      throws IOException {
    var zero = settings.withBase(IndexBase.ZERO);
    var all = new Found[segments.length];
    for (int i = 0; i < segments.length; i++) {
      all[i] = segment(i, zero, segments[i]);
    }
    return IndexBaseChoice.of(settings, merged(settings, all));
  }

  @Test
  void autoDecidesByTheWholeInput() throws IOException {
    TextSettings auto = settings("libsvm", IndexBase.AUTO, ParseMode.STRICT);
    assertEquals(1, choose(auto, "1 1:1 2:1\n", "0 7:1\n").base());
    IndexBaseChoice zero = choose(auto, "1 1:1 2:1\n", "0 3:1\n0 0:1\n");
    assertEquals(0, zero.base());
    assertEquals(
        "auto: index 0 is there, first in row 2 (from 0), file:/data/f1 at offset 6", zero.how());
    assertEquals(0, choose(auto, "1\n0\n").base());
    assertEquals(0, choose(auto).base());
    assertTrue(choose(auto, "1 5:1\n").how().contains("both bases can be"));
  }

  @Test
  void aSettingHoldsAndTheGuessIsReportedToo() throws IOException {
    IndexBaseChoice choice = choose(STRICT, "1 1:1 2:1\n");
    assertEquals(0, choice.base());
    assertEquals(1, choice.guess());
    assertEquals("no index 0 in 2 entries", choice.reason());
  }

  @Test
  void fieldsCountAsIndicesForTheBase() throws IOException {
    TextSettings libfm = settings("libfm", IndexBase.AUTO, ParseMode.STRICT);
    assertEquals(0, choose(libfm, "1 0:1:1 1:2:1\n").base());
    assertEquals(1, choose(libfm, "1 1:1:1 1:2:1\n").base());
  }

  @Test
  void csvHasNoBase() throws IOException {
    for (IndexBase base : IndexBase.values()) {
      TextSettings csv = settings("csv", base, ParseMode.STRICT);
      assertEquals(0, choose(csv, ",1,2\n,3,4\n").base());
      assertEquals(0, IndexBaseChoice.asSet(csv).base());
    }
  }
}
