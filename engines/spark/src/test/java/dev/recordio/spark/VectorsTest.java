// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.Notes;
import dev.recordio.spark.sparse.VectorType;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows as Spark ML's vectors. */
class VectorsTest extends SparkTestBase {
  private final Faults faults = new Faults();

  private static DataFrameReader reader() {
    return spark.read().format("libsvm-exact").option("vectors", "ml");
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static long size(Dataset<Row> rows) {
    return rows.schema().apply("features").metadata().getLong("numFeatures");
  }

  /** In one task: sums of several are added in the order in which they end. */
  private static LogisticRegressionModel train(Dataset<Row> rows) {
    return new LogisticRegression().setMaxIter(10).setRegParam(0.01).fit(rows.coalesce(1));
  }

  @Test
  void theModelIsThatOfSparksOwnSource() throws IOException {
    String file = resource("libsvm/agaricus.txt.train", folder).toString();
    maxPartitionBytes(200_000);
    // Spark's own counts from 1. Without the number it does not run: its version is another one.
    Dataset<Row> own = spark.read().format("libsvm").option("numFeatures", "126").load(file);
    Dataset<Row> exact = reader().option("libsvm.index.base", "1").load(file);
    assertEquals(126, size(exact));
    assertEquals(own.schema().apply("features"), exact.schema().apply("features"));
    assertEquals(0, own.exceptAll(exact.select("label", "features")).count());
    LogisticRegressionModel expected = train(own);
    LogisticRegressionModel model = train(exact);
    assertArrayEquals(expected.coefficients().toArray(), model.coefficients().toArray());
    assertEquals(expected.intercept(), model.intercept());
    assertTrue(expected.coefficients().toSparse().numNonzeros() > 100);
  }

  @Test
  void sideFilesDoNotCountAsRows() throws IOException {
    file("a.train", "1 3:1\n0 1:1\n");
    file("a.train.query", "2 7:1\n");
    file("a.train.weight", "1\n1\n");
    Dataset<Row> rows = reader().load(folder.toString());
    assertEquals(4, size(rows));
    assertEquals(2, rows.count());
    assertEquals(
        List.of("[null]", "[null]"),
        rows.select("weight").collectAsList().stream().map(Row::toString).toList());
  }

  @Test
  void rowsHaveWeightsAndQueryIds() throws IOException {
    Dataset<Row> rows = reader().load(file("a.libsvm", "1:0.5 7:2 3:0.25\n0:2\n").toString());
    assertEquals(List.of("label", "weight", "qid", "features"), List.of(rows.columns()));
    assertInstanceOf(VectorUDT.class, rows.schema().apply("features").dataType());
    assertEquals(
        List.of("[1.0,0.5,null,(8,[3,7],[0.25,2.0])]", "[0.0,2.0,null,(8,[],[])]"),
        rows.collectAsList().stream().map(Row::toString).toList());
    assertInstanceOf(SparseVector.class, rows.first().getAs("features"));
    LogisticRegressionModel model =
        new LogisticRegression().setWeightCol("weight").setMaxIter(2).fit(rows);
    assertEquals(8, model.numFeatures());
    Dataset<Row> queries =
        reader().load(resource("csr/rank_qid.libsvm", folder).toString()).select("qid", "features");
    assertEquals(1002L, queries.first().getLong(0));
  }

  /** A pass over the file, unless its number of features is given or known. */
  @Test
  void theSizeComesFromTheOptionTheStatisticsOrAPass() throws IOException {
    Path file = file("a.libsvm", "1 3:1\n0 5:1 2:4\n");
    var conf = spark.sparkContext().hadoopConfiguration();
    String watched = faults.over(conf, new org.apache.hadoop.fs.Path(file.toUri())).toString();
    assertEquals(6, size(reader().load(watched)));
    assertTrue(faults.opened() > 0);
    faults.recount();
    assertEquals(9, size(reader().option("numFeatures", "9").load(watched)));
    assertEquals(9, size(reader().option("libsvm.features", "9").load(watched)));
    assertEquals(0, faults.opened());

    // As stats leaves it; only the fields that are used.
    long time = Files.getLastModifiedTime(file).toMillis();
    String kept =
        """
        {"fingerprint": {"version": 5,
          "sources": [{"path": "%s", "length": %d, "mtime": %d}],
          "settings": {"libsvm.format": "libsvm", "libsvm.arguments": "", "libsvm.mode": "strict"}},
         "stats": {"minIndex": 2, "maxIndex": 77}}
        """;
    file("_stats.json", kept.formatted(watched, Files.size(file), time));
    assertEquals(78, size(reader().load(watched)));
    assertEquals(77, size(reader().option("libsvm.index.base", "1").load(watched)));
    assertEquals(6, size(reader().option("libsvm.mode", "lenient").load(watched)));
    file("_stats.json", kept.formatted(watched, Files.size(file), time - 1));
    assertEquals(6, size(reader().load(watched)));
    Files.delete(folder.resolve("_stats.json"));
    file(".a.libsvm.stats.json", kept.formatted(watched, Files.size(file), time));
    assertEquals(78, size(reader().load(watched)));
    file(".a.libsvm.stats.json", "none of it");
    assertEquals(6, size(reader().load(watched)));
  }

  @Test
  void aTableIsAsWideAsItsCells() throws IOException {
    Path file = file("a.csv", "y,a,b\n1,0.5,\n0,1,\n");
    DataFrameReader csv =
        reader().option("libsvm.format", "csv").option("libsvm.arguments", "label_column=0");
    assertEquals(2, size(csv.load(file.toString())));
    assertEquals("[1.0,null,null,(2,[0],[0.5])]", csv.load(file.toString()).first().toString());
    Path ragged = file("b.csv", "1,0.5,\n0,1,2,3\n");
    assertEquals(3, size(csv.option("libsvm.mode", "lenient").load(ragged.toString())));
  }

  @Test
  void anEmptyFirstColumnIsLogged() throws Exception {
    Path file = file("a.libsvm", "1 3:1\n0 5:1 2:4\n");
    assertTrue(heard(reader(), file).stream().anyMatch(note -> note.contains("no index 0")));
    assertEquals(List.of(), heard(reader().option("libsvm.index.base", "0"), file));
    assertEquals(List.of(), heard(reader(), file("b.libsvm", "1 0:1\n")));
  }

  /** Returns what a driver says: its tasks have no listener. */
  private static List<String> heard(DataFrameReader reader, Path file) {
    var said = new ArrayList<String>();
    try (Notes.Listening listening = Notes.listen(said::add)) {
      size(reader.load(file.toString()));
    }
    return said;
  }

  @Test
  void aGivenSchemaNeedsTheSize() throws IOException {
    String file = file("a.libsvm", "1 3:1\n").toString();
    var schema = reader().load(file).select("features").schema();
    assertEquals(1, reader().schema(schema).load(file).collectAsList().size());
    var bare = new org.apache.spark.sql.types.StructType().add("features", VectorType.get());
    Dataset<Row> sized = reader().schema(bare).option("numFeatures", "5").load(file);
    assertEquals("[(5,[3],[1.0])]", sized.first().toString());
    String message =
        causes(
            assertThrows(Exception.class, () -> reader().schema(bare).load(file).collectAsList()));
    assertTrue(message.contains("set numFeatures"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 3:1 3:2 | vectors=ml | a.libsvm at offset 0: expected each index once, found index 3",
        "1 9:1 | vectors=ml,numFeatures=9 | a.libsvm at offset",
        "1 2147483647:1 | vectors=ml | 2147483648 features do not fit Spark's vectors",
        "1 18446744073709551615:1 | vectors=ml | 18446744073709551615",
        "1 3:1 | vectors=dense | vectors is 'dense'; it takes ml",
        "1 3:1 | numFeatures=4 | numFeatures is an option of vectors",
        "1 3:1 | vectors=ml,numFeatures=4,libsvm.features=5 | numFeatures is 4, but libsvm.features",
        "1 3:1 | vectors=ml,libsvm.format=libfm | a vector has no place for the fields of libfm",
      })
  void whatIsNoVectorIsAnError(String text, String options, String expected) throws IOException {
    String file = file("a.libsvm", text + "\n").toString();
    DataFrameReader reader = spark.read().format("libsvm-exact");
    for (String option : options.split(",")) {
      reader = reader.option(option.split("=")[0], option.split("=")[1]);
    }
    DataFrameReader wrong = reader;
    String message = causes(assertThrows(Exception.class, () -> wrong.load(file).collectAsList()));
    assertTrue(message.contains(expected), message);
  }

  private static Dataset<Row> vectors(Object... labelsAndVectors) {
    var rows = new ArrayList<Row>();
    for (int i = 0; i < labelsAndVectors.length; i += 2) {
      rows.add(RowFactory.create(labelsAndVectors[i], labelsAndVectors[i + 1]));
    }
    DataType label =
        labelsAndVectors[0] instanceof Integer ? DataTypes.IntegerType : DataTypes.DoubleType;
    var schema = new StructType().add("label", label).add("features", new VectorUDT());
    return spark.createDataFrame(rows, schema).coalesce(1);
  }

  private String written(DataFrameWriter<Row> writer, String name) throws IOException {
    Path out = folder.resolve(name);
    writer.format("libsvm-exact").save(out.toString());
    return Files.readString(files(out, ".libsvm").get(0));
  }

  @Test
  void vectorsAreWritten() throws IOException {
    Dataset<Row> rows =
        vectors(
            1.5, Vectors.dense(0, 0.25, -0.0, 3),
            0.1, Vectors.sparse(4, new int[] {0, 3}, new double[] {0, 2}),
            2.0, Vectors.sparse(4, new int[0], new double[0]));
    String text = written(rows.write().option("libsvm.output.index.base", "1"), "out");
    assertEquals("1.5 2:0.25 4:3\n0.1 1:0 4:2\n2\n", text);
    String out = folder.resolve("out").toString();
    Dataset<Row> sparks = spark.read().format("libsvm").option("numFeatures", "4").load(out);
    assertEquals(
        List.of("[0.0,0.25,0.0,3.0]", "[0.0,0.0,0.0,2.0]", "[0.0,0.0,0.0,0.0]"),
        sparks.collectAsList().stream()
            .map(row -> row.<Vector>getAs("features").toDense().toString())
            .toList());
    Dataset<Row> exact =
        reader().option("libsvm.index.base", "1").option("numFeatures", "4").load(out);
    assertEquals(
        List.of("[1.5,(4,[1,3],[0.25,3.0])]", "[0.1,(4,[0,3],[0.0,2.0])]", "[2.0,(4,[],[])]"),
        exact.select("label", "features").collectAsList().stream().map(Row::toString).toList());
    Dataset<Row> read = reader().load(resource("csr/rank_qid.libsvm", folder).toString());
    DataFrameWriter<Row> again = read.coalesce(1).drop("weight").write().option("vectors", "ml");
    again.format("libsvm-exact").save(folder.resolve("again").toString());
    assertEquals(
        read.collectAsList(), reader().load(folder.resolve("again").toString()).collectAsList());
  }

  @Test
  void numbersOfOtherTypesAreWrittenWhereTheyFit() throws IOException {
    Dataset<Row> rows =
        spark.sql(
            "SELECT 7 label, 0.5D weight, 3 qid, array(2, 5) indices, array(0.25D, 1e10D) values"
                + " UNION ALL SELECT -1, 2D, 4, array(), array()");
    assertEquals(
        "7:0.5 qid:3 2:0.25 5:10000000000\n-1:2 qid:4\n", written(rows.coalesce(1).write(), "out"));
    assertEquals("7 3:2\n", written(vectors(7, Vectors.dense(0, 0, 0, 2)).write(), "int"));
    Dataset<Row> tenth = vectors(1.0, Vectors.dense(0.1, 0));
    assertEquals("1 0:0.1\n", written(tenth.write().option("values", "nearest"), "near"));
    assertEquals(
        "1 1:2 3:16777216\n",
        written(
            spark.sql("SELECT 1L label, array(1L, 3L) indices, array(2, 16777216) values").write(),
            "i"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1D label, array(1) indices, array(0.1D) values      | has 0.1 in column values: expected a number that a float is
          1D label, array(1) indices, array(16777217) values  | has 1.6777217E7 in column values
          1D label, 1e39D weight, array(1) indices, array(1) values | has 1.0E39 in column weight
          9007199254740993L label, array(1) indices, array(1) values | has 9007199254740993 in column label
          1D label, 2.5D qid, array(1) indices, array(1) values | has 2.5 in column qid: expected a whole number
          1D label, array(-1) indices, array(1) values        | has -1.0 in column indices
          string(1) label, array(1) indices, array(1) values        | column 'label' of libsvm-exact is DOUBLE, not STRING
          1D label, array(1) features                         | column 'features' of libsvm-exact
          1D label                                            | a column 'indices' is needed
          """)
  void otherNumbersAreErrors(String columns, String expected) {
    String out = folder.resolve("out").toString();
    refused(
        expected, () -> spark.sql("SELECT " + columns).write().format("libsvm-exact").save(out));
  }

  @Test
  void aVectorThatFloatsDoNotHoldIsAnError() {
    String out = folder.resolve("out").toString();
    Dataset<Row> tenth = vectors(1.0, Vectors.dense(0.1, 0));
    refused(
        "has 0.1 in column features: expected a number that a float is",
        () -> tenth.write().format("libsvm-exact").save(out));
    refused(
        "takes one of exact, nearest",
        () -> tenth.write().format("libsvm-exact").option("values", "no").save(out + 2));
    refused(
        "libsvm-exact has no column 'x'",
        () -> tenth.toDF("label", "x").write().format("libsvm-exact").save(out + 3));
  }

  /** A class path without spark-mllib. */
  private static final class WithoutMl extends ClassLoader {
    WithoutMl() {
      super(VectorsTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("org.apache.spark.ml.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.equals(VectorType.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  @Test
  void withoutSparkMlTheOptionIsAnError() throws Exception {
    Method get = new WithoutMl().loadClass(VectorType.class.getName()).getDeclaredMethod("get");
    get.setAccessible(true);
    var thrown = assertThrows(InvocationTargetException.class, () -> get.invoke(null));
    String message = thrown.getCause().toString();
    assertTrue(message.contains("vectors is ml, but the class path has no spark-mllib"), message);
  }
}
