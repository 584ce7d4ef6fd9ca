// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * A file with records that are not where its index has them, or with damage and no index.
 *
 * @param inPlace the stretches of the records that are in their places without doubt
 * @param kept the stretches of all records that are kept in their places
 * @param chained the records that headers and magic words show, which the index need not have
 * @param placed how many records are in place
 * @param by what the records are known by
 * @param fits whether the index is the file's as far as that goes
 * @param whole whether it is the file's to the end, so that no records are elsewhere
 * @param perhapsOther whether the index may be another file's, as headers and magic words are sound
 * @param checksums whether the checksums of the index count
 * @param asked whether records with other checksums are not wanted at all
 */
record Doubt(
    String file,
    Runs inPlace,
    Runs kept,
    Runs chained,
    long placed,
    By by,
    boolean fits,
    boolean whole,
    boolean perhapsOther,
    boolean checksums,
    boolean asked) {
  /** What records are known by. */
  enum By {
    /** The binary index, or else the text index. */
    INDEX,
    /** The text index, as the binary one is damaged. */
    TEXT,
    /** Headers and magic words alone. */
    HEADERS
  }

  /** Returns the same without the index. */
  Doubt by(By other) {
    return new Doubt(
        file, new Runs(), new Runs(), chained, 0, other, false, false, true, false, asked);
  }

  /** Writes it as {@link #read} reads it. */
  void write(DataOutput out) throws IOException {
    Text.writeString(out, file);
    inPlace.write(out);
    kept.write(out);
    chained.write(out);
    out.writeLong(placed);
    out.writeByte(by.ordinal());
    out.writeBoolean(fits);
    out.writeBoolean(whole);
    out.writeBoolean(perhapsOther);
    out.writeBoolean(checksums);
    out.writeBoolean(asked);
  }

  /** Reads what {@link #write} wrote. */
  static Doubt read(DataInput in) throws IOException {
    return new Doubt(
        Text.readString(in, Stepwise.MAX_TEXT_BYTES),
        Runs.read(in),
        Runs.read(in),
        Runs.read(in),
        in.readLong(),
        Stepwise.of(By.values(), in.readByte(), "witness"),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean());
  }
}
