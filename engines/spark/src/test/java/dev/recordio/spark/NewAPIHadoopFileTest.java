// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.io.RowBlockWritable;
import dev.recordio.io.SparseRow;
import dev.recordio.mapreduce.CombineRecordIOInputFormat;
import dev.recordio.mapreduce.CsvInputFormat;
import dev.recordio.mapreduce.FramedRecordInputFormat;
import dev.recordio.mapreduce.LibFMInputFormat;
import dev.recordio.mapreduce.LibSVMInputFormat;
import dev.recordio.mapreduce.RecordIOInputFormat;
import dev.recordio.mapreduce.RowBlockInputFormat;
import dev.recordio.mapreduce.SparseRowInputFormat;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.python.PythonRDD;
import org.apache.spark.api.python.SerDeUtil;
import org.junit.jupiter.api.Test;

/** The input formats, without any class of the module. */
class NewAPIHadoopFileTest extends SparkTestBase {
  private static <V> JavaPairRDD<LongWritable, V> file(
      Path file,
      Class<? extends InputFormat<LongWritable, V>> format,
      Class<V> value,
      Configuration conf) {
    return context().newAPIHadoopFile(file.toString(), format, LongWritable.class, value, conf);
  }

  private static List<String> digests(JavaPairRDD<LongWritable, BytesWritable> records) {
    return records
        .map(record -> Fixtures.sha256(record._2.getBytes(), 0, record._2.getLength()))
        .collect();
  }

  private static List<String> digests(String name) {
    return Fixtures.records(name).stream().map(Fixtures.Row::sha256).toList();
  }

  private static List<String> rows(
      Path file, Class<? extends SparseRowInputFormat> format, Configuration conf) {
    return file(file, format, SparseRow.class, conf).map(row -> row._2.toString()).collect();
  }

  @Test
  void recordsInSplitsOfAnySize() throws IOException {
    Path file = Fixtures.copy("mixed.rec", folder);
    JavaPairRDD<LongWritable, BytesWritable> records =
        file(file, RecordIOInputFormat.class, BytesWritable.class, conf(5000));
    assertTrue(records.getNumPartitions() > 10);
    assertEquals(digests("mixed.rec"), digests(records));
    assertEquals(
        Fixtures.records("mixed.rec").stream().map(Fixtures.Row::offset).toList(),
        records.map(record -> record._1.get()).collect());
  }

  @Test
  void pythonGetsExactlyThePayloads() throws IOException {
    Path file = Fixtures.copy("mixed.rec", folder);
    // What PySpark's newAPIHadoopFile calls, and how its bytes come back.
    JavaRDD<byte[]> pickled =
        PythonRDD.newAPIHadoopFile(
            context(),
            file.toString(),
            RecordIOInputFormat.class.getName(),
            LongWritable.class.getName(),
            BytesWritable.class.getName(),
            null,
            null,
            new HashMap<>(Map.of(FileInputFormat.SPLIT_MAXSIZE, "5000")),
            0);
    List<String> digests =
        SerDeUtil.pythonToJava(pickled, true)
            .map(record -> (byte[]) ((Object[]) record)[1])
            .map(payload -> Fixtures.sha256(payload, 0, payload.length))
            .collect();
    assertEquals(digests("mixed.rec"), digests);
  }

  @Test
  void manyFilesMakeOneSplit() throws IOException {
    var expected = new ArrayList<String>();
    for (String name : List.of("multi/part-0.rec", "multi/part-1.rec", "multi/part-2.rec")) {
      Fixtures.copy(name, folder);
      expected.addAll(digests(name));
    }
    JavaPairRDD<LongWritable, BytesWritable> records =
        file(folder, CombineRecordIOInputFormat.class, BytesWritable.class, conf(1 << 30));
    assertEquals(1, records.getNumPartitions());
    List<String> read = new ArrayList<>(digests(records));
    expected.sort(null);
    read.sort(null);
    assertEquals(expected, read);
  }

  @Test
  void framedRecordsAreTheFile() throws IOException {
    Path file = Fixtures.copy("magic.rec", folder);
    List<byte[]> framed =
        file(file, FramedRecordInputFormat.class, BytesWritable.class, conf(3000))
            .map(record -> record._2.copyBytes())
            .collect();
    int length = framed.stream().mapToInt(bytes -> bytes.length).sum();
    byte[] joined = new byte[length];
    int at = 0;
    for (byte[] bytes : framed) {
      System.arraycopy(bytes, 0, joined, at, bytes.length);
      at += bytes.length;
    }
    assertTrue(Arrays.equals(Fixtures.bytes("magic.rec"), joined));
  }

  @Test
  void rowsOfEachTextFormat() throws IOException {
    Path svm = Files.writeString(folder.resolve("a.libsvm"), "1:2 qid:3 3:4\n0:1 qid:3 5:.5\n");
    assertEquals(
        List.of("1.0:2.0 qid:3 3:4.0", "0.0:1.0 qid:3 5:0.5"),
        rows(svm, LibSVMInputFormat.class, conf(5)));
    Path fm = Files.writeString(folder.resolve("a.libfm"), "1 2:3:4\n-1 0:7:1 2:8:1\n");
    assertEquals(
        List.of("1.0 2:3:4.0", "-1.0 0:7:1.0 2:8:1.0"), rows(fm, LibFMInputFormat.class, conf(5)));
    Path csv = Files.writeString(folder.resolve("a.csv"), "1,0.5,2\n0,3,\n");
    Configuration labelled = conf(4);
    labelled.set("libsvm.arguments", "label_column=0");
    assertEquals(
        List.of("1.0 0:0.5 1:2.0", "0.0 0:3.0"), rows(csv, CsvInputFormat.class, labelled));
  }

  @Test
  void blocksOfRows() throws IOException {
    Path text = resource("csr/weighted.libsvm", folder);
    List<String> blocks =
        file(text, RowBlockInputFormat.class, RowBlockWritable.class, conf(4000))
            .flatMap(block -> rows(block._2).iterator())
            .collect();
    assertEquals(rows(text, LibSVMInputFormat.class, conf(1 << 20)), blocks);
    byte[] bytes = Fixtures.bytes("rowblock/ok-weight-and-qid.rowblock");
    Path saved = Files.write(folder.resolve("saved.rec"), Damage.file(List.of(bytes)));
    Configuration conf = conf(Long.MAX_VALUE);
    conf.set("libsvm.format", "rowblock");
    assertEquals(
        "0.0:0.25 qid:10 1:0.576603 5:0.988311",
        file(saved, RowBlockInputFormat.class, RowBlockWritable.class, conf)
            .flatMap(block -> rows(block._2).iterator())
            .first());
  }

  private static List<String> rows(RowBlockWritable block) {
    var rows = new ArrayList<String>();
    var row = new SparseRow();
    for (int r = 0; r < block.block().rows(); r++) {
      row.set(block.block(), r);
      rows.add(row.toString());
    }
    return rows;
  }
}
