// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.shuffle;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowReader;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.records.census.NumberedSplit;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.CsrBlock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * Does the same with rows of text: a record is the line of a row, or the lines of a query with line
 * feeds between; without the last line feed. A query is of the split in which it begins, and is
 * read to its end.
 */
final class RowShuffleTask extends ShuffleTask {
  /** As much as an array can hold, with room to grow. */
  private static final long MAX_QUERY = 1 << 30;

  private final CsrBlock block = new CsrBlock();
  private final DataOutputBuffer query = new DataOutputBuffer();

  @Override
  protected long addAll(NumberedSplit split, TaskContext task)
      throws IOException, InterruptedException {
    List<InputRange> ranges = new ArrayList<>();
    ranges.add(new InputRange(split.getPath(), split.getStart(), split.getLength()));
    ranges.addAll(split.rest());
    long end = split.first() + split.records();
    boolean byQuery = ShuffleJob.movesQueries(task.conf());
    boolean passing = split.goesOn(); // the rest of a query of another split
    boolean begun = false;
    long qid = 0;
    long number = split.first();
    try (RowReader rows = RowInputs.open(task.conf(), ranges)) {
      while (number < end && rows.next(block)) {
        for (int row = 0; row < block.rows() && number < end; row++) {
          long position = block.positions()[row];
          int from = rows.lineStart(position);
          int length = rows.lineLength(position);
          if (!byQuery) {
            blocks.add(order.at(number++), rows.lineBytes(), from, length, 0);
            continue;
          }
          long own = block.hasQid() ? block.qids()[row] : 0;
          if (begun && own != qid) {
            number += passing ? 0 : addQuery(number);
            passing = false;
          }
          begun = true;
          qid = own;
          if (!passing && number < end) {
            addLine(rows, from, length);
          }
        }
        task.progress(rows.progress());
      }
    }
    return number + (query.getLength() > 0 ? addQuery(number) : 0);
  }

  private void addLine(RowReader rows, int from, int length) throws IOException {
    if (query.getLength() + 1L + length > MAX_QUERY) {
      throw new BadInputException(
          "a query of more than "
              + MAX_QUERY
              + " bytes in "
              + rows.path()
              + ": shuffle moves whole queries; leave out the query ids to have rows moved",
          null);
    }
    if (query.getLength() > 0) {
      query.write('\n');
    }
    query.write(rows.lineBytes(), from, length);
  }

  private int addQuery(long number) throws IOException, InterruptedException {
    blocks.add(order.at(number), query.getData(), 0, query.getLength(), 0);
    query.reset();
    return 1;
  }
}
