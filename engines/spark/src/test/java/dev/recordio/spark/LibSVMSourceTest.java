// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;

class LibSVMSourceTest extends SparkTestBase {
  private static Dataset<Row> read(Path path) {
    return spark.read().format("libsvm-exact").load(path.toString());
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = {"Spark 4.2", "Spark 3.5"})
  void theMushroomsAreThoseThatAreKnown() throws IOException {
    Path file = resource("libsvm/agaricus.txt.train", folder);
    maxPartitionBytes(50_000);
    Dataset<Row> rows = read(file);
    assertTrue(rows.javaRDD().getNumPartitions() > 10);
    assertEquals(
        List.of("[0.0,3373]", "[1.0,3140]"),
        rows.groupBy("label").count().orderBy("label").collectAsList().stream()
            .map(Row::toString)
            .toList());
    Row sums =
        rows.selectExpr(
                "sum(size(indices))",
                "sum(aggregate(values, 0D, (s, v) -> s + v))",
                "max(array_max(indices))",
                "count(weight)",
                "count(qid)")
            .first();
    assertEquals("[143286,143286.0,126,0,0]", sums.toString());
  }

  @Test
  void onlyWantedColumnsAreMade() throws IOException {
    Path file = resource("libsvm/agaricus.txt.train", folder);
    String plan = read(file).select("label").queryExecution().executedPlan().toString();
    assertTrue(plan.contains("ReadSchema: struct<label:double>"), plan);
    assertEquals(6513, read(file).count());
  }

  @Test
  void weightsAndQueryIdsAreRead() throws IOException {
    Row weighted = read(resource("csr/weighted.libsvm", folder)).first();
    assertEquals(0.0, weighted.<Double>getAs("label"));
    assertEquals(3.92f, weighted.<Float>getAs("weight"));
    assertTrue(weighted.isNullAt(weighted.fieldIndex("qid")));
    assertEquals(
        List.of(22L, 26L, 32L, 47L, 54L), weighted.getList(weighted.fieldIndex("indices")));
    assertEquals(
        List.of(6.848f, -2.23f, 20.235f, -9.715f, 6.784f),
        weighted.getList(weighted.fieldIndex("values")));
    Row ranked = read(resource("csr/rank_qid.libsvm", folder)).first();
    assertEquals(1002L, ranked.<Long>getAs("qid"));
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = {"Spark 4.2", "Spark 3.5"})
  void libFMHasFields() throws IOException {
    Path file = Files.writeString(folder.resolve("a.libfm"), "1 3:7:0.5 4294967295:8:2\n");
    Row row =
        spark
            .read()
            .format("libsvm-exact")
            .option("libsvm.format", "libfm")
            .load(file.toString())
            .first();
    assertEquals(List.of(3L, 4294967295L), row.getList(row.fieldIndex("fields")));
    assertEquals(List.of(7L, 8L), row.getList(row.fieldIndex("indices")));
  }

  @Test
  @Supports(
      row = "rows of SageMaker's RecordIO-protobuf, read",
      engine = {"Spark 4.2", "Spark 3.5"})
  void sageMakersRecordsAreRows() throws IOException {
    Path file = resource("formats/sagemaker/sparse.pbr", folder);
    maxPartitionBytes(100);
    Dataset<Row> rows =
        spark
            .read()
            .format("libsvm-exact")
            .option("libsvm.format", "sagemaker")
            .load(file.toString());
    assertTrue(rows.javaRDD().getNumPartitions() > 1);
    Row sums =
        rows.selectExpr("count(label)", "sum(size(indices))", "max(array_max(indices))").first();
    assertEquals("[5,9,126]", sums.toString());
  }

  @Test
  void labelsAreExactInBothDirections() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("a.libsvm"), "16777217 1:1\n16777216 1:1\n0.1 1:1\n1.23456789e-7 1:1\n");
    Dataset<Row> rows = read(file);
    List<Double> expected = List.of(16777217.0, 16777216.0, 0.1, 1.23456789e-7);
    assertEquals(
        expected, rows.collectAsList().stream().map(row -> row.<Double>getAs("label")).toList());
    assertEquals(4, rows.select("label").distinct().count());
    Path out = folder.resolve("out");
    rows.coalesce(1).write().format("libsvm-exact").save(out.toString());
    assertEquals(
        "16777217 1:1\n16777216 1:1\n0.1 1:1\n1.23456789e-7 1:1\n",
        Files.readString(files(out, ".libsvm").get(0)));
    Row floats =
        spark
            .read()
            .format("libsvm-exact")
            .schema("label FLOAT")
            .load(file.toString())
            .selectExpr("max(label)")
            .first();
    assertEquals(16777216f, floats.getFloat(0));
  }

  @Test
  void rowsWithoutLabelsAreReadAsSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("a.libsvm"), "1:0.5 7:1\n2:1 3:2\n");
    Dataset<Row> rows =
        spark.read().format("libsvm-exact").option("libsvm.labels", "none").load(file.toString());
    Row first = rows.first();
    assertEquals(0.0, first.<Double>getAs("label"));
    assertEquals(List.of(1L, 7L), first.getList(first.fieldIndex("indices")));
    assertTrue(first.isNullAt(first.fieldIndex("weight")));
    Dataset<Row> ffm =
        spark.read().format("libsvm-exact").option("libsvm.format", "libffm").load(file.toString());
    assertTrue(List.of(ffm.columns()).contains("fields"));
  }

  @Test
  @Supports(
      row = "LibSVM text written",
      engine = {"Spark 4.2", "Spark 3.5"})
  void whatIsWrittenReadsBackTheSame() throws IOException {
    for (String name : List.of("csr/weighted.libsvm", "csr/rank_qid.libsvm", "csr/real.libsvm")) {
      Dataset<Row> rows = read(resource(name, folder));
      Path out = folder.resolve(name.replace('/', '-'));
      rows.coalesce(1).write().format("libsvm-exact").save(out.toString());
      assertEquals(1, files(out, ".libsvm").size());
      List<Row> before = rows.collectAsList();
      assertFalse(before.isEmpty());
      assertEquals(before, read(out).collectAsList());
    }
  }

  @Test
  void packedTextIsReadAndWritten() throws IOException {
    Path plain = resource("libsvm/agaricus.txt.test", folder);
    List<Row> expected = read(plain).collectAsList();
    assertEquals(expected, read(packed(plain, new GzipCodec())).collectAsList());
    maxPartitionBytes(1000);
    Dataset<Row> blocks = read(packed(plain, new BZip2Codec()));
    assertTrue(blocks.javaRDD().getNumPartitions() > 2);
    assertEquals(expected.size(), blocks.count());
    assertEquals(Set.copyOf(expected), Set.copyOf(blocks.collectAsList()));
    for (String codec : List.of("gzip", "bzip2")) {
      Path out = folder.resolve(codec);
      Dataset<Row> rows = read(plain).coalesce(1);
      rows.write().option("compression", codec).format("libsvm-exact").save(out.toString());
      String suffix = codec.equals("gzip") ? ".libsvm.gz" : ".libsvm.bz2";
      assertEquals(1, files(out, suffix).size());
      assertEquals(Set.copyOf(expected), Set.copyOf(read(out).collectAsList()));
    }
  }

  @Test
  void partitionsAreWrittenAndFoundAgain() throws IOException {
    Dataset<Row> rows =
        read(resource("csr/rank_qid.libsvm", folder)).selectExpr("*", "qid % 2 AS half");
    Path out = folder.resolve("out");
    rows.write().format("libsvm-exact").partitionBy("half").save(out.toString());
    rows.where("half = 1")
        .write()
        .mode(SaveMode.Append)
        .format("libsvm-exact")
        .partitionBy("half")
        .save(out.toString());
    Dataset<Row> back = read(out);
    long odd = rows.where("half = 1").count();
    assertTrue(odd > 0);
    assertEquals(rows.count() + odd, back.count());
    assertEquals(2 * odd, back.where("half = 1").count());
  }

  @Test
  void brokenTextIsNamedByLine() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.libsvm"), "1 3:4\n0 x:1\n");
    String message = causes(assertThrows(Exception.class, () -> read(file).collectAsList()));
    assertTrue(message.contains("bad.libsvm at offset"), message);
    assertTrue(message.contains("line 2"), message);
  }

  @Test
  void aBaseThatNoPartCanDecideIsRefused() throws IOException {
    Path file = resource("csr/rank_qid.libsvm", folder);
    String message =
        causes(
            assertThrows(
                Exception.class,
                () ->
                    spark
                        .read()
                        .format("libsvm-exact")
                        .option("libsvm.index.base", "auto")
                        .load(file.toString())
                        .count()));
    assertTrue(message.contains("libsvm.index.base is auto"), message);
  }

  @Test
  void rowsThatTextCannotHoldAreRefused() throws IOException {
    Dataset<Row> uneven = spark.sql("SELECT 1D label, array(1L, 2L) indices, array(1F) values");
    refused(
        ".libsvm has 2 indices and 1 values",
        () -> uneven.write().format("libsvm-exact").save(folder.resolve("a").toString()));
    Dataset<Row> missing = spark.sql("SELECT 1D label, array(1L) indices");
    refused(
        "a column 'values' is needed",
        () -> missing.write().format("libsvm-exact").save(folder.resolve("b").toString()));
  }
}
