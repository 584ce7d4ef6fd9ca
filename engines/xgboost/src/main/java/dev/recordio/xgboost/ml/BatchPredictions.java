// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.ml;

import dev.recordio.sparse.CsrBlock;
import dev.recordio.xgboost.TrainedModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** Predicts the rows of a partition, batch by batch. */
final class BatchPredictions implements MapPartitionsFunction<Row, Row> {
  private static final long serialVersionUID = 1;

  private static final int BATCH_ROWS = 1 << 12;
  private static final int BATCH_ENTRIES = 1 << 20;

  /** A model for all tasks of an executor, which loads it once. */
  static final class Shared implements Serializable {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;
    private final int threads;
    private transient TrainedModel model;

    Shared(TrainedModel model, int threads) {
      var saved = new ByteArrayOutputStream();
      try {
        model.write(new DataOutputStream(saved));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      bytes = saved.toByteArray();
      this.threads = threads;
    }

    private synchronized TrainedModel model() throws IOException, XGBoostError {
      if (model == null) {
        model = TrainedModel.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        model.booster().setParam("nthread", threads);
      }
      return model;
    }
  }

  private final Broadcast<Shared> shared;
  private final FeatureReader features;
  private final int[] places;
  private final Prediction prediction;

  /**
   * Prepares predictions.
   *
   * @param schema of the rows
   */
  BatchPredictions(
      Broadcast<Shared> shared, FeatureReader features, StructType schema, Prediction prediction) {
    this.shared = shared;
    this.features = features;
    places = features.columns().stream().mapToInt(schema::fieldIndex).toArray();
    this.prediction = prediction;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) throws IOException, XGBoostError {
    TrainedModel model = shared.value().model();
    String best = model.booster().getAttr("best_iteration");
    int trees = best == null ? 0 : Integer.parseInt(best) + 1;
    return new Iterator<>() {
      private Iterator<Row> batch = Collections.emptyIterator();

      @Override
      public boolean hasNext() {
        return batch.hasNext() || rows.hasNext();
      }

      @Override
      public Row next() {
        if (!batch.hasNext()) {
          batch = predict(model, trees, rows).iterator();
        }
        return batch.next();
      }
    };
  }

  private List<Row> predict(TrainedModel model, int trees, Iterator<Row> rows) {
    var batch = new ArrayList<Row>();
    var block = new CsrBlock();
    while (rows.hasNext() && block.rows() < BATCH_ROWS && block.entries() < BATCH_ENTRIES) {
      Row row = rows.next();
      block.addRow(0);
      features.add(row, places, block);
      batch.add(row);
    }
    try {
      List<float[][]> results = predict(model, block, trees);
      for (int i = 0; i < batch.size(); i++) {
        batch.set(i, with(batch.get(i), prediction.values(results, i)));
      }
      return batch;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (XGBoostError e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private List<float[][]> predict(TrainedModel model, CsrBlock block, int trees)
      throws IOException, XGBoostError {
    return prediction.needsSums()
        ? model.predict(block, trees, false, true)
        : model.predict(block, trees, false);
  }

  private static Row with(Row row, List<Object> more) {
    Object[] values = new Object[row.size() + more.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < row.size() ? row.get(i) : more.get(i - row.size());
    }
    return RowFactory.create(values);
  }
}
