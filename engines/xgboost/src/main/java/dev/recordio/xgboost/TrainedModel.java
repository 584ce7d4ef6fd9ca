// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.fs.stream.Files;
import dev.recordio.sparse.ColumnMap;
import dev.recordio.sparse.CsrBlock;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
 * A model, and the columns it was trained on. Its folder has {@code model.ubj} or {@code
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
   * @param bytes the model as XGBoost saves it
   * @param columns the columns it was trained on
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

  /** Writes the model for another process. */
  @InterfaceAudience.Private
  public void write(DataOutput out) throws IOException {
    out.writeUTF(format.name());
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeBoolean(columns.isCompact());
    out.writeInt(columns.size());
    for (int i = 0; columns.isCompact() && i < columns.size(); i++) {
      out.writeLong(columns.column(i));
    }
  }

  /** Reads what {@link #write(DataOutput)} wrote. */
  @InterfaceAudience.Private
  public static TrainedModel read(DataInput in) throws IOException {
    ModelFormat format = ModelFormat.valueOf(in.readUTF());
    byte[] saved = new byte[in.readInt()];
    in.readFully(saved);
    boolean compact = in.readBoolean();
    int size = in.readInt();
    long[] columns = new long[compact ? size : 0];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = in.readLong();
    }
    ColumnMap map = compact ? ColumnMap.compact(columns) : ColumnMap.asIs(size);
    return new TrainedModel(saved, format, map);
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
      NativeLibrary.load();
      booster = XGBoost.loadModel(bytes);
    }
    return booster;
  }

  /**
   * Predicts rows. Columns that the training's rows did not have are missing values.
   *
   * @param rows with any labels; not changed
   * @return the predictions of each row, as XGBoost's {@code predict} returns them
   */
  public float[][] predict(CsrBlock rows) throws IOException, XGBoostError {
    return predict(rows, 0, false).get(0);
  }

  /**
   * Predicts rows by the first trees.
   *
   * @param trees how many for each class; 0 for all
   * @param margins for each result, whether it has the sums of the leaves, or the objective's
   *     predictions from the sums
   * @return the results, each with the predictions of each row
   */
  public List<float[][]> predict(CsrBlock rows, int trees, boolean... margins)
      throws IOException, XGBoostError {
    if (rows.rows() == 0) {
      return Collections.nCopies(margins.length, new float[0][]);
    }
    var builder = new DMatrixBuilder();
    builder.add(rows);
    DMatrix matrix = builder.matrix(columns, 0);
    try {
      var results = new ArrayList<float[][]>();
      for (boolean margin : margins) {
        results.add(booster().predict(matrix, margin, trees));
      }
      return results;
    } finally {
      matrix.dispose();
    }
  }
}
