// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.List;

/** Columns one after the other. */
final class JoinedColumn extends Column {
  private final List<Column> columns;
  private final long[] firsts; // the number of each one's first record, and after the last one

  JoinedColumn(List<? extends Column> columns) throws BadInputException {
    super(
        columns.get(0).type(),
        columns.stream().mapToLong(Column::records).sum(),
        columns.stream().mapToLong(Column::bytes).sum(),
        columns.get(0).source());
    this.columns = List.copyOf(columns);
    firsts = new long[columns.size() + 1];
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (!column.type().equals(type())) {
        throw BadInputException.of(
            "%s holds %s, but %s %s: expected values of one type",
            source(), type(), column.source(), column.type());
      }
      firsts[i + 1] = firsts[i] + column.records();
    }
  }

  @Override
  Column.Reader read(long from, long to) {
    return new Reader(from, to);
  }

  @Override
  public void close() throws IOException {
    CloseOnFailure.closeAll(columns);
  }

  private final class Reader extends Column.Reader {
    private final long to;
    private long next; // record
    private int column;
    private Column.Reader current; // null: none yet, or at its end

    Reader(long from, long to) {
      this.to = to;
      next = from;
    }

    @Override
    public boolean next() throws IOException {
      while (current == null || !current.next()) {
        close();
        if (next == to) {
          return false;
        }
        while (firsts[column + 1] <= next) {
          column++;
        }
        long end = Math.min(to, firsts[column + 1]);
        current = columns.get(column).read(next - firsts[column], end - firsts[column]);
        next = end;
      }
      if (current.isPresent()) {
        set(current.buffer(), current.offset(), current.length());
      } else {
        setAbsent();
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      try (Column.Reader closing = current) {
        current = null;
      }
    }
  }
}
