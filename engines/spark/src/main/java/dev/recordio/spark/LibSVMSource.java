// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.RowWriters;
import dev.recordio.spark.scan.Scan;
import dev.recordio.spark.scan.ScanCounters;
import dev.recordio.spark.sparse.FeatureCount;
import dev.recordio.spark.sparse.SparseRowWriter;
import dev.recordio.spark.sparse.SparseRows;
import dev.recordio.spark.sparse.VectorOptions;
import dev.recordio.spark.sparse.VectorType;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.ParseRule;
import dev.recordio.task.RowFileWriter;
import dev.recordio.task.TaskRows;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Spark's file source {@code libsvm-exact}: one row per line of text, in the format that {@code
 * libsvm.format} names.
 *
 * <pre>
 * label DOUBLE, weight FLOAT, qid BIGINT, indices ARRAY&lt;BIGINT&gt;, values ARRAY&lt;FLOAT&gt;
 * fields ARRAY&lt;BIGINT&gt;, only for libfm
 * </pre>
 *
 * <p>{@code weight} and {@code qid} are null where the text has none. Indices begin at 0, whatever
 * the text's base; they and {@code qid} are unsigned 64-bit numbers in BIGINTs. Values are 32-bit
 * floats, labels the doubles nearest to the text. A reader's schema may have {@code label FLOAT}.
 *
 * <p>Under the option {@code vectors=ml} {@code features}, a sparse vector of Spark ML, takes the
 * place of {@code indices} and {@code values}; its size is {@code numFeatures}, else the largest
 * index of the files, in csv the number of their columns.
 *
 * <p>The writer makes LibSVM text, by the rules of {@link
 * dev.recordio.mapreduce.LibSVMOutputFormat}; labels keep all digits of the double. It takes {@code
 * features} of dense and sparse vectors, too, and columns of INT, BIGINT and DOUBLE where the text
 * holds their numbers exactly; under {@code values=nearest} the nearest floats.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class LibSVMSource extends FileSource {
  @Override
  public String shortName() {
    return "libsvm-exact";
  }

  @Override
  Set<ConfKey> keys() {
    return Set.of(
        RecordIOConf.INPUT_BUFFER_SIZE,
        LibSvmConf.FORMAT,
        LibSvmConf.ARGUMENTS,
        LibSvmConf.LABELS,
        LibSvmConf.INDEX_BASE,
        LibSvmConf.MODE,
        LibSvmConf.DROP,
        LibSvmConf.MISSING,
        LibSvmConf.CSV_LABEL,
        LibSvmConf.CSV_WEIGHT,
        LibSvmConf.CSV_QID,
        LibSvmConf.CSV_IGNORE,
        LibSvmConf.CSV_CATEGORICAL,
        LibSvmConf.CSV_HASH_BITS,
        LibSvmConf.CSV_ALTERNATE_SIGN,
        LibSvmConf.CSV_NA_WORDS,
        LibSvmConf.CSV_NAMES,
        LibSvmConf.FEATURES,
        LibSvmConf.OUTPUT_INDEX_BASE);
  }

  @Override
  Columns columns(Configuration conf) {
    Columns columns =
        new Columns(shortName())
            .with("label", DataTypes.DoubleType, DataTypes.FloatType)
            .with("weight", DataTypes.FloatType)
            .with("qid", DataTypes.LongType);
    if (VectorOptions.areOn(conf)) {
      return columns.with("features", VectorType.get());
    }
    columns
        .with("indices", DataTypes.createArrayType(DataTypes.LongType))
        .with("values", DataTypes.createArrayType(DataTypes.FloatType));
    if (TextSettings.of(conf).format().equals("libfm")) {
      columns.with("fields", DataTypes.createArrayType(DataTypes.LongType));
    }
    return columns;
  }

  /** Numbers of other types are written where they are exactly what the text's type holds. */
  @Override
  Columns columnsToWrite(Configuration conf, StructType schema) {
    Columns columns =
        new Columns(shortName())
            .with(
                "label",
                DataTypes.DoubleType,
                DataTypes.FloatType,
                DataTypes.IntegerType,
                DataTypes.LongType)
            .with("weight", DataTypes.FloatType, DataTypes.DoubleType, DataTypes.IntegerType)
            .with("qid", DataTypes.LongType, DataTypes.IntegerType, DataTypes.DoubleType);
    if (VectorOptions.areOn(conf) || Columns.at(schema, "features") >= 0) {
      return columns.with("features", VectorType.get());
    }
    return columns
        .with(
            "indices",
            DataTypes.createArrayType(DataTypes.LongType),
            DataTypes.createArrayType(DataTypes.IntegerType))
        .with(
            "values",
            DataTypes.createArrayType(DataTypes.FloatType),
            DataTypes.createArrayType(DataTypes.DoubleType),
            DataTypes.createArrayType(DataTypes.IntegerType));
  }

  @Override
  Configuration withOptions(Configuration conf, Map<String, String> options) {
    return VectorOptions.with(conf, options);
  }

  @Override
  Configuration withSchema(Configuration conf, StructType schema) {
    int features = Columns.at(schema, "features");
    if (!VectorOptions.areOn(conf) || features < 0 || LibSvmConf.FEATURES.getLong(conf) != 0) {
      return conf;
    }
    var adapted = new Configuration(conf);
    long size = VectorType.size(schema.fields()[features].metadata());
    adapted.setLong(LibSvmConf.FEATURES.key(), size);
    return adapted;
  }

  @Override
  StructType described(
      StructType schema,
      SparkSession session,
      Configuration conf,
      List<FileStatus> files,
      Map<String, String> options)
      throws IOException {
    if (!VectorOptions.areOn(conf)) {
      return schema;
    }
    int size = new FeatureCount(session, conf).of(files, options);
    var described = new StructType();
    for (StructField field : schema.fields()) {
      described =
          field.name().equals("features")
              ? described.add(field.name(), field.dataType(), true, VectorType.metadata(size))
              : described.add(field);
    }
    return described;
  }

  @Override
  DataFiles.Kind kind(Configuration conf) {
    return RowInputs.kind(TextSettings.of(conf));
  }

  @Override
  boolean isSplittable(Configuration conf, Path path) {
    return RowInputs.splittable(conf, TextSettings.of(conf)).test(path);
  }

  @Override
  Scan scan(
      SparkSession session, Configuration conf, StructType wanted, Collection<Filter> filters) {
    TextSettings settings = TextSettings.of(conf);
    settings.check();
    var counters = new ScanCounters();
    if (settings.mode() == ParseMode.LENIENT) {
      for (ParseRule rule : ParseRule.values()) {
        counters.with(session, "libsvm ", rule.title());
      }
    }
    int size = Columns.at(wanted, "features") < 0 ? 0 : VectorOptions.size(conf);
    return new Scan(
        session,
        conf,
        kind(conf),
        (task, range) -> {
          var block = new CsrBlock();
          TextSettings read = TextSettings.of(task);
          var rows = new TaskRows(task, read, List.of(range), counters, block);
          return new SparseRows(rows, block, wanted, range.path(), size);
        });
  }

  @Override
  OutputWriterFactory writers(Configuration conf, Columns columns, StructType schema) {
    String format = TextSettings.of(conf).format();
    if (!format.equals("libsvm")) {
      throw new InvalidSettingException(
          shortName() + " writes LibSVM text, not " + format + ": unset " + LibSvmConf.FORMAT);
    }
    columns.require(schema, "label");
    if (VectorOptions.areOn(conf) || Columns.at(schema, "features") >= 0) {
      columns.require(schema, "features");
    } else {
      columns.require(schema, "indices");
      columns.require(schema, "values");
    }
    RowFileWriter.checkSettings(conf);
    boolean nearest = VectorOptions.areNearest(conf);
    return new RowWriters(
        RowFileWriter.suffix(RowFileWriter.codec(conf)),
        (path, ofFile, context) -> new SparseRowWriter(path, ofFile, context, nearest));
  }
}
