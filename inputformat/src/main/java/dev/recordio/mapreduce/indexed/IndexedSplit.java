// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce.indexed;

import dev.recordio.fs.numbered.RecordIndex;
import dev.recordio.fs.numbered.RecordTable;
import dev.recordio.io.Stepwise;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Runs of records, known by their numbers, one or more of one file each; small, however many
 * records they stand for.
 */
public final class IndexedSplit extends InputSplit implements Writable {
  private static final RecordIndex.Source[] SOURCES = RecordIndex.Source.values();

  private int number;
  private List<Piece> pieces = new ArrayList<>();
  private String[] hosts = {};

  /**
   * Consecutive records of one file.
   *
   * @param run the records
   * @param number the number of the first record over the whole input
   * @param wanted how many of the records are read: all, unless keys are requested
   * @param leads whether this is the first piece that is made of the file
   */
  public record Piece(RecordTable.Run run, long number, int wanted, boolean leads) {}

  /** Creates an empty split, to be filled by {@link #readFields}. */
  public IndexedSplit() {}

  /**
   * Creates a split.
   *
   * @param number which split of the job it is, from 0
   * @param pieces what is in it
   * @param hosts where its bytes are, best first
   */
  IndexedSplit(int number, List<Piece> pieces, String[] hosts) {
    this.number = number;
    this.pieces = pieces;
    this.hosts = hosts;
  }

  /** Returns which split of the job this is, from 0. */
  public int number() {
    return number;
  }

  /** Returns what is in the split, in the order of the input. */
  public List<Piece> pieces() {
    return pieces;
  }

  /** Returns the number of records that a reader of the split gives. */
  public long wanted() {
    return pieces.stream().mapToLong(Piece::wanted).sum();
  }

  @Override
  public long getLength() {
    return pieces.stream().mapToLong(piece -> piece.run.end() - piece.run.begin()).sum();
  }

  @Override
  public String[] getLocations() {
    return hosts.clone();
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(number);
    out.writeInt(pieces.size());
    for (Piece piece : pieces) {
      RecordTable.Run run = piece.run;
      Text.writeString(out, run.path().toString());
      out.writeByte(run.source().ordinal());
      out.writeLong(run.first());
      out.writeInt(run.count());
      out.writeLong(run.begin());
      out.writeLong(run.end());
      out.writeLong(piece.number);
      out.writeInt(piece.wanted);
      out.writeBoolean(piece.leads);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    number = in.readInt();
    int count = in.readInt();
    if (count < 0) {
      throw Stepwise.malformed("not a split", "a number of pieces", count + "");
    }
    pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      pieces.add(
          new Piece(
              new RecordTable.Run(
                  Stepwise.path(Text.readString(in, Stepwise.MAX_TEXT_BYTES)),
                  Stepwise.of(SOURCES, in.readUnsignedByte(), "source of a split"),
                  in.readLong(),
                  in.readInt(),
                  in.readLong(),
                  in.readLong()),
              in.readLong(),
              in.readInt(),
              in.readBoolean()));
    }
    hosts = new String[0]; // as for a FileSplit, tasks have no use for them
  }

  @Override
  public String toString() {
    return "split " + number + " " + pieces + " " + Arrays.toString(hosts);
  }
}
