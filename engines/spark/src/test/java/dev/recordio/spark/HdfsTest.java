// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.LibSVMInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.testing.Fixtures;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files on HDFS, in many blocks. */
class HdfsTest extends SparkTestBase {
  private static final long BLOCK = 8192;

  private static MiniDFSCluster cluster;
  private static FileSystem hdfs;

  @BeforeAll
  static void start() throws IOException {
    var conf = new Configuration();
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 512);
    conf.setLong("dfs.blocksize", BLOCK);
    conf.setInt("dfs.replication", 1);
    // A writer that comes before the DataNode's report of its last block waits this long (ms).
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 2);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
    conf.set("hadoop.tmp.dir", new File("target/hdfs/tmp").getAbsolutePath());
    cluster = new MiniDFSCluster.Builder(conf, new File("target/hdfs")).numDataNodes(1).build();
    hdfs = cluster.getFileSystem();
  }

  @AfterAll
  static void stop() throws IOException {
    hdfs.close();
    cluster.shutdown();
  }

  private Path put(String name) throws IOException {
    Path file = new Path(hdfs.makeQualified(new Path("/in")), name);
    hdfs.copyFromLocalFile(new Path(Fixtures.copy(name, folder).toUri()), file);
    return file;
  }

  @Test
  void splitsAreBlocks() throws IOException {
    Path file = put("mixed.rec");
    long blocks = (hdfs.getFileStatus(file).getLen() + BLOCK - 1) / BLOCK;
    JavaPairRDD<LongWritable, BytesWritable> records =
        context()
            .newAPIHadoopFile(
                file.toString(),
                RecordIOInputFormat.class,
                LongWritable.class,
                BytesWritable.class,
                conf(Long.MAX_VALUE));
    assertTrue(Math.abs(records.getNumPartitions() - blocks) <= 1, records.getNumPartitions() + "");
    assertTrue(records.rdd().preferredLocations(records.rdd().partitions()[0]).nonEmpty());
    assertEquals(
        Fixtures.records("mixed.rec").stream().map(Fixtures.Row::sha256).toList(),
        records
            .map(record -> Fixtures.sha256(record._2.getBytes(), 0, record._2.getLength()))
            .collect());
  }

  @Test
  void whatIsWrittenThereIsTheSameFile() throws IOException {
    Path file = put("indexed.rec");
    maxPartitionBytes(BLOCK);
    Dataset<Row> rows = spark.read().format("recordio").load(file.toString());
    assertTrue(rows.javaRDD().getNumPartitions() > 3);
    Path out = new Path(file.getParent().getParent(), "out");
    rows.orderBy("offset").coalesce(1).write().format("recordio").save(out.toString());
    FileStatus[] written = hdfs.globStatus(new Path(out, "*.rec"));
    assertEquals(1, written.length);
    try (FSDataInputStream in = hdfs.open(written[0].getPath())) {
      assertArrayEquals(Fixtures.bytes("indexed.rec"), in.readAllBytes());
    }
    List<String> suffixes =
        Arrays.stream(hdfs.listStatus(out))
            .map(status -> status.getPath().getName())
            .map(name -> name.substring(name.lastIndexOf('.') + 1))
            .sorted()
            .toList();
    assertEquals(List.of("_SUCCESS", "idx", "rec", "ridx"), suffixes);
  }

  @Test
  void rowsOfTextAreReadByBlock() throws IOException {
    Path local = new Path(resource("libsvm/agaricus.txt.test", folder).toUri());
    Path file = new Path(hdfs.makeQualified(new Path("/in")), local.getName());
    hdfs.copyFromLocalFile(local, file);
    assertEquals(
        35442,
        context()
            .newAPIHadoopFile(
                file.toString(),
                LibSVMInputFormat.class,
                LongWritable.class,
                SparseRow.class,
                conf(Long.MAX_VALUE))
            .map(row -> row._2.size())
            .reduce(Integer::sum));
    assertEquals(1611, spark.read().format("libsvm-exact").load(file.toString()).count());
  }
}
