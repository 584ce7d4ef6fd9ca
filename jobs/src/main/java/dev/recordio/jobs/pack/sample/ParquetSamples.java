// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.parquet.ParquetColumns;
import dev.recordio.formats.parquet.ParquetInput;
import dev.recordio.formats.parquet.SampleRows;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.MessageType;

/**
 * Finds the rows of Parquet files by their footers, and reads them. A source has the number of its
 * row group as its offset, its row in the group as its tag, and the mean of the group as its size.
 * Rows that come in order cost one read of each row group; a row before the last one reads its row
 * group again.
 *
 * <p>Memory: a row group, and its columns only that a sample needs.
 */
final class ParquetSamples implements SampleReader {
  private final Configuration conf;
  private final SampleFields fields;
  private String path;
  private ParquetInput file;
  private ParquetColumns columns;
  private MessageType projection;
  private SampleRows rows;

  ParquetSamples(Configuration conf, Progressable progress) {
    this.conf = conf;
    fields = SampleFormat.PARQUET.fields(conf);
  }

  static void scan(
      Configuration conf,
      FileStatus file,
      SourceErrors errors,
      Selection selection,
      Source.Sink sink)
      throws IOException {
    SampleFields fields = SampleFormat.PARQUET.fields(conf);
    String path = file.getPath().toString();
    var source = new Source();
    try (var input = ParquetInput.open(file.getPath().getFileSystem(conf), file)) {
      ParquetColumns columns = ParquetColumns.of(fields, input.schema(), path);
      input.check(columns.projection(input.schema()));
      for (int group = 0; group < input.rowGroups(); group++) {
        long rows = input.rows(group);
        ColumnChunkMetaData images = input.column(group, columns.image().path());
        if (images.getValueCount() != rows) {
          throw new MalformedRecordException(
              "damaged Parquet file",
              path,
              images.getStartingPos(),
              -1,
              "an image for each of the " + rows + " rows of row group " + group,
              images.getValueCount() + " values of " + columns.image());
        }
        long size = rows == 0 ? 0 : images.getTotalUncompressedSize() / rows;
        for (long row = 0; row < rows; row++) {
          SampleFormat.PARQUET.set(source, path, "", group, 0, row, Math.max(0, size));
          sink.accept(source.in(file));
        }
      }
    }
  }

  @Override
  public void read(Source source, PayloadBuilder image, Sample sample) throws IOException {
    if (!source.path.equals(path)) {
      open(source);
    }
    int group = (int) source.offset;
    if (rows == null || rows.group() != group || rows.isAfter(source.tag)) {
      closeRows();
      rows = new SampleRows(file, path, group, columns, projection);
    }
    rows.read(source.tag, sample);
    image.append(sample.bytes(), sample.imageOffset(), sample.imageLength());
  }

  private void open(Source source) throws IOException {
    close();
    var from = new Path(source.path);
    file = ParquetInput.open(from.getFileSystem(conf), from, source.fileLength);
    columns = ParquetColumns.of(fields, file.schema(), source.path);
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
