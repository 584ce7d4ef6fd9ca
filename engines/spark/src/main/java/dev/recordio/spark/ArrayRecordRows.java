// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.formats.arrayrecord.ArrayRecordFooter;
import dev.recordio.formats.arrayrecord.ArrayRecordReader;
import dev.recordio.fs.input.InputRange;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.FileRows;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.types.StructType;

/** The records of the chunks that begin in a range of an ArrayRecord file, as rows. */
final class ArrayRecordRows extends FileRows {
  private final ArrayRecordReader records;
  private final int record;
  private final int data;
  private final long end;
  private long next;

  ArrayRecordRows(Configuration conf, InputRange range, StructType wanted) throws IOException {
    super(wanted.size());
    record = Columns.at(wanted, "record");
    data = Columns.at(wanted, "data");
    FileSystem fs = range.path().getFileSystem(conf);
    records = ArrayRecordReader.open(fs, fs.getFileStatus(range.path()));
    ArrayRecordFooter footer = records.footer();
    next = footer.first(footer.chunkFrom(range.start()));
    end = footer.first(footer.chunkFrom(range.end()));
    records.range(next, end);
  }

  @Override
  public boolean step() throws IOException {
    if (next == end || data >= 0 && !records.next()) {
      return false;
    }
    if (record >= 0) {
      row.write(record, next);
    }
    if (data >= 0) {
      row.write(data, records.bytes(), records.from(), records.end() - records.from());
    }
    next++;
    return true;
  }

  @Override
  public void closeFiles() throws IOException {
    records.close();
  }
}
