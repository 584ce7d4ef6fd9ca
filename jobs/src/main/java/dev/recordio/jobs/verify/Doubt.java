// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;

/**
 * A file with records that are not where its index has them.
 *
 * @param inPlace the stretches of the others
 * @param withoutEntry the records that are kept where the index has none
 * @param placed how many records are in place
 * @param perhapsOther whether the index may be another file's
 * @param byText whether the text index counts, as the binary one is damaged
 */
record Doubt(
    String file,
    Runs inPlace,
    Runs withoutEntry,
    long placed,
    boolean perhapsOther,
    boolean byText) {
  static void write(List<Doubt> doubts, DataOutput out) throws IOException {
    out.writeInt(doubts.size());
    for (Doubt doubt : doubts) {
      Text.writeString(out, doubt.file);
      doubt.inPlace.write(out);
      doubt.withoutEntry.write(out);
      out.writeLong(doubt.placed);
      out.writeBoolean(doubt.perhapsOther);
      out.writeBoolean(doubt.byText);
    }
  }

  static List<Doubt> read(DataInput in) throws IOException {
    var doubts = new ArrayList<Doubt>();
    for (int count = in.readInt(); count > 0; count--) {
      String file = Text.readString(in, Stepwise.MAX_TEXT_BYTES);
      doubts.add(
          new Doubt(
              file,
              Runs.read(in),
              Runs.read(in),
              in.readLong(),
              in.readBoolean(),
              in.readBoolean()));
    }
    return doubts;
  }
}
