// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.jobs.inspect.RecordSummary;
import dev.recordio.jobs.job.FieldsWritable;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.RecordSample;
import dev.recordio.jobs.tally.RunTally;
import dev.recordio.jobs.verify.VerifyJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;

/** What is counted of the records of ranges of files. */
final class RecordTally extends FieldsWritable implements VerifyJob.Visitor {
  private static final String SEED = "recordio.report.sample-seed";

  RecordSummary summary = new RecordSummary();
  ImageTally images = new ImageTally();
  RecordSample sample = new RecordSample();
  FrequencySketch labels = Labels.newCounts();
  RunTally order = new RunTally(); // of the labels of one range
  long bookkeeping; // InsightFace's records that are no images
  private final transient byte[] start = new byte[RecordSummary.START_BYTES];
  private transient boolean isFaceSet;

  /** Specifies, in the configuration of a job, the seed of the sample. */
  static void setSeed(Configuration conf, long seed) {
    conf.setLong(SEED, seed);
  }

  @Override
  public void begin(Configuration conf, InputRange range) throws IOException {
    String path = range.path().toString();
    summary.faces().begin(path);
    sample.begin(conf.getLong(SEED, 0), path);
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
    if (isFaceSet && InsightFaceDialect.isBookkeeping(start, length)) {
      bookkeeping++;
      return;
    }
    sample.add(reader.offset(), length);
    int header = 0;
    if (RecordSummary.hasImageHeader(start, length)) {
      header = ImageRecordHeader.bytesOf(start, 0);
      Labels.add(ImageRecordHeader.firstLabel(start), labels, order);
    }
    images.add(reader.buffer(), reader.payloadOffset() + header, length - header);
  }

  @Override
  public Writable result() {
    return this;
  }

  /** Adds what another tally has counted, but for the order. */
  void add(RecordTally other) {
    summary.add(other.summary);
    images.add(other.images);
    sample.add(other.sample);
    labels.add(other.labels);
    bookkeeping += other.bookkeeping;
  }
}
