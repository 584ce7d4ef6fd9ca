// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.conf.RecordIOConf;
import java.util.Properties;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.serde2.AbstractSerDe;
import org.apache.hadoop.hive.serde2.SerDeException;
import org.apache.hadoop.hive.serde2.SerDeStats;
import org.apache.hadoop.hive.serde2.SerDeUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;

/** What the SerDes share: how Hive 4 and Hive 3 initialize them, and the rows' inspector. */
@InterfaceAudience.Public
@InterfaceStability.Unstable
public abstract class RowSerDe extends AbstractSerDe {
  private StructObjectInspector inspector;

  /** Hive 4 calls this one; so do Hive 3's newer callers. */
  @Override
  public void initialize(Configuration conf, Properties table, Properties partition)
      throws SerDeException {
    super.initialize(conf, table, partition);
    inspector = start(conf, SerDeUtils.createOverlayedProperties(table, partition));
  }

  /** Hive 3 calls this one, which Hive 4 no longer has. */
  public void initialize(Configuration conf, Properties table) throws SerDeException {
    inspector = start(conf, table);
  }

  private StructObjectInspector start(Configuration conf, Properties table) throws SerDeException {
    for (String name : table.stringPropertyNames()) {
      if ((name.startsWith("recordio.") || name.startsWith("libsvm."))
          && !name.equals(RecordIOConf.PAYLOAD.toString())) {
        // Hive passes properties of tables to the planning of a job, but not to its tasks.
        throw new SerDeException(
            "a table property that has no effect: expected none but "
                + RecordIOConf.PAYLOAD
                + ", found "
                + name
                + "; set it for the session: SET "
                + name
                + "="
                + table.getProperty(name));
      }
    }
    Columns.of(table); // which are complete then, for all SerDes
    return begin(conf, table);
  }

  /** Prepares for a table; returns the inspector of its rows. */
  protected abstract StructObjectInspector begin(Configuration conf, Properties table)
      throws SerDeException;

  @Override
  public final ObjectInspector getObjectInspector() {
    return inspector;
  }

  @Override
  public final SerDeStats getSerDeStats() {
    return null; // none are kept: the sizes of rows in memory mean little
  }
}
