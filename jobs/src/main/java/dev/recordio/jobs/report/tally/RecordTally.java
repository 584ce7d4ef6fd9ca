// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report.tally;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.jobs.inspect.RecordSummary;
import dev.recordio.jobs.job.FieldsWritable;
import dev.recordio.jobs.verify.VerifyJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/** Counts the records of ranges of files; its slices are of one range. */
public final class RecordTally extends FieldsWritable implements VerifyJob.Visitor {
  private static final String SEED = "recordio.report.sample-seed";

  private LogHistogram lengths = new LogHistogram();
  private ImageTally images = new ImageTally();
  private RecordSample sample = new RecordSample();
  private SliceTally slices = new SliceTally();
  private long bookkeeping;
  private RecordSummary summary = new RecordSummary();
  private final transient byte[] start = new byte[RecordSummary.START_BYTES];
  private transient boolean isFaceSet;

  /** Specifies, in the configuration of a job, the seed of the sample. */
  public static void setSeed(Configuration conf, long seed) {
    conf.setLong(SEED, seed);
  }

  @Override
  public void begin(Configuration conf, InputRange range) throws IOException {
    String path = range.path().toString();
    summary.faces().begin(path);
    sample.begin(conf.getLong(SEED, 0), path);
    slices.begin(conf);
    try {
      isFaceSet = InsightFaceFiles.look(conf, range.path()) != null;
    } catch (MalformedRecordException e) {
      isFaceSet = false; // one that contradicts itself is reported when all records are known
    }
  }

  @Override
  public void visit(RecordRangeReader reader) throws IOException {
    int length = reader.payloadLength();
    reader.prefix(start);
    summary.add(start, length, reader.parts(), reader.offset());
    lengths.add(length);
    slices.addRecord(reader.offset());
    if (isFaceSet && InsightFaceDialect.isBookkeeping(start, length)) {
      bookkeeping++;
      return;
    }
    sample.add(reader.offset(), length);
    int header = 0;
    if (RecordSummary.hasImageHeader(start, length)) {
      header = ImageRecordHeader.bytesOf(start, 0);
      slices.addLabel(ImageRecordHeader.firstLabel(start));
    }
    images.add(reader.buffer(), reader.payloadOffset() + header, length - header);
  }

  @Override
  public Writable result() {
    return this;
  }

  /** Adds what another tally has counted, but for its slices. */
  public void add(RecordTally other) {
    summary.add(other.summary);
    lengths.add(other.lengths);
    images.add(other.images);
    sample.add(other.sample);
    bookkeeping += other.bookkeeping;
  }

  /** Returns counts, lengths, and InsightFace sets. */
  public RecordSummary summary() {
    return summary;
  }

  /** Returns the bytes of payloads. */
  public LogHistogram lengths() {
    return lengths;
  }

  /** Returns what the payloads are. */
  public ImageTally images() {
    return images;
  }

  /** Returns the records that are drawn. */
  public RecordSample sample() {
    return sample;
  }

  /** Returns what is in the slices of the range. */
  public SliceTally slices() {
    return slices;
  }

  /** Returns the number of InsightFace's records that are no images. */
  public long bookkeeping() {
    return bookkeeping;
  }
}
