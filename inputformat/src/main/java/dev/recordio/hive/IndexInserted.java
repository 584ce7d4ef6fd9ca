// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.fs.numbered.HeaderIndexer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.metastore.api.StorageDescriptor;
import org.apache.hadoop.hive.ql.hooks.Entity;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.hooks.WriteEntity;
import org.apache.hadoop.hive.ql.metadata.Hive;
import org.apache.hadoop.hive.ql.metadata.HiveException;
import org.apache.hadoop.hive.ql.metadata.Table;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A hook of Hive ({@code hive.exec.post.hooks}) that writes the indexes of RecordIO files which a
 * statement has put into tables: {@code INSERT}, {@code CREATE TABLE AS SELECT} and {@code LOAD
 * DATA}, in tables and partitions. Hive itself moves only the data files to their place, and names
 * them only then.
 *
 * <p>An error here does not fail the statement, whose rows are in the table by then: it is printed
 * where Hive prints to its user, and logged.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class IndexInserted implements ExecuteWithHookContext {
  private static final Logger LOG = LoggerFactory.getLogger(IndexInserted.class);
  private static final Set<String> WRITING = Set.of("QUERY", "CREATETABLE_AS_SELECT", "LOAD");

  @Override
  public void run(HookContext hook) {
    String operation = hook.getOperationName();
    if (hook.getOutputs() == null || operation == null || !WRITING.contains(operation)) {
      return;
    }
    var done = new HashSet<Path>();
    for (WriteEntity output : hook.getOutputs()) {
      try {
        Path folder = folder(output, hook.getConf());
        // A statement without rows may leave no folder.
        if (folder != null
            && done.add(folder)
            && folder.getFileSystem(hook.getConf()).exists(folder)) {
          int files = new HeaderIndexer(hook.getConf()).index(folder);
          LOG.info("{} files indexed in {}", files, folder);
        }
      } catch (HiveException | IOException | RuntimeException e) {
        warn(output, e);
      }
    }
  }

  /** Returns where a statement has put RecordIO files; null when it has put none there. */
  private static Path folder(Entity output, Configuration conf) throws HiveException {
    if (output.getType() == Entity.Type.PARTITION) {
      var partition = output.getPartition();
      return isRecordIO(partition.getTPartition().getSd()) ? partition.getDataLocation() : null;
    }
    if (output.getType() != Entity.Type.TABLE) {
      return null;
    }
    // Looked up again: if the statement created it, the statement may not know where.
    Table named = output.getTable();
    Table table =
        Hive.get(conf, IndexInserted.class)
            .getTable(named.getDbName(), named.getTableName(), false);
    return table != null
            && !table.isPartitioned()
            && !table.isView()
            && isRecordIO(table.getTTable().getSd())
        ? table.getDataLocation()
        : null;
  }

  private static boolean isRecordIO(StorageDescriptor storage) {
    return storage != null
        && RecordIOHiveInputFormat.class.getName().equals(storage.getInputFormat());
  }

  private static void warn(Entity output, Exception why) {
    String message =
        "The rows are inserted, but files of "
            + output
            + " have no index: "
            + (why instanceof IOException ? why.getMessage() : why)
            + " (the index command writes it)";
    LOG.warn(message, why);
    SessionState.getConsole().printError(message);
  }
}
