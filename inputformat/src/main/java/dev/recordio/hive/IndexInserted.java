// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive;

import dev.recordio.fs.HeaderIndexer;
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
 * DATA}, in tables and partitions. Hive itself moves nothing but the files of data to their place,
 * and gives them their names only then.
 *
 * <p>A file that cannot be indexed does not make the statement fail, whose rows are in the table by
 * then: the error is printed where Hive prints to its user.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class IndexInserted implements ExecuteWithHookContext {
  private static final Logger LOG = LoggerFactory.getLogger(IndexInserted.class);
  private static final Set<String> WRITING = Set.of("QUERY", "CREATETABLE_AS_SELECT", "LOAD");

  @Override
  public void run(HookContext hook) throws HiveException {
    if (hook.getOutputs() == null || !WRITING.contains(hook.getOperationName())) {
      return;
    }
    var folders = new HashSet<Path>();
    for (WriteEntity output : hook.getOutputs()) {
      addFolder(output, hook.getConf(), folders);
    }
    for (Path folder : folders) {
      index(hook.getConf(), folder);
    }
  }

  private static void addFolder(Entity output, Configuration conf, Set<Path> folders)
      throws HiveException {
    if (output.getType() == Entity.Type.PARTITION) {
      var partition = output.getPartition();
      if (isRecordIO(partition.getTPartition().getSd())) {
        folders.add(partition.getDataLocation());
      }
    } else if (output.getType() == Entity.Type.TABLE) {
      // Asked for anew: the statement may have made it, and does not know where then.
      Table named = output.getTable();
      Table table =
          Hive.get(conf, IndexInserted.class)
              .getTable(named.getDbName(), named.getTableName(), false);
      if (table != null
          && !table.isPartitioned()
          && !table.isView()
          && isRecordIO(table.getTTable().getSd())) {
        folders.add(table.getDataLocation());
      }
    }
  }

  private static boolean isRecordIO(StorageDescriptor storage) {
    return storage != null
        && RecordIOHiveInputFormat.class.getName().equals(storage.getInputFormat());
  }

  private static void index(Configuration conf, Path folder) {
    try {
      int files = new HeaderIndexer(conf).index(folder);
      LOG.info("{} files indexed in {}", files, folder);
    } catch (IOException e) {
      String message =
          "The rows are inserted, but files in "
              + folder
              + " have no index: "
              + e.getMessage()
              + " (the index command writes it)";
      LOG.warn(message, e);
      SessionState.getConsole().printError(message);
    }
  }
}
