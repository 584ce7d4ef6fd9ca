// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.parquet.ParquetInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * Makes a source of each row of a Parquet file, by its footer alone: {@code offset} is the row
 * group, {@code tag} the row in it, and the size is the mean of the row group.
 */
final class ParquetScan {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private ParquetScan() {}

  /** Whether a file begins with the bytes that mark a Parquet file. */
  static boolean isParquet(byte[] head, int length) {
    return length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Passes the rows of a file to a sink, in order. */
  static void scan(Configuration conf, FileStatus file, Source.Sink sink) throws IOException {
    if (PackConf.RAW.getBoolean(conf)) {
      throw new InvalidSettingException(
          "--raw is for TFRecord files: rows of Parquet have no payload");
    }
    String path = file.getPath().toString();
    var source = new Source();
    try (var input = ParquetInput.open(file.getPath().getFileSystem(conf), file)) {
      ParquetColumns columns = ParquetColumns.of(conf, input.schema(), path);
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
          source.set(Source.Kind.PARQUET, path, "", group, 0, row, Math.max(0, size));
          sink.accept(source.in(file));
        }
      }
    }
  }
}
