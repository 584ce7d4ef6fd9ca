// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.PayloadType;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.spark.scan.Columns;
import dev.recordio.spark.scan.RowWriters;
import dev.recordio.spark.scan.Scan;
import dev.recordio.spark.scan.ScanCounters;
import dev.recordio.task.IndexKeys;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.RecordShardWriter;
import java.io.IOException;
import java.util.Collection;
import java.util.EnumSet;
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
 * Spark's file source {@code recordio}: one row per record.
 *
 * <pre>
 * recordio.payload
 * binary   offset BIGINT, data BINARY
 * image    offset BIGINT, id BIGINT, id2 BIGINT, label FLOAT, labels ARRAY&lt;FLOAT&gt;, data BINARY
 * </pre>
 *
 * <p>{@code offset} is where the record's first header begins in its file, in bytes. {@code data}
 * is the payload; for images, the part after header and labels. {@code label} is the first label;
 * {@code labels} has all of them, at least one. {@code id} and {@code id2} are unsigned in the
 * file.
 *
 * <p>Under {@code recordio.input.key-column} there is also {@code key BIGINT} after {@code offset}:
 * the record's key in the index of its file, unsigned there; null if an {@code .idx} has no line
 * for the record.
 *
 * <p>A query that needs none of {@code data}, {@code id2} and {@code labels} reads only headers,
 * and skips payloads of at least {@code recordio.input.skip-above} bytes; if it needs at most
 * {@code offset}, it reads the {@code .ridx} instead, if one fits. Filters on {@code offset} and
 * {@code key} limit what is read.
 *
 * <p>A writer takes {@code data}; {@code id}, {@code id2} and {@code labels}, or {@code label} if
 * there is no {@code labels}, for images; and {@code offset}, which it ignores. Each file gets its
 * indexes next to it. Their keys are the column {@code key}, if there is one, under {@code
 * recordio.output.index.keys=key}; else the column is ignored.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordIOSource extends FileSource {
  private static final Set<RecordIOCounter> DAMAGE =
      EnumSet.of(
          RecordIOCounter.DAMAGED_RECORDS, RecordIOCounter.DAMAGED_BYTES, RecordIOCounter.RESYNCS);

  @Override
  public String shortName() {
    return "recordio";
  }

  @Override
  Set<ConfKey> keys() {
    return Set.of(
        RecordIOConf.INPUT_BUFFER_SIZE,
        RecordIOConf.INPUT_SKIP_ABOVE,
        RecordIOConf.INPUT_KEY_COLUMN,
        RecordIOConf.CORRUPT_POLICY,
        RecordIOConf.CORRUPT_MAX_FRACTION,
        RecordIOConf.CORRUPT_MIN_COUNT,
        RecordIOConf.CORRUPT_QUARANTINE_DIR,
        RecordIOConf.SPLIT_VERIFY_RECORDS,
        RecordIOConf.PAYLOAD,
        RecordIOConf.OUTPUT_INDEX,
        RecordIOConf.OUTPUT_INDEX_KEYS,
        RecordIOConf.OUTPUT_INDEX_BINARY,
        RecordIOConf.OUTPUT_BUFFER_SIZE);
  }

  @Override
  Columns columns(Configuration conf) {
    Columns columns = new Columns(shortName()).with("offset", DataTypes.LongType);
    if (RecordIOConf.INPUT_KEY_COLUMN.getBoolean(conf)) {
      columns.with("key", DataTypes.LongType);
    }
    if (payload(conf) == PayloadType.IMAGE) {
      columns
          .with("id", DataTypes.LongType)
          .with("id2", DataTypes.LongType)
          .with("label", DataTypes.FloatType)
          .with("labels", DataTypes.createArrayType(DataTypes.FloatType));
    }
    return columns.with("data", DataTypes.BinaryType);
  }

  private static PayloadType payload(Configuration conf) {
    return PayloadType.of(conf, PayloadType.BINARY, PayloadType.IMAGE);
  }

  @Override
  DataFiles.Kind kind(Configuration conf) {
    return DataFiles.Kind.RECORDS;
  }

  @Override
  boolean isSplittable(Configuration conf, Path path) {
    return SplitPlanner.uncompressed(conf).test(path);
  }

  @Override
  Scan scan(
      SparkSession session, Configuration conf, StructType wanted, Collection<Filter> filters) {
    DamageSettings damage = DamageSettings.of(conf);
    damage.requireQuarantineFolder();
    var counters = new ScanCounters();
    if (damage.passesOver()) {
      for (RecordIOCounter counter : DAMAGE) {
        counters.with(session, "recordio ", counter.name());
      }
    }
    return new Scan(
        session, conf, kind(conf), new RecordScan(wanted, payload(conf), filters, counters));
  }

  @Override
  OutputWriterFactory writers(Configuration conf, Columns columns, StructType schema)
      throws IOException {
    RecordShardWriter.refuseCompression(conf);
    boolean image = payload(conf) == PayloadType.IMAGE;
    columns.require(schema, "data");
    if (image && Columns.at(schema, "labels") < 0) {
      columns.require(schema, "label");
    }
    IndexKeys keys = RecordIOConf.OUTPUT_INDEX_KEYS.getEnum(conf, IndexKeys.class);
    if (keys == IndexKeys.GLOBAL) {
      throw new InvalidSettingException(
          RecordIOConf.OUTPUT_INDEX_KEYS
              + " is global: a task of Spark may write several files, whose keys would be the same;"
              + " it takes ordinal or, for images, key");
    }
    if (keys == IndexKeys.KEY && Columns.at(schema, "key") < 0) {
      if (!image) {
        throw new InvalidSettingException(
            RecordIOConf.OUTPUT_INDEX_KEYS
                + " is key: only images have one; set "
                + RecordIOConf.PAYLOAD
                + " to image, or "
                + RecordIOConf.INPUT_KEY_COLUMN
                + " to true and write a column key, or take ordinal");
      }
      columns.require(schema, "id");
    }
    return new RowWriters(
        RecordFiles.RECORDS,
        (path, rows, context) -> new RecordRowWriter(path, rows, context, image));
  }
}
