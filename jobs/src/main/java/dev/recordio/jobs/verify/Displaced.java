// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;

/**
 * Records of a file that are as its index has them, but elsewhere, as bytes before them were lost
 * or inserted.
 */
final class Displaced implements Writable {
  /**
   * Records that follow each other, all as far from their places.
   *
   * @param begin where the first one begins
   * @param end the offset after the last one
   * @param distance what is to be added to an offset of the index
   */
  record Piece(long begin, long end, long distance) {}

  /** The stretches of the file in which there are some, up to where records are in place again. */
  final Runs stretches = new Runs();

  /** Sound records in these stretches that the index does not have. */
  final Runs others = new Runs();

  /** Whether the index is the file's, so that its keys are those of the records. */
  boolean keyed;

  /** Whether the text index alone is the file's. */
  boolean byText;

  /** How many records there are. */
  long count;

  private final List<Piece> pieces = new ArrayList<>();

  /** Adds a record after all others. */
  void add(long begin, long end, long distance) {
    count++;
    int last = pieces.size() - 1;
    Piece before = last < 0 ? null : pieces.get(last);
    if (before != null && before.end() == begin && before.distance() == distance) {
      pieces.set(last, new Piece(before.begin(), end, distance));
    } else {
      pieces.add(new Piece(begin, end, distance));
    }
  }

  /** Returns the records, in the order of the file. */
  List<Piece> pieces() {
    return pieces;
  }

  /** Returns the stretches of the records. */
  Runs runs() {
    var runs = new Runs();
    pieces.forEach(piece -> runs.add(piece.begin(), piece.end()));
    return runs;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeBoolean(keyed);
    out.writeBoolean(byText);
    out.writeLong(count);
    stretches.write(out);
    others.write(out);
    out.writeInt(pieces.size());
    for (Piece piece : pieces) {
      out.writeLong(piece.begin());
      out.writeLong(piece.end());
      out.writeLong(piece.distance());
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    keyed = in.readBoolean();
    byText = in.readBoolean();
    count = in.readLong();
    stretches.readFields(in);
    others.readFields(in);
    pieces.clear();
    for (int left = in.readInt(); left > 0; left--) {
      pieces.add(new Piece(in.readLong(), in.readLong(), in.readLong()));
    }
  }
}
