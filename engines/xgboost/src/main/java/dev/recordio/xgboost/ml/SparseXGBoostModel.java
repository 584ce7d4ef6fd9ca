// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import dev.recordio.xgboost.TrainedModel;
import dev.recordio.xgboost.train.TrainReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A model of XGBoost's that predicts sparse rows, a few thousand at a time, without a dense row.
 *
 * <p>It is saved as a folder with Spark's {@code metadata}, {@code model.ubj} as XGBoost writes it,
 * and {@code columns.npy} if only columns that occur are XGBoost's.
 *
 * @param <M> the model
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public abstract class SparseXGBoostModel<M extends SparseXGBoostModel<M>> extends Model<M>
    implements FeatureParams<M>, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private transient TrainedModel model;
  private transient TrainReport report;

  SparseXGBoostModel(String uid) {
    this.uid = uid;
    setFeatureDefaults();
    setDefault(numFeatures(), 0);
  }

  /** Returns this model with a trained one in it. */
  M of(TrainedModel trained, TrainReport ofTraining) {
    model = trained;
    report = ofTraining;
    return self();
  }

  @SuppressWarnings("unchecked")
  private M self() {
    return (M) this;
  }

  @Override
  public String uid() {
    return uid;
  }

  /** How long the vectors of the training were; 0 if it had none. */
  public IntParam numFeatures() {
    return new IntParam(this, "numFeatures", "how long the vectors of the training were");
  }

  /** Returns the model as XGBoost has it, with its columns. */
  public TrainedModel trained() {
    return model;
  }

  /** Returns the report of the training; null when the model was not trained in this program. */
  public TrainReport report() {
    return report;
  }

  /** Returns what makes the values of {@link #outputs}. */
  Prediction prediction() {
    return Prediction.NUMBER;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = dataset.schema();
    var features = new FeatureReader(this, schema).ofSize(value(numFeatures()));
    var context = new JavaSparkContext(dataset.sparkSession().sparkContext());
    var shared = new BatchPredictions.Shared(model, context.getConf().getInt("spark.task.cpus", 1));
    return dataset
        .toDF()
        .mapPartitions(
            new BatchPredictions(context.broadcast(shared), features, schema, prediction()),
            Encoders.row(transformSchema(schema)));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return withOutputs(schema);
  }

  @Override
  public M copy(ParamMap extra) {
    M copy = defaultCopy(extra);
    return copy.of(model, report).setParent(parent());
  }

  @Override
  public MLWriter write() {
    MLWriter params = DefaultParamsWritable.super.write();
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        try {
          params.session(sparkSession()).save(path);
          var folder = new Path(path);
          model.write(fileSystem(folder, sparkSession()), folder);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  private static FileSystem fileSystem(Path folder, SparkSession session) throws IOException {
    return folder.getFileSystem(session.sparkContext().hadoopConfiguration());
  }

  /** Reads a model of a class. */
  static <M extends SparseXGBoostModel<M>> MLReader<M> reader() {
    MLReader<M> params = new DefaultParamsReadable<M>() {}.read();
    return new MLReader<>() {
      @Override
      public M load(String path) {
        try {
          var folder = new Path(path);
          M empty = params.session(sparkSession()).load(path);
          FileSystem fs = fileSystem(folder, sparkSession());
          return empty.of(TrainedModel.read(fs, folder), null);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } catch (XGBoostError e) {
          throw new IllegalStateException(e.getMessage(), e);
        }
      }
    };
  }
}
