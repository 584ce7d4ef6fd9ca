// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.images;

import dev.recordio.images.batch.ImageBatch;
import dev.recordio.sparse.number.ShortestFloat;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Writes a line for each batch: batch, epoch, rows, pad, ids, labels, SHA-256 of the data. */
final class BatchLines implements BatchSink {
  private final PrintStream out;
  private final MessageDigest digest;
  private final byte[] number = new byte[ShortestFloat.MAX_BYTES];

  BatchLines(PrintStream out) throws NoSuchAlgorithmException {
    this.out = out;
    digest = MessageDigest.getInstance("SHA-256");
  }

  @Override
  public void batch(ImageBatch batch) {
    var line = new StringBuilder();
    line.append(batch.number()).append('\t').append(batch.epoch());
    line.append('\t').append(batch.rows()).append('\t').append(batch.pad());
    for (int row = 0; row < batch.rows(); row++) {
      line.append(row == 0 ? '\t' : ',').append(Long.toUnsignedString(batch.id(row)));
    }
    for (int row = 0; row < batch.rows(); row++) {
      for (int i = 0; i < batch.labelWidth(); i++) {
        line.append(row == 0 && i == 0 ? '\t' : ',');
        int length = ShortestFloat.put(number, 0, batch.label(row, i));
        line.append(new String(number, 0, length, StandardCharsets.US_ASCII));
      }
    }
    digest.update(batch.data());
    line.append('\t').append(HexFormat.of().formatHex(digest.digest())).append('\n');
    out.append(line);
    out.flush(); // a batch takes its time
  }
}
