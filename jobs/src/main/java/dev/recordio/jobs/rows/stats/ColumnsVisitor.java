// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.stats;

import dev.recordio.io.ColumnSets;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.sparse.ColumnSet;
import dev.recordio.sparse.CsrBlock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Collects the columns that occur in a segment, as they are read. */
public final class ColumnsVisitor implements RowsVisitor {
  private ColumnSet columns = new ColumnSet();

  @Override
  public void begin(Configuration conf, Segment segment) {}

  @Override
  public boolean takesLabelSets() {
    return true;
  }

  @Override
  public void visit(CsrBlock block, int range) {
    columns.addAll(block);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    ColumnSets.write(columns, out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    columns = new ColumnSet();
    ColumnSets.addAll(columns, in);
  }
}
