// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.store;

import dev.recordio.store.Snapshot;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** One generation of a store as a table. */
public final class StoreTable implements SupportsRead {
  private final Snapshot snapshot;
  private final Configuration conf;

  public StoreTable(Snapshot snapshot, Configuration conf) {
    this.snapshot = snapshot;
    this.conf = conf;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public String name() {
    return snapshot.toString();
  }

  @Override
  public StructType schema() {
    return StoreColumns.schema(snapshot.schema());
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(TableCapability.BATCH_READ);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return new Builder();
  }

  /** Leaves out what a query does not need. */
  private final class Builder implements ScanBuilder, SupportsPushDownRequiredColumns {
    private StructType wanted = schema();

    @Override
    public void pruneColumns(StructType required) {
      wanted = required;
    }

    @Override
    public Scan build() {
      return new StoreScan(snapshot, conf, wanted);
    }
  }
}
