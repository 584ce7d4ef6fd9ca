// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.parquet.ParquetInput;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.schema.MessageType;

/**
 * Reads rows of Parquet files. Rows that come in order cost one read of each row group; a row
 * before the last one reads its row group again.
 *
 * <p>Memory: a row group, and its columns only that a sample needs.
 */
final class ParquetSampleReader implements SampleReader {
  private final Configuration conf;
  private String path;
  private ParquetInput file;
  private ParquetColumns columns;
  private MessageType projection;
  private ParquetRowReader rows;

  ParquetSampleReader(Configuration conf) {
    this.conf = conf;
  }

  @Override
  public void read(Source source, Sample sample) throws IOException {
    if (!source.path.equals(path)) {
      open(source);
    }
    int group = (int) source.offset;
    if (rows == null || rows.group() != group || rows.isAfter(source.tag)) {
      closeRows();
      rows = new ParquetRowReader(file, path, group, columns, projection);
    }
    rows.read(source.tag, sample);
  }

  private void open(Source source) throws IOException {
    close();
    var from = new Path(source.path);
    file = ParquetInput.open(from.getFileSystem(conf), from, source.fileLength);
    columns = ParquetColumns.of(conf, file.schema(), source.path);
    projection = columns.projection(file.schema());
    path = source.path;
  }

  private void closeRows() {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }

  @Override
  public void close() throws IOException {
    path = null;
    closeRows();
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
