// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.output.OutputFiles;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.WrittenShard;
import dev.recordio.fs.input.CodePointOrder;
import dev.recordio.spark.sample.SampleColumns;
import dev.recordio.spark.scan.FileRows;
import dev.recordio.spark.scan.ScalaCollections;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Map;

/**
 * Base of the formats that have a file about all shards, which readers need: Spark writes and
 * commits the shards, then the driver writes that file about all that are in the folder, be it from
 * this query or, in mode append, from earlier ones.
 */
abstract class SampleSink implements CreatableRelationProvider, DataSourceRegister {
  private final SampleSource files;

  SampleSink(SampleSource files) {
    this.files = files;
  }

  @Override
  public final String shortName() {
    return files.shortName();
  }

  /**
   * Returns how many samples a shard has.
   *
   * @throws IOException when it can't be read, or has other columns
   */
  abstract long samples(FileSystem fs, FileStatus shard, SampleFacts facts) throws IOException;

  @Override
  public final BaseRelation createRelation(
      SQLContext context, SaveMode mode, Map<String, String> parameters, Dataset<Row> data) {
    var options = new HashMap<>(ScalaCollections.asJava(parameters));
    String path = options.remove("path");
    if (path == null || options.containsKey("__partition_columns")) {
      throw new InvalidSettingException(
          shortName() + (path == null ? " is saved to a path" : " takes no partitionBy"));
    }
    try {
      var folder = new Path(path);
      Configuration conf = data.sparkSession().sparkContext().hadoopConfiguration();
      FileSystem fs = folder.getFileSystem(conf);
      if (mode != SaveMode.Ignore || !fs.exists(folder)) {
        data.write().format(files.getClass().getName()).options(options).mode(mode).save(path);
        index(fs, folder, data.schema());
      }
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
    return new BaseRelation() {
      @Override
      public SQLContext sqlContext() {
        return context;
      }

      @Override
      public StructType schema() {
        return data.schema();
      }
    };
  }

  private void index(FileSystem fs, Path folder, StructType schema) throws IOException {
    SampleFacts facts = new SampleColumns(schema, SampleColumns.of(shortName())).facts();
    FileStatus[] all = fs.listStatus(folder, path -> path.getName().endsWith(files.suffix()));
    Arrays.sort(all, CodePointOrder.BY_PATH);
    List<WrittenShard> shards = new ArrayList<>();
    for (FileStatus shard : all) {
      String name = shard.getPath().getName();
      long samples = samples(fs, shard, facts);
      shards.add(new WrittenShard(shards.size(), name, samples, shard.getLen(), List.of(name)));
    }
    var output = new OutputFiles(fs, folder, shards);
    output.in(fs, folder);
    files.outputs().create().complete(facts, output);
  }
}
