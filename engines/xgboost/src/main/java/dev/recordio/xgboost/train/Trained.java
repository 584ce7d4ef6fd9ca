// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.sparse.ColumnMap;
import dev.recordio.xgboost.ModelFormat;
import dev.recordio.xgboost.TrainedModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * What came of a training.
 *
 * @param model the model
 * @param report of the training
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record Trained(TrainedModel model, TrainReport report) {
  /** Returns it as bytes, from a task to its driver. */
  @InterfaceAudience.Private
  public byte[] toBytes() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeUTF(model.format().name());
    byte[] saved = model.bytes();
    out.writeInt(saved.length);
    out.write(saved);
    ColumnMap columns = model.columns();
    out.writeBoolean(columns.isCompact());
    out.writeInt(columns.size());
    for (int i = 0; columns.isCompact() && i < columns.size(); i++) {
      out.writeLong(columns.column(i));
    }
    out.writeLong(report.rows());
    out.writeLong(report.entries());
    out.writeInt(report.workers());
    out.writeInt(report.rounds());
    out.writeLong(report.peakBytes());
    return bytes.toByteArray();
  }

  /** Returns what {@link #toBytes} wrote. */
  @InterfaceAudience.Private
  public static Trained ofBytes(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    ModelFormat format = ModelFormat.valueOf(in.readUTF());
    byte[] saved = in.readNBytes(in.readInt());
    boolean compact = in.readBoolean();
    int size = in.readInt();
    long[] columns = new long[compact ? size : 0];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = in.readLong();
    }
    ColumnMap map = compact ? ColumnMap.compact(columns) : ColumnMap.asIs(size);
    var report =
        new TrainReport(
            in.readLong(), in.readLong(), size, in.readInt(), in.readInt(), in.readLong());
    return new Trained(new TrainedModel(saved, format, map), report);
  }
}
