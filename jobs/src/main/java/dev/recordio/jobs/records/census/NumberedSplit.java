// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.input.InputRange;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.rows.Segment;
import dev.recordio.jobs.run.split.ListedSplit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;

/** A split that knows its place in the input and, after the census, the numbers of its records. */
public final class NumberedSplit extends ListedSplit {
  public static final Serde<NumberedSplit> SERDE = Serde.of(NumberedSplit::new);

  private static final Serde<InsightFaceDialect> FACES = Serde.ofFields(InsightFaceDialect.class);

  private int ordinal;
  private int file;
  private long first;
  private long records = -1;
  private boolean keyed;
  private InsightFaceDialect faces;
  private boolean goesOn;
  private List<InputRange> rest = List.of();

  NumberedSplit() {}

  NumberedSplit(int ordinal, int file, InputRange range, FileStatus listed) {
    super(range, listed);
    this.ordinal = ordinal;
    this.file = file;
  }

  /** Returns the split's place in the input, from 0. */
  int ordinal() {
    return ordinal;
  }

  /** Returns the number of the split's file: files in their order, from 0. */
  public int file() {
    return file;
  }

  /** Returns the number of the split's first record. */
  public long first() {
    return first;
  }

  /** Returns how many records the split has; -1 before they are counted. */
  public long records() {
    return records;
  }

  /** Whether the index of the file gives keys to its records, after they are counted. */
  public boolean isKeyed() {
    return keyed;
  }

  /** Returns what key 0 of the file says; null if it is no InsightFace set. */
  public InsightFaceDialect faces() {
    return faces;
  }

  /** Whether the first rows go on with a query of a split before, where queries are numbered. */
  public boolean goesOn() {
    return goesOn;
  }

  void setGoesOn(boolean first) {
    goesOn = first;
    rest = new ArrayList<>();
  }

  /** Returns what holds the rest of the last query, where queries are numbered. */
  public List<InputRange> rest() {
    return rest;
  }

  void addRest(InputRange range) {
    rest.add(range);
  }

  void setFaces(InsightFaceDialect dialect) {
    faces = dialect;
  }

  /** Sets which records the split has. */
  void number(long firstRecord, long count) {
    first = firstRecord;
    records = count;
  }

  /** Notes that the index of the split's file gives keys, and fits. */
  void setKeyed() {
    keyed = true;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeInt(ordinal);
    out.writeInt(file);
    out.writeLong(first);
    out.writeLong(records);
    out.writeBoolean(keyed);
    out.writeBoolean(faces != null);
    if (faces != null) {
      FACES.writer().write(faces, out);
    }
    out.writeBoolean(goesOn);
    Segment.SERDE.writer().write(new Segment(0, rest), out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    ordinal = in.readInt();
    file = in.readInt();
    first = in.readLong();
    records = in.readLong();
    keyed = in.readBoolean();
    faces = in.readBoolean() ? FACES.reader().read(in) : null;
    goesOn = in.readBoolean();
    rest = Segment.SERDE.reader().read(in).ranges();
  }
}
