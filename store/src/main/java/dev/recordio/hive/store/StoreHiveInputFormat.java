// SPDX-License-Identifier: Apache-2.0
package dev.recordio.hive.store;

import dev.recordio.mapred.store.StoreInputFormat;
import dev.recordio.mapred.store.StoreSplit;
import dev.recordio.store.Store;
import dev.recordio.store.StoreRecord;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.CombineHiveInputFormat.AvoidSplitCombination;
import org.apache.hadoop.hive.serde2.ColumnProjectionUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/**
 * Reads record stores for Hive, as {@link StoreInputFormat} does, but only the fields that a query
 * names; if it names only {@code id}, no value is read. Hive's own combining of small files is
 * declined: it would list the store's folder by itself.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public class StoreHiveInputFormat extends StoreInputFormat implements AvoidSplitCombination {
  @Override
  public boolean shouldSkipCombine(Path path, Configuration conf) {
    return true;
  }

  @Override
  public RecordReader<LongWritable, StoreRecord> getRecordReader(
      InputSplit split, JobConf job, Reporter reporter) throws IOException {
    var store = (StoreSplit) split;
    if (ColumnProjectionUtils.isReadAllColumns(job)) {
      return super.getRecordReader(split, job, reporter);
    }
    Set<String> columns =
        Arrays.stream(ColumnProjectionUtils.getReadColumnNames(job)).collect(Collectors.toSet());
    StoreSchema schema =
        Store.open(job, store.getPath()).snapshot(store.split().generation()).schema();
    List<String> fields =
        schema.fields().stream()
            .map(StoreField::name)
            .filter(name -> columns.contains(StoreSerDe.column(name)))
            .toList();
    return reader(store, job, reporter, fields);
  }
}
