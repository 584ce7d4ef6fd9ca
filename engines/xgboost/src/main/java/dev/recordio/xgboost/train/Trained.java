// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.train;

import dev.recordio.xgboost.TrainedModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * The result of a training.
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
    model.write(out);
    out.writeLong(report.rows());
    out.writeLong(report.entries());
    out.writeInt(report.workers());
    out.writeInt(report.rounds());
    out.writeLong(report.peakBytes());
    out.writeInt(report.validation().size());
    for (float metric : report.validation()) {
      out.writeFloat(metric);
    }
    return bytes.toByteArray();
  }

  /** Returns what {@link #toBytes} wrote. */
  @InterfaceAudience.Private
  public static Trained ofBytes(byte[] bytes) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(bytes));
    TrainedModel model = TrainedModel.read(in);
    var validation = new ArrayList<Float>();
    var report =
        new TrainReport(
            in.readLong(),
            in.readLong(),
            model.columns().size(),
            in.readInt(),
            in.readInt(),
            in.readLong(),
            validation);
    for (int left = in.readInt(); left > 0; left--) {
      validation.add(in.readFloat());
    }
    return new Trained(model, report);
  }
}
