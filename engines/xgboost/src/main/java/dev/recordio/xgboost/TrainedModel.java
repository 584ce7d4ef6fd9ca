// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.fs.stream.Files;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import java.io.FileNotFoundException;
import java.io.IOException;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A model, and which columns it was trained on. In a folder: {@code model.ubj} or {@code
 * model.json}, as XGBoost saves it, and {@code columns.npy} if its columns are not the rows' own.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TrainedModel {
  private static final String STEM = "model.";

  private final byte[] bytes;
  private final ModelFormat format;
  private final ColumnMap columns;
  private Booster booster;

  /**
   * Takes a model.
   *
   * @param bytes as XGBoost saves it
   * @param columns those it was trained on
   */
  public TrainedModel(byte[] bytes, ModelFormat format, ColumnMap columns) {
    this.bytes = bytes;
    this.format = format;
    this.columns = columns;
  }

  /**
   * Reads a model from its folder.
   *
   * @throws FileNotFoundException when there is none
   */
  public static TrainedModel read(FileSystem fs, Path folder) throws IOException, XGBoostError {
    for (ModelFormat format : ModelFormat.values()) {
      var file = new Path(folder, STEM + format);
      if (fs.exists(file)) {
        return read(fs, folder, Files.readAll(fs, file), format);
      }
    }
    throw new FileNotFoundException(folder + " has no " + STEM + ModelFormat.UBJ);
  }

  private static TrainedModel read(FileSystem fs, Path folder, byte[] bytes, ModelFormat format)
      throws IOException, XGBoostError {
    var map = new Path(folder, ColumnFile.NAME);
    if (fs.exists(map)) {
      return new TrainedModel(bytes, format, ColumnFile.read(fs, map));
    }
    Booster booster = XGBoost.loadModel(bytes);
    var model = new TrainedModel(bytes, format, ColumnMap.asIs(booster.getNumFeature()));
    model.booster = booster;
    return model;
  }

  /** Writes the model into a folder, which may exist. */
  public void write(FileSystem fs, Path folder) throws IOException {
    try (FSDataOutputStream out = Files.overwrite(fs, new Path(folder, STEM + format))) {
      out.write(bytes);
    }
    if (columns.isCompact()) {
      ColumnFile.write(fs, new Path(folder, ColumnFile.NAME), columns);
    }
  }

  /** Returns the model as XGBoost saves it. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Returns how {@link #bytes} are written. */
  public ModelFormat format() {
    return format;
  }

  /** Returns the columns it was trained on. */
  public ColumnMap columns() {
    return columns;
  }

  /** Returns the model, loaded once. {@link #columns} has its columns. */
  public Booster booster() throws IOException, XGBoostError {
    if (booster == null) {
      booster = XGBoost.loadModel(bytes);
    }
    return booster;
  }

  /**
   * Predicts rows that have the columns of the training's rows; others are missing values.
   *
   * @param rows with any labels; not changed
   * @return for each row its predictions, as XGBoost's {@code predict} has them
   */
  public float[][] predict(CsrBlock rows) throws IOException, XGBoostError {
    if (rows.rows() == 0) {
      return new float[0][];
    }
    var builder = new DMatrixBuilder();
    builder.add(rows);
    DMatrix matrix = builder.matrix(columns, 0);
    try {
      return booster().predict(matrix);
    } finally {
      matrix.dispose();
    }
  }
}
