// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.spark.scan.FileRows;
import dev.recordio.spark.scan.SessionStates;
import dev.recordio.spark.scan.ShortOption;
import dev.recordio.spark.store.StoreColumns;
import dev.recordio.spark.store.StoreTable;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.task.LibraryKeys;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Spark's source {@code recordio-store}: the records of a store that are not deleted, one row each,
 * with a column {@code id BIGINT} and a column for each field. Only the columns that a query needs
 * are read.
 *
 * <p>The path is the store's folder. The option {@code generation} or {@code tag} specifies the
 * snapshot; without them, it is the newest one when the source is loaded. Other options are the
 * keys {@code recordio.*}.
 *
 * <p>Columns: BOOLEAN (b1), TINYINT (i1), SMALLINT (i2, u1), INT (i4, u2), BIGINT (i8, u4),
 * DECIMAL(20,0) (u8), FLOAT (f2, f4), DOUBLE (f8), STRING (text, S, U), TIMESTAMP_NTZ (M8 of weeks
 * to nanoseconds, rounded down to microseconds), BIGINT (other M8, m8), BINARY (bytes, and the
 * bytes of other types); ARRAY of them, once for each dimension, for shapes. Absent values are
 * null.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class RecordStoreSource implements TableProvider, DataSourceRegister {
  private static final Map<String, StoreConf> OPTIONS =
      Map.of("generation", StoreConf.GENERATION, "tag", StoreConf.TAG);

  /** Creates the source, as Spark does. */
  public RecordStoreSource() {}

  @Override
  public String shortName() {
    return "recordio-store";
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return StoreColumns.schema(open(options).snapshot().schema());
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return open(new CaseInsensitiveStringMap(properties));
  }

  private StoreTable open(CaseInsensitiveStringMap options) {
    String path = options.get("path");
    if (path == null) {
      throw new InvalidSettingException(
          shortName() + " reads one store: load the path of its folder");
    }
    Configuration conf = conf(options);
    try {
      Snapshot snapshot = Store.open(conf, new Path(path)).configured();
      return new StoreTable(snapshot, conf);
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }

  /** Returns the session's settings with these options. */
  private Configuration conf(CaseInsensitiveStringMap options) {
    Configuration conf = SessionStates.of(SparkSession.active()).newHadoopConf();
    for (Map.Entry<String, String> option : options.asCaseSensitiveMap().entrySet()) {
      String name = option.getKey().toLowerCase(Locale.ROOT);
      List<String> meant = ShortOption.keys(name, List.of(StoreConf.values()));
      if (OPTIONS.containsKey(name)) {
        conf.set(OPTIONS.get(name).key(), option.getValue());
      } else if (name.startsWith("recordio.") || !meant.isEmpty()) {
        throw new InvalidSettingException(
            shortName()
                + " has no option '"
                + option.getKey()
                + "'; it takes generation and tag; fields are the columns that are selected, other"
                + " keys are the session's: spark.hadoop."
                + (meant.isEmpty() ? option.getKey() : meant.get(0)));
      }
    }
    LibraryKeys.checkAll(conf, StoreConf.values());
    return conf;
  }
}
