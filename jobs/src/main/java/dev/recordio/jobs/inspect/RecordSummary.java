// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.jobs.job.FieldsWritable;
import dev.recordio.jobs.tally.FrequencySketch;
import dev.recordio.jobs.tally.LogHistogram;
import java.util.Map;
import java.util.TreeMap;

/** What info reports of records; summaries of parts can be merged. */
public final class RecordSummary extends FieldsWritable {
  /** How many different labels are counted exactly. */
  private static final int MAX_LABELS = 1 << 17;

  /** How many of them are listed: the most frequent ones. */
  private static final int LISTED_LABELS = 1000;

  /** How many bytes of a payload are looked at: an image header with two labels. */
  public static final int START_BYTES = InsightFaceDialect.BOOKKEEPING_BYTES;

  private LogHistogram lengths = new LogHistogram();
  private FrequencySketch labels = new FrequencySketch(MAX_LABELS);

  private long records;
  private long payloadBytes;
  private long multipartRecords;
  private long minLength = Long.MAX_VALUE;
  private long maxLength;
  private long imageRecords;
  private long maxLabels;
  private FaceSummary faces = new FaceSummary();

  /** Returns what finds InsightFace sets, if it is told where files begin. */
  public FaceSummary faces() {
    return faces;
  }

  /**
   * Adds a record.
   *
   * @param start the payload's first {@link #START_BYTES} bytes, or all if there are fewer; what is
   *     after them is ignored
   * @param length bytes of the payload
   * @param recordOffset where the record is in its file
   */
  public void add(byte[] start, int length, int parts, long recordOffset) {
    records++;
    faces.add(start, length, recordOffset);
    payloadBytes += length;
    multipartRecords += parts > 1 ? 1 : 0;
    minLength = Math.min(minLength, length);
    maxLength = Math.max(maxLength, length);
    lengths.add(length);
    if (hasImageHeader(start, length)) {
      imageRecords++;
      int more = (ImageRecordHeader.bytesOf(start, 0) - ImageRecordHeader.FIXED_BYTES) / 4;
      maxLabels = Math.max(maxLabels, Math.max(1, more));
      labels.add(FrequencySketch.key(ImageRecordHeader.firstLabel(start)));
    }
  }

  /**
   * Whether the record begins like an image record: its labels fit into it, and the high half of
   * its key is 0, which in random bytes has a probability of 2^-64.
   */
  public static boolean hasImageHeader(byte[] start, int length) {
    return length >= ImageRecordHeader.FIXED_BYTES
        && ImageRecordHeader.fits(start, 0, start.length, length)
        && ImageRecordHeader.highKey(start) == 0;
  }

  /** Adds the records of another summary. */
  public void add(RecordSummary other) {
    records += other.records;
    payloadBytes += other.payloadBytes;
    multipartRecords += other.multipartRecords;
    minLength = Math.min(minLength, other.minLength);
    maxLength = Math.max(maxLength, other.maxLength);
    imageRecords += other.imageRecords;
    maxLabels = Math.max(maxLabels, other.maxLabels);
    lengths.add(other.lengths);
    labels.add(other.labels);
    faces.add(other.faces);
  }

  /** Returns the number of records. */
  public long records() {
    return records;
  }

  /** Returns the bytes of all payloads. */
  public long payloadBytes() {
    return payloadBytes;
  }

  /** Returns how many records have several parts. */
  public long multipartRecords() {
    return multipartRecords;
  }

  /** Returns the bytes of the smallest payload; 0 without records. */
  public long minLength() {
    return records == 0 ? 0 : minLength;
  }

  /** Returns the bytes of the largest payload. */
  public long maxLength() {
    return maxLength;
  }

  /** Returns how many records have an image header. */
  public long imageRecords() {
    return imageRecords;
  }

  /** Returns the largest number of labels of a record. */
  public long maxLabels() {
    return maxLabels;
  }

  /**
   * Returns what to say where records have several labels, as only the first is counted; null if
   * none have, or all files are InsightFace sets, whose class it is.
   *
   * @param files how many there are
   */
  public String severalLabels(long files) {
    return maxLabels < 2 || files > 0 && faces.sets() == files
        ? null
        : "records have several labels, up to " + maxLabels + "; the first of each is counted";
  }

  /** Returns how often each first label occurs; incomplete when {@link #moreLabels}. */
  Map<Float, Long> labels() {
    var listed = new TreeMap<Float, Long>();
    labels.top(LISTED_LABELS).forEach(label -> listed.put(label.number(), label.count()));
    return listed;
  }

  boolean moreLabels() {
    return labels.size() > LISTED_LABELS;
  }

  /** Returns the bytes of payloads. */
  public LogHistogram lengths() {
    return lengths;
  }

  /** Returns the number of records in each class: length 0, then up to 1, 3, 7, ... bytes. */
  long[] sizes() {
    var sizes = new long[1 + (lengths.last() + 3) / LogHistogram.CLASSES_PER_OCTAVE];
    for (int i = 0; i <= lengths.last(); i++) {
      sizes[(i + 3) / LogHistogram.CLASSES_PER_OCTAVE] += lengths.count(i);
    }
    return sizes;
  }

  /** Returns the longest length of a class. */
  static long classLimit(int sizeClass) {
    return (1L << sizeClass) - 1;
  }
}
