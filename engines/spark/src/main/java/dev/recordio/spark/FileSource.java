// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.FileRows;
import dev.recordio.spark.scan.ScalaCollections;
import dev.recordio.spark.scan.Scan;
import dev.recordio.spark.scan.SessionStates;
import dev.recordio.spark.scan.ShortOption;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.CompressionCodecs;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map;

/**
 * Base of the file sources. Spark lists and cuts the files, and finds partition columns in the
 * names of folders; the readers of the library find their first record in any range.
 *
 * <p>Options are the configuration keys, {@code recordio.*} and {@code libsvm.*}, as are {@code
 * spark.hadoop.*} settings of the session; an option with such a prefix that is not a key is an
 * error.
 */
abstract class FileSource extends SeqFormat implements DataSourceRegister {
  /** Returns the keys that readers and writers use. */
  abstract Set<ConfKey> keys();

  /**
   * Returns the columns with these settings.
   *
   * @throws InvalidSettingException when a setting is invalid
   */
  abstract Columns columns(Configuration conf);

  /** Returns what is wanted of folders. */
  abstract DataFiles.Kind kind(Configuration conf);

  /** Which files can be read from their middle. */
  abstract boolean isSplittable(Configuration conf, Path path);

  /**
   * Returns what opens ranges of files.
   *
   * @param filters which rows the query wants; Spark applies them to the rows again
   */
  abstract Scan scan(
      SparkSession session, Configuration conf, StructType wanted, Collection<Filter> filters);

  /**
   * Returns what writes files; {@code schema} has only columns of this source.
   *
   * @throws IOException when compression is configured but not supported
   */
  abstract OutputWriterFactory writers(Configuration conf, Columns columns, StructType schema)
      throws IOException;

  /** Returns the columns that are written, where {@code schema} is to be. */
  Columns columnsToWrite(Configuration conf, StructType schema) {
    return columns(conf);
  }

  /** Returns the settings of a query with what those options say that are not keys. */
  Configuration withOptions(Configuration conf, java.util.Map<String, String> options) {
    return conf;
  }

  /** Returns the settings of a query with what the schema says that {@link #described} made. */
  Configuration withSchema(Configuration conf, StructType schema) {
    return conf;
  }

  /**
   * Returns the schema with what is known about the columns of some files.
   *
   * @throws IOException when reading them fails
   */
  StructType described(
      StructType schema,
      SparkSession session,
      Configuration conf,
      List<FileStatus> files,
      java.util.Map<String, String> options)
      throws IOException {
    return schema;
  }

  private Configuration conf(SparkSession session, Map<String, String> options) {
    Configuration conf = SessionStates.of(session).newHadoopConfWithOptions(options);
    return withOptions(conf, ScalaCollections.asJava(options));
  }

  /** An option without effect, misspelled or not, must be reported. */
  private void check(Map<String, String> options) {
    Set<String> known = keys().stream().map(ConfKey::key).collect(Collectors.toSet());
    for (String name : ScalaCollections.asJava(options).keySet()) {
      String key = name.toLowerCase(Locale.ROOT);
      if ((key.startsWith("recordio.") || key.startsWith("libsvm.")) && !known.contains(key)) {
        throw new InvalidSettingException(
            shortName()
                + " has no option '"
                + name
                + "'; it takes "
                + known.stream().sorted().collect(Collectors.joining(", ")));
      }
      List<String> meant = known.contains(key) ? List.of() : ShortOption.keys(key, keys());
      if (!meant.isEmpty()) {
        throw new InvalidSettingException(
            shortName()
                + " has no option '"
                + name
                + "'; its name is "
                + String.join(", or ", meant));
      }
    }
  }

  @Override
  final Option<StructType> schema(
      SparkSession session, Map<String, String> options, Collection<FileStatus> listed) {
    check(options);
    Configuration conf = conf(session, options);
    LibraryKeys.checkAll(conf);
    try {
      var data = new DataFiles(kind(conf));
      List<FileStatus> files = data.chosen(listed);
      data.say();
      if (files.isEmpty() && !listed.isEmpty()) {
        throw new InvalidSettingException(
            shortName()
                + " has nothing to read: all "
                + listed.size()
                + " files are side files by their names, such as "
                + listed.iterator().next().getPath());
      }
      return Option.apply(
          described(
              columns(conf).schema(), session, conf, files, ScalaCollections.asJava(options)));
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }

  @Override
  public final boolean isSplitable(SparkSession session, Map<String, String> options, Path path) {
    return DataFiles.isVisible(path) && isSplittable(conf(session, options), path);
  }

  @Override
  final Function1<PartitionedFile, Iterator<InternalRow>> reader(
      SparkSession session,
      StructType dataSchema,
      StructType requiredSchema,
      Collection<Filter> filters,
      Map<String, String> options,
      Configuration hadoopConf) {
    check(options);
    Configuration conf =
        withSchema(withOptions(hadoopConf, ScalaCollections.asJava(options)), dataSchema);
    LibraryKeys.checkAll(conf);
    columns(conf).check(dataSchema);
    return scan(session, conf, requiredSchema, filters);
  }

  @Override
  public final OutputWriterFactory prepareWrite(
      SparkSession session, Job job, Map<String, String> options, StructType schema) {
    check(options);
    Configuration conf = withOptions(job.getConfiguration(), ScalaCollections.asJava(options));
    LibraryKeys.checkAll(conf);
    String codec = ScalaCollections.asJava(options).get("compression");
    if (codec != null) {
      CompressionCodecs.setCodecConfiguration(conf, CompressionCodecs.getCodecClassName(codec));
    }
    Columns columns = columnsToWrite(conf, schema);
    columns.check(schema);
    try {
      return writers(conf, columns, schema);
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public int hashCode() {
    return getClass().hashCode();
  }

  /** Returns the name shown in plans. */
  @Override
  public String toString() {
    return shortName();
  }
}
