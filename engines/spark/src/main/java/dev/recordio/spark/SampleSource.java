// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.formats.output.SampleOutput;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.spark.sample.SampleColumns;
import dev.recordio.spark.sample.SampleRowWriter;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.RowWriters;
import dev.recordio.spark.scan.Scan;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/**
 * Base of the file formats of samples, which are written only: each row is a sample with an image,
 * perhaps a key and labels, and further columns.
 *
 * <p>Columns are the ones that the source {@code recordio} reads: {@code data} (or {@code image}),
 * {@code id} (or {@code key}), {@code id2}, {@code label} (a number) or {@code labels}; {@code
 * offset} is ignored, and {@code label} beside {@code labels}. All others are further columns:
 * text, bytes, numbers and arrays of FLOAT.
 *
 * <p>The option {@code shardSize} (as 256m) ends a file when its samples have so many bytes;
 * without it a task writes one file.
 */
abstract class SampleSource extends FileSource {
  private static final String SHARD_SIZE = "shardsize"; // names of options are lower case here
  private static final String SHARD_BYTES = "dev.recordio.spark.shard-bytes";

  private final String name;
  private final String suffix;
  private final SampleRowWriter.Outputs outputs;

  /**
   * Describes a format.
   *
   * @param suffix what the names of files end with
   * @param outputs makes the writer of a file; it is serialized to the tasks
   */
  SampleSource(String name, String suffix, SampleRowWriter.Outputs outputs) {
    this.name = name;
    this.suffix = suffix;
    this.outputs = outputs;
  }

  @Override
  public String shortName() {
    return name;
  }

  final String suffix() {
    return suffix;
  }

  final SampleRowWriter.Outputs outputs() {
    return outputs;
  }

  @Override
  Set<ConfKey> keys() {
    return outputs.create().keys().contains(OutputConf.EXT) ? Set.of(OutputConf.EXT) : Set.of();
  }

  @Override
  Columns columns(Configuration conf) {
    return SampleColumns.of(shortName());
  }

  @Override
  Configuration withOptions(Configuration conf, Map<String, String> options) {
    return withShardSize(conf, options);
  }

  /** Returns the settings with the size of shards, if an option has it. */
  static Configuration withShardSize(Configuration conf, Map<String, String> options) {
    var names = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    names.putAll(options);
    String size = names.get(SHARD_SIZE);
    if (size == null) {
      return conf;
    }
    var own = new Configuration(conf);
    own.set(SHARD_BYTES, SettingType.bytes(1).read("shardSize", size).toString());
    return own;
  }

  @Override
  OutputWriterFactory writers(Configuration conf, Columns columns, StructType schema)
      throws IOException {
    return writers(conf, columns, schema, outputs, suffix);
  }

  /** Returns what writes samples, with the settings that a format takes. */
  static OutputWriterFactory writers(
      Configuration conf,
      Columns columns,
      StructType schema,
      SampleRowWriter.Outputs outputs,
      String suffix)
      throws IOException {
    SampleOutput output = outputs.create();
    output.check(conf);
    var samples = new SampleColumns(schema, columns);
    output.check(samples.facts().columns());
    long bytes = conf.getLong(SHARD_BYTES, Long.MAX_VALUE);
    return new RowWriters(
        suffix,
        (path, rows, context) ->
            new SampleRowWriter(path, samples, outputs, bytes, context.getConfiguration()));
  }

  @Override
  DataFiles.Kind kind(Configuration conf) {
    throw writtenOnly();
  }

  @Override
  boolean isSplittable(Configuration conf, Path path) {
    throw writtenOnly();
  }

  @Override
  Scan scan(
      SparkSession session, Configuration conf, StructType wanted, Collection<Filter> filters) {
    throw writtenOnly();
  }

  private InvalidSettingException writtenOnly() {
    return new InvalidSettingException(
        shortName() + " is written only; recordio pack --from makes records of such files");
  }
}
