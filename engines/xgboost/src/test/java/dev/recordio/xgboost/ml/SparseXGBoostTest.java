// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.udf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.Python;
import dev.recordio.testing.Supports;
import dev.recordio.xgboost.DMatrixBuilder;
import dev.recordio.xgboost.testing.LocalSpark;
import dev.recordio.xgboost.testing.Models;
import dev.recordio.xgboost.testing.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.BinaryClassificationEvaluator;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.Normalizer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimators in Pipelines of a Spark in this process, compared with XGBoost alone. */
@Supports(
    row = "distributed XGBoost training on rows or npz shards; unused columns are dropped",
    engine = "Spark 4.2")
class SparseXGBoostTest {
  private static SparkSession spark;

  @TempDir Path dir;

  @BeforeAll
  static void begin() {
    spark =
        SparkSession.builder()
            .config(LocalSpark.conf())
            .config("spark.sql.shuffle.partitions", "3")
            .config(
                "spark.sql.warehouse.dir", Path.of("target/warehouse").toAbsolutePath().toString())
            .getOrCreate();
  }

  @AfterAll
  static void end() {
    spark.stop();
  }

  private static Dataset<Row> rows(Path text) {
    return spark.read().format("libsvm-exact").load(text.toString());
  }

  private static Dataset<Row> vectors(Path text, int size) {
    return spark
        .read()
        .format("libsvm-exact")
        .option("vectors", "ml")
        .option("numFeatures", size)
        .load(text.toString());
  }

  private static SparseXGBoostClassifier classifier() {
    return new SparseXGBoostClassifier()
        .setNumRound(Models.ROUNDS)
        .setMaxDepth(3)
        .setEta(0.5)
        .setSeed(1)
        .setParameters("tree_method=hist", "nthread=1");
  }

  private static Dataset<Row> frame(String features, List<Row> rows) {
    var type = features.equals("features") ? SQLDataTypes.VectorType() : DataTypes.StringType;
    return spark.createDataFrame(
        rows,
        new StructType()
            .add("label", DataTypes.DoubleType)
            .add(features, type)
            .add("qid", DataTypes.LongType)
            .add("weight", DataTypes.DoubleType)
            .add("valid", DataTypes.BooleanType));
  }

  private static Row row(double label, Object features) {
    return RowFactory.create(label, features, 1L, 1.0, false);
  }

  /** Rows of 3 classes and 4 columns, of which each row has two. */
  private static List<Row> threeClasses() {
    return IntStream.range(0, 120)
        .mapToObj(
            i ->
                row(
                    i % 3,
                    Vectors.sparse(4, new int[] {i % 3, 3}, new double[] {1 + i % 5, i % 7})))
        .toList();
  }

  private static float[][] probabilities(Dataset<Row> predicted) {
    return predicted.select("probability").collectAsList().stream()
        .map(row -> new float[] {(float) row.<Vector>getAs(0).apply(1)})
        .toArray(float[][]::new);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void rowsAndVectorsTrainWhatOneProcessTrainsOnText(int workers) throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    Booster alone = Models.alone(text, Models.BINARY);
    float[][] expected = alone.predict(Models.text(text));
    for (Dataset<Row> rows : List.of(rows(text), vectors(text, 127))) {
      SparseXGBoostClassificationModel model = classifier().setNumWorkers(workers).fit(rows);
      assertEquals(workers, model.report().workers());
      assertEquals(6513, model.report().rows());
      assertEquals(117, model.report().columns());
      Dataset<Row> predicted = model.transform(rows);
      assertArrayEquals(expected, probabilities(predicted));
      Row first = predicted.select("prediction", "rawPrediction", "probability").head();
      float margin = alone.predict(Models.text(text), true)[0][0];
      assertEquals(Vectors.dense(-margin, margin), first.get(1));
      assertEquals(Vectors.dense(1.0 - expected[0][0], expected[0][0]), first.get(2));
      assertEquals(expected[0][0] > 0.5 ? 1.0 : 0.0, first.getDouble(0));
      SparseXGBoostClassificationModel asIs =
          classifier().setNumWorkers(workers).setCompactColumns(false).fit(rows);
      assertArrayEquals(alone.toByteArray("ubj"), asIs.trained().bytes());
    }
  }

  @Test
  void realNumbersAndWeightsTrainToTheBitOnOneWorker() throws Exception {
    Path text = Models.copy("/rows/weighted.libsvm", dir);
    Map<String, String> params = new TreeMap<>(Models.BINARY);
    params.put("objective", "reg:squarederror");
    CsrBlock block = Text.rows(text);
    var builder = new DMatrixBuilder();
    builder.add(block);
    DMatrix matrix = builder.build(ColumnMap.asIs(builder.width()), 1);
    Booster alone = Models.alone(matrix, params);
    SparseXGBoostRegressor regressor =
        new SparseXGBoostRegressor()
            .setWeightCol("weight")
            .setNumRound(Models.ROUNDS)
            .setMaxDepth(3)
            .setEta(0.5)
            .setSeed(1)
            .setCompactColumns(false)
            .setParameters("tree_method=hist", "nthread=1");
    SparseXGBoostRegressionModel model = regressor.fit(rows(text));
    assertArrayEquals(alone.toByteArray("ubj"), model.trained().bytes());
    double[] expected = new double[block.rows()];
    float[][] floats = alone.predict(matrix);
    for (int i = 0; i < expected.length; i++) {
      expected[i] = floats[i][0];
    }
    assertArrayEquals(
        expected,
        model.transform(rows(text)).select("prediction").collectAsList().stream()
            .mapToDouble(row -> row.getDouble(0))
            .toArray());
  }

  @Test
  void theSameRowsMakeTheSameModelHoweverTheyAreDivided() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Dataset<Row> parts = rows(text).repartition(7).cache();
    byte[] once = classifier().setNumWorkers(2).fit(parts).trained().bytes();
    assertArrayEquals(once, classifier().setNumWorkers(2).fit(parts).trained().bytes());
    byte[] one = classifier().fit(parts).trained().bytes();
    assertArrayEquals(one, classifier().fit(parts.coalesce(1)).trained().bytes());
    assertArrayEquals(one, classifier().fit(parts.union(parts.limit(0))).trained().bytes());
    parts.unpersist();
  }

  @Test
  void rowsAreNotShuffledThatHaveAPartitionForEachWorker() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Dataset<Row> two = rows(text).repartition(2).filter(col("label").geq(0));
    assertEquals(1, shuffles(new TrainRows(two, classifier(), null).divided(2)));
    assertEquals(2, shuffles(new TrainRows(two, classifier(), null).divided(3)));
    assertEquals(2, shuffles(new TrainRows(two.coalesce(1), classifier(), null).divided(2)));
    assertEquals(2, classifier().setNumWorkers(2).fit(two).report().workers());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void whatComesBeforeIsComputedOnce(int workers) throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    LongAccumulator read = spark.sparkContext().longAccumulator();
    UserDefinedFunction counted =
        udf(
            (UDF1<Double, Double>)
                label -> {
                  read.add(1);
                  return label;
                },
            DataTypes.DoubleType);
    Dataset<Row> rows =
        rows(text)
            .withColumn("label", counted.apply(col("label").cast("double")))
            .repartition(2)
            .filter(col("label").geq(0));
    new SparseXGBoostRegressor().setNumRound(1).setNumWorkers(workers).fit(rows);
    assertEquals(400, read.value());
  }

  private static long shuffles(Dataset<Row> rows) {
    return Stream.of(rows.queryExecution().executedPlan().toString().split("Exchange", -1)).count()
        - 1;
  }

  @Test
  void aPipelineIsSavedAndReadWithItsModel() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Dataset<Row> rows = vectors(text, 300);
    var pipeline =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  new Normalizer().setInputCol("features").setOutputCol("scaled"),
                  classifier().setFeaturesCol("scaled")
                });
    String estimator = dir.resolve("pipeline").toString();
    pipeline.save(estimator);
    PipelineModel model = Pipeline.load(estimator).fit(rows);
    String saved = dir.resolve("model").toString();
    model.save(saved);
    PipelineModel read = PipelineModel.load(saved);
    List<Row> expected = model.transform(rows).collectAsList();
    assertEquals(expected, read.transform(rows).collectAsList());
    var last = (SparseXGBoostClassificationModel) read.stages()[1];
    assertEquals(300, last.<Integer>value(last.numFeatures()));
    assertNull(last.report());
    assertEquals(
        expected,
        last.copy(ParamMap.empty()).transform(model.stages()[0].transform(rows)).collectAsList());
    assertThrows(IOException.class, () -> model.save(saved));
    model.write().overwrite().save(saved);
    try (Stream<Path> files = Files.find(Path.of(saved), 9, (file, facts) -> true)) {
      Path ubj = files.filter(file -> file.endsWith("model.ubj")).findFirst().orElseThrow();
      assertEquals(Models.ROUNDS, XGBoost.loadModel(ubj.toString()).getNumBoostedRound());
      assertTrue(Files.exists(ubj.resolveSibling("columns.npy")));
    }
  }

  @Test
  void aCrossValidatorTriesParameters() throws Exception {
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    SparseXGBoostClassifier classifier = classifier().setNumRound(1);
    ParamMap[] grid =
        new ParamGridBuilder().addGrid(classifier.maxDepth(), new int[] {1, 5}).build();
    CrossValidatorModel best =
        new CrossValidator()
            .setEstimator(classifier)
            .setEstimatorParamMaps(grid)
            .setEvaluator(new BinaryClassificationEvaluator())
            .setNumFolds(2)
            .setSeed(1)
            .fit(rows(text));
    assertTrue(best.avgMetrics()[0] < best.avgMetrics()[1]);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "1, true", "2, true"})
  void theTrainingEndsWhenRowsForValidationAreNoBetter(int workers, boolean onDisk)
      throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    CsrBlock block = Text.rows(text);
    Dataset<Row> rows =
        rows(text).coalesce(1).withColumn("valid", monotonically_increasing_id().mod(4).equalTo(3));
    SparseXGBoostClassifier classifier =
        classifier()
            .setValidationIndicatorCol("valid")
            .setNumEarlyStoppingRounds(3)
            .setEvalMetric("logloss")
            .setNumRound(200)
            .setCompactColumns(false)
            .setMaxBin(512)
            .setExternalMemory(onDisk)
            .setNumWorkers(workers);
    SparseXGBoostClassificationModel model = classifier.fit(rows);
    DMatrix[] matrices = trainingAndValidation(block);
    var metrics = new float[1][200];
    Map<String, Object> params = new TreeMap<>(Models.BINARY);
    params.put("eval_metric", "logloss");
    params.put("max_bin", "512");
    Booster alone =
        XGBoost.train(
            matrices[0], params, 200, Map.of("validation", matrices[1]), metrics, null, null, 3);
    int best = Integer.parseInt(alone.getAttr("best_iteration"));
    assertTrue(best + 4 < 200, "it ends early");
    assertEquals(best + 4, model.report().rounds());
    assertEquals(300, model.report().rows());
    List<Float> measured = model.report().validation();
    assertEquals(best + 4, measured.size());
    for (int i = 0; i < measured.size(); i++) {
      assertEquals(metrics[0][i], measured.get(i), workers == 1 ? 0 : 1e-5, "round " + i);
    }
    if (workers == 1) {
      assertArrayEquals(alone.toByteArray("ubj"), model.trained().bytes());
    }
    var builder = new DMatrixBuilder();
    builder.add(block);
    DMatrix all = builder.build(ColumnMap.asIs(builder.width()), 1);
    float[][] expected = alone.predict(all, false, best + 1);
    float[][] found = probabilities(model.transform(rows));
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], found[i], workers == 1 ? 0 : 1e-5f, "row " + i);
    }
  }

  private static DMatrix[] trainingAndValidation(CsrBlock block) throws Exception {
    var builders = new DMatrixBuilder[] {new DMatrixBuilder(), new DMatrixBuilder()};
    for (int i = 0; i < block.rows(); i++) {
      var one = new CsrBlock();
      one.addRows(block, i, i + 1);
      builders[i % 4 == 3 ? 1 : 0].add(one);
    }
    var columns = ColumnMap.asIs(builders[0].width());
    return new DMatrix[] {builders[0].build(columns, 1), builders[1].build(columns, 1)};
  }

  @Test
  void earlyStoppingNeedsRowsForValidation() throws Exception {
    Path text = Models.copy("/rows/real.libsvm", dir);
    Dataset<Row> rows = rows(text).withColumn("valid", lit(false));
    Exception failed =
        assertThrows(
            Exception.class,
            () ->
                classifier()
                    .setValidationIndicatorCol("valid")
                    .setNumEarlyStoppingRounds(2)
                    .fit(rows));
    assertTrue(failed.getMessage().contains("early stopping needs rows"), failed.getMessage());
  }

  @Test
  void threeClassesHaveThreeProbabilities() {
    Dataset<Row> rows = frame("features", threeClasses());
    SparseXGBoostClassificationModel model = classifier().fit(rows);
    Row first = model.transform(rows).head();
    assertEquals(3, first.<Vector>getAs("rawPrediction").size());
    double[] probabilities = first.<Vector>getAs("probability").toArray();
    assertEquals(1, probabilities[0] + probabilities[1] + probabilities[2], 1e-6);
    double accuracy =
        new MulticlassClassificationEvaluator()
            .setMetricName("accuracy")
            .evaluate(model.transform(rows));
    assertEquals(1, accuracy);
    assertEquals(
        List.of("label", "features", "qid", "weight", "valid", "prediction"),
        List.of(model.setRawPredictionCol("").setProbabilityCol("").transform(rows).columns()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void groupsAreRankedWholeOnAWorker(int workers) throws Exception {
    Path text = Models.copy("/rows/rank_qid.libsvm", dir);
    Map<String, String> params = new TreeMap<>(Models.BINARY);
    params.put("objective", "rank:ndcg");
    params.put("max_bin", "512");
    SparseXGBoostRanker ranker =
        new SparseXGBoostRanker()
            .setNumWorkers(workers)
            .setNumRound(Models.ROUNDS)
            .setMaxDepth(3)
            .setEta(0.5)
            .setSeed(1)
            .setMaxBin(512)
            .setCompactColumns(false)
            .setParameters("tree_method=hist", "nthread=1");
    Dataset<Row> rows = rows(text);
    SparseXGBoostRankerModel model = ranker.fit(rows);
    assertEquals(300, model.report().rows());
    byte[] again = ranker.fit(rows).trained().bytes();
    assertArrayEquals(again, model.trained().bytes());
    if (workers == 1) {
      var sorted = new DMatrixBuilder();
      sorted.add(byGroup(Text.rows(text)));
      DMatrix matrix = sorted.build(ColumnMap.asIs(sorted.width()), 1);
      assertArrayEquals(Models.alone(matrix, params).toByteArray("ubj"), again);
    }
    assertEquals(300, model.transform(rows).select("prediction").count());
  }

  /** Rows by their group's number, each group in its order. */
  private static CsrBlock byGroup(CsrBlock block) {
    var order = new ArrayList<Integer>(IntStream.range(0, block.rows()).boxed().toList());
    order.sort(Comparator.comparingLong(i -> block.qids()[i]));
    var sorted = new CsrBlock();
    order.forEach(i -> sorted.addRows(block, i, i + 1));
    return sorted;
  }

  @Test
  void zerosAreValuesOrMissingAndAbsentEntriesTooAsIsSet() throws Exception {
    float[] dense = new float[120 * 4];
    var labels = new float[120];
    List<Row> rows = threeClasses();
    for (int i = 0; i < 120; i++) {
      labels[i] = (float) rows.get(i).getDouble(0);
      double[] values = rows.get(i).<Vector>getAs(1).toArray();
      for (int c = 0; c < 4; c++) {
        dense[4 * i + c] = (float) values[c];
      }
    }
    Map<String, String> params = new TreeMap<>(Models.BINARY);
    params.put("objective", "multi:softprob");
    params.put("num_class", "3");
    Dataset<Row> sparse = frame("features", rows);
    for (float missing : new float[] {0, Float.NaN}) {
      var matrix = new DMatrix(dense, 120, 4, missing);
      matrix.setLabel(labels);
      byte[] expected = Models.alone(matrix, params).toByteArray("ubj");
      SparseXGBoostClassifier classifier =
          classifier().setCompactColumns(false).setMissing(missing);
      if (Float.isNaN(missing)) {
        classifier.setAbsent(FeatureParams.ZERO);
      }
      assertArrayEquals(expected, classifier.fit(sparse).trained().bytes(), "missing " + missing);
      List<Row> full =
          rows.stream().map(row -> row(row.getDouble(0), row.<Vector>getAs(1).toDense())).toList();
      assertArrayEquals(
          expected,
          classifier.fit(frame("features", full)).trained().bytes(),
          "missing " + missing);
    }
    var entries = new CsrBlock();
    for (Row row : rows) {
      entries.addRow((float) row.getDouble(0));
      row.<Vector>getAs(1)
          .foreachActive(
              (i, value) -> {
                entries.add((int) i, (float) (double) value);
                return null;
              });
    }
    var builder = new DMatrixBuilder();
    builder.add(entries);
    DMatrix matrix = builder.build(ColumnMap.asIs(4), 1);
    assertArrayEquals(
        Models.alone(matrix, params).toByteArray("ubj"),
        classifier().setCompactColumns(false).fit(sparse).trained().bytes());
  }

  @Test
  void aDenseVectorWithAZeroIsAmbiguous() {
    Dataset<Row> rows =
        frame("features", List.of(row(0, Vectors.dense(1, 2)), row(1, Vectors.dense(0, 2))));
    Exception failed = assertThrows(Exception.class, () -> classifier().fit(rows));
    assertTrue(
        failed.getMessage().contains("dense vector with a zero at 0 in features"),
        failed.getMessage());
    assertTrue(failed.getMessage().contains("setMissing(0)"), failed.getMessage());
  }

  @Test
  void vectorsHaveTheLengthOfTheTraining() {
    Dataset<Row> rows = frame("features", threeClasses());
    SparseXGBoostClassificationModel model = classifier().fit(rows);
    Dataset<Row> longer =
        frame("features", List.of(row(0, Vectors.sparse(5, new int[] {4}, new double[] {1}))));
    Exception failed = assertThrows(Exception.class, () -> model.transform(longer).collectAsList());
    assertTrue(
        failed.getMessage().contains("a vector of 5 columns in features"), failed.getMessage());
    assertThrows(Exception.class, () -> classifier().fit(rows.union(longer)));
  }

  @Test
  void aColumnThatDoesNotOccurInTheTrainingIsMissing() {
    Dataset<Row> rows = frame("features", threeClasses()).drop("features");
    Dataset<Row> train =
        rows.withColumn("indices", array(col("label").cast("bigint"), lit(1L << 62)))
            .withColumn("values", array(lit(1f), lit(2f)));
    Dataset<Row> more =
        rows.withColumn("indices", array(col("label").cast("bigint"), lit(1L << 62), lit(-1L)))
            .withColumn("values", array(lit(1f), lit(2f), lit(3f)));
    SparseXGBoostClassificationModel model = classifier().fit(train);
    assertEquals(4, model.trained().columns().size());
    assertEquals(
        model.transform(train).select("probability").collectAsList(),
        model.transform(more).select("probability").collectAsList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "label=-1 | labels of classes must be 0, 1 and so on, but they go from -1.0 to",
        "label=0.5 | and are not whole numbers",
        "label=NULL | there is no row with a label",
        "features=1 | column features must be a vector of Spark ML, not INT",
        "prediction=1 | there is a column prediction already",
        "drop=features | no column features, and not both indices and values; the columns are [label",
        "drop=label | no column label",
      })
  void wrongColumnsAreOneError(String change, String message) {
    String[] pair = change.split("=");
    Dataset<Row> rows = frame("features", threeClasses());
    Dataset<Row> wrong =
        pair[0].equals("drop")
            ? rows.drop(pair[1])
            : rows.withColumn(
                pair[0],
                pair[1].equals("NULL")
                    ? lit(null).cast("double")
                    : pair[1].contains(".") ? lit(0.5) : lit(Integer.parseInt(pair[1])));
    Exception failed = assertThrows(Exception.class, () -> classifier().fit(wrong));
    assertTrue(failed.getMessage().contains(message), failed.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "label, a row has NULL in column label",
    "features, a row has NULL in column features",
    "weight, a row has NULL in column weight",
    "valid, a row has NULL in column valid"
  })
  void aNullInARowIsOneError(String column, String message) {
    var rows = new ArrayList<>(threeClasses());
    Row last = rows.get(119);
    Object[] values = new Object[5];
    for (int i = 0; i < 5; i++) {
      values[i] =
          i == List.of("label", "features", "qid", "weight", "valid").indexOf(column)
              ? null
              : last.get(i);
    }
    rows.set(119, RowFactory.create(values));
    SparseXGBoostClassifier classifier =
        classifier().setWeightCol("weight").setValidationIndicatorCol("valid");
    Exception failed = assertThrows(Exception.class, () -> classifier.fit(frame("features", rows)));
    assertTrue(failed.getMessage().contains(message), failed.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "multi:softmax, 0, objective must be one of",
    "binary:logistic, 2, early stopping needs num_parallel_tree=1"
  })
  void parametersThatDoNotGoTogetherAreOneError(String objective, int stopping, String message) {
    Exception failed =
        assertThrows(
            Exception.class,
            () ->
                classifier()
                    .setObjective(objective)
                    .setNumEarlyStoppingRounds(stopping)
                    .setParameters("num_parallel_tree=2")
                    .fit(frame("features", threeClasses())));
    assertTrue(failed.getMessage().contains(message), failed.getMessage());
  }

  /** Python's XGBoost of Debian is 1.7, which does not read a base score that 3.1 has estimated. */
  @Test
  void pythonPredictsWithTheModelAndTrainsItToTheBit() throws Exception {
    Python.assumeHas("xgboost");
    Path text = Models.copy("/fixtures/libsvm/agaricus.txt.train", dir);
    SparseXGBoostClassificationModel model =
        classifier()
            .setParameters("tree_method=hist", "nthread=1", "base_score=0.5")
            .fit(rows(text));
    Path folder = dir.resolve("model");
    model.save(folder.toString());
    var expected = new StringBuilder();
    for (float[] row : probabilities(model.transform(rows(text)))) {
      expected.append(Float.floatToIntBits(row[0])).append(' ');
    }
    String found =
        Python.run(
            """
            import sys, numpy, xgboost
            from scipy.sparse import csr_matrix
            labels, offsets, indices = [], [0], []
            for line in open(sys.argv[1]):
                words = line.split()
                labels.append(float(words[0]))
                indices += [int(word.split(":")[0]) for word in words[1:]]
                offsets.append(len(indices))
            rows = csr_matrix((numpy.ones(len(indices), "f4"), indices, offsets))
            columns = numpy.load(sys.argv[2] + "/columns.npy").astype(int)
            matrix = xgboost.DMatrix(rows[:, columns], labels)
            def predicted(booster):
                return " ".join(str(bits) for bits in booster.predict(matrix).view("i4"))
            print(predicted(xgboost.Booster(model_file=sys.argv[2] + "/model.ubj")))
            params = {"objective": "binary:logistic", "tree_method": "hist", "max_depth": 3,
                      "eta": 0.5, "seed": 1, "nthread": 1, "base_score": 0.5}
            print(predicted(xgboost.train(params, matrix, int(sys.argv[3]))))
            """,
            text,
            folder,
            Path.of(Integer.toString(Models.ROUNDS)));
    String line = expected.toString().strip();
    assertEquals(line + System.lineSeparator() + line, found);
  }

  @Test
  void moreWorkersThanThreadsAreAnErrorAtOnce() {
    Dataset<Row> rows = frame("features", threeClasses());
    Exception failed =
        assertThrows(InvalidSettingException.class, () -> classifier().setNumWorkers(4).fit(rows));
    assertEquals(
        "4 workers must run at the same time, but Spark has room for 3 tasks: start it with more"
            + " threads, as local[4], or take fewer workers",
        failed.getMessage());
  }

  @Test
  void withoutRowsThereIsNothingToTrainOn() {
    Dataset<Row> none = frame("features", threeClasses()).limit(0);
    for (SparseXGBoostEstimator<?, ?> estimator :
        List.of(classifier(), new SparseXGBoostRegressor(), new SparseXGBoostRanker())) {
      Exception failed = assertThrows(InvalidSettingException.class, () -> estimator.fit(none));
      assertTrue(failed.getMessage().startsWith("there is no row"), failed.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWorkerMayHaveNoRowsForValidation(boolean onDisk) throws Exception {
    Path text = Models.copy("/rows/rank_qid.libsvm", dir);
    Dataset<Row> rows = rows(text).withColumn("valid", col("qid").equalTo(1178));
    SparseXGBoostRankerModel model =
        new SparseXGBoostRanker()
            .setValidationIndicatorCol("valid")
            .setNumWorkers(3)
            .setNumRound(2)
            .setExternalMemory(onDisk)
            .fit(rows);
    assertEquals(290, model.report().rows());
    assertEquals(2, model.report().validation().size());
  }
}
