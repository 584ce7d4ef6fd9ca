// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.LineParser;
import dev.recordio.sparse.ParseCounters;
import dev.recordio.sparse.RowTraits;
import dev.recordio.wire.MalformedRecordException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the rows of ranges of text files. */
final class TextRowReader implements RowReader {
  private final Configuration conf;
  private final List<InputRange> ranges;
  private final LineParser parser;
  private int range = -1;
  private LineRangeReader lines;
  private long lineOfRange;
  private long lineCount;

  TextRowReader(Configuration conf, TextSettings settings, List<InputRange> ranges) {
    this.conf = conf;
    this.ranges = ranges;
    parser = settings.parser();
  }

  @Override
  public boolean next(CsrBlock block) throws IOException {
    block.clear();
    while (block.rows() == 0) {
      if (lines == null) {
        if (++range >= ranges.size()) {
          return false;
        }
        InputRange next = ranges.get(range);
        lines = new LineRangeReader(RecordInputs.chunks(conf, next), next.start(), next.end());
        lineOfRange = 1;
      }
      if (lines.next()) {
        parse(block);
      } else {
        close();
      }
    }
    return true;
  }

  private void parse(CsrBlock block) throws MalformedRecordException {
    try {
      long count =
          parser.parse(lines.buffer(), 0, lines.length(), lines.offset(), lineOfRange, block);
      lineOfRange += count;
      lineCount += count;
    } catch (MalformedRecordException e) {
      throw e.at(path().toString());
    }
  }

  @Override
  public Path path() {
    return ranges.get(range).path();
  }

  @Override
  public int range() {
    return range;
  }

  @Override
  public float progress() {
    return ranges.isEmpty() ? 1 : Math.max(0, range) / (float) ranges.size();
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  public long lines() {
    return lineCount;
  }

  @Override
  public ParseCounters counters() {
    return parser.counters();
  }

  @Override
  public RowTraits traits() {
    return parser.traits();
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      LineRangeReader closing = lines;
      lines = null;
      closing.close();
    }
  }
}
