// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.ConfKey;
import dev.recordio.formats.arrayrecord.ArrayRecordOutput;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.spark.sample.SampleColumns;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.Scan;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Spark's file source {@code arrayrecord}: one row per record, with the columns {@code record
 * BIGINT}, the number of the record in its file, from 0, and {@code data BINARY}.
 *
 * <p>A range of a file has the records of the chunks that begin in it. Each range reads the file's
 * footer, which lists the chunks; a query that does not need {@code data} reads only the footer.
 * Damage is an error with its offset.
 *
 * <p>The writer makes samples as {@link TfRecordImagesSource} does, an Example a row; with {@code
 * recordio.export.raw}, only the bytes of {@code data}.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class ArrayRecordSource extends FileSource {
  @Override
  public String shortName() {
    return "arrayrecord";
  }

  @Override
  Set<ConfKey> keys() {
    return Set.of(OutputConf.RAW, OutputConf.EXT, OutputConf.GROUP_SIZE, OutputConf.CODEC);
  }

  @Override
  Columns columns(Configuration conf) {
    return new Columns(shortName())
        .with("record", DataTypes.LongType)
        .with("data", DataTypes.BinaryType);
  }

  @Override
  DataFiles.Kind kind(Configuration conf) {
    return DataFiles.Kind.RECORDS;
  }

  @Override
  boolean isSplittable(Configuration conf, Path path) {
    return true;
  }

  @Override
  Scan scan(
      SparkSession session, Configuration conf, StructType wanted, Collection<Filter> filters) {
    return new Scan(
        session, conf, kind(conf), (own, range) -> new ArrayRecordRows(own, range, wanted));
  }

  @Override
  Columns columnsToWrite(Configuration conf, StructType schema) {
    return SampleColumns.of(shortName());
  }

  @Override
  Configuration withOptions(Configuration conf, Map<String, String> options) {
    return SampleSource.withShardSize(conf, options);
  }

  @Override
  OutputWriterFactory writers(Configuration conf, Columns columns, StructType schema)
      throws IOException {
    return SampleSource.writers(conf, columns, schema, ArrayRecordOutput::new, ".array_record");
  }
}
