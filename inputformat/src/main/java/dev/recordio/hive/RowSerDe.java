// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.SerDeUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** What the SerDes share: how Hive 4 and Hive 3 begin, and the rows' inspector. */
abstract class RowSerDe extends AbstractSerDe {
  private StructObjectInspector inspector;

  /** Hive 4 calls this one; so do Hive 3's newer callers. */
  @Override
  public void initialize(Configuration conf, Properties table, Properties partition)
      throws SerDeException {
    super.initialize(conf, table, partition);
    inspector = begin(conf, SerDeUtils.createOverlayedProperties(table, partition));
  }

  /** Hive 3 calls this one, which Hive 4 no longer has. */
  public void initialize(Configuration conf, Properties table) throws SerDeException {
    inspector = begin(conf, table);
  }

  /** Prepares for a table; returns the inspector of its rows. */
  abstract StructObjectInspector begin(Configuration conf, Properties table) throws SerDeException;

  @Override
  public final ObjectInspector getObjectInspector() {
    return inspector;
  }

  @Override
  public final SerDeStats getSerDeStats() {
    return null; // none are kept: the sizes of rows in memory tell little
  }
}
