// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.UnsignedDecimal;
import dev.recordio.formats.output.SampleColumn;
import dev.recordio.formats.output.SampleFacts;
import dev.recordio.formats.output.SampleRecord;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.image.ImageContent;
import java.util.List;

/** Makes a {@code tf.train.Example} of each record, with the features of {@link ImageExample}. */
public final class RecordExamples {
  private final byte[][] formats = new byte[ImageContent.values().length][];
  private final ExampleWriter example = new ExampleWriter();
  private final byte[] key = new byte[UnsignedDecimal.MAX_DIGITS + Long.BYTES];
  private final byte[] id2 = new byte[UnsignedDecimal.MAX_DIGITS + Long.BYTES];
  private final byte[][] names; // of labels; null for none
  private final List<SampleColumn> columns;
  private final byte[][] columnNames;
  private float[] labels = new float[1];

  /**
   * Makes it for the records of a shard.
   *
   * @param suffix of all images; empty when their content decides
   * @param facts the names of labels, if they have some, and the further columns
   */
  public RecordExamples(String suffix, SampleFacts facts) {
    List<String> classes = facts.classNames();
    columns = facts.columns();
    columnNames =
        columns.stream().map(column -> ProtoWriter.utf8(column.name())).toArray(byte[][]::new);
    names = classes == null ? null : classes.stream().map(ProtoWriter::utf8).toArray(byte[][]::new);
    for (ImageContent content : ImageContent.values()) {
      String format = content.format().isEmpty() ? content.suffix() : content.format();
      formats[content.ordinal()] = ProtoWriter.utf8(suffix.isEmpty() ? format : format(suffix));
    }
  }

  /** Returns TensorFlow's name of the format of files with a suffix. */
  private static String format(String suffix) {
    return suffix.equalsIgnoreCase("jpg") ? ImageContent.JPEG.format() : suffix;
  }

  /**
   * Returns the Example of a record; its image is not copied, and good as long as the record's.
   *
   * @throws MalformedRecordException when it would be beyond 2^31 - 1 bytes
   */
  public ExampleWriter of(SampleRecord record) throws MalformedRecordException {
    try {
      collect(record);
      example.size();
      return example;
    } catch (ArithmeticException e) {
      throw record.malformed(
          "record too large for an Example",
          "a message of at most 2^31 - 1 bytes",
          "a payload of " + record.payloadLength() + " bytes");
    }
  }

  private void collect(SampleRecord record) {
    example.clear();
    if (record.hasIntegralLabel()) {
      example.int64(ImageExample.LABEL.utf8(), (long) record.label(0));
      if (names != null) {
        example.bytes(ImageExample.TEXT.utf8(), names[(int) record.label(0)]);
      }
    }
    example.bytes(
        ImageExample.ENCODED.utf8(), record.bytes(), record.imageOffset(), record.imageLength());
    example.bytes(ImageExample.FORMAT.utf8(), formats[record.content().ordinal()]);
    if (record.id2() != 0) {
      example.bytes(ImageExample.ID2.utf8(), id2, 0, UnsignedDecimal.put(id2, 0, record.id2()));
    }
    if (record.hasLabels() && !record.hasIntegralLabel()) {
      addLabels(record);
    }
    if (record.hasLabels() && !record.hasUsualHeader()) {
      int header = record.payloadLength() - record.imageLength();
      example.bytes(ImageExample.HEADER.utf8(), record.bytes(), record.payloadOffset(), header);
    }
    example.bytes(ImageExample.SOURCE_ID.utf8(), key, 0, UnsignedDecimal.put(key, 0, record.key()));
    for (int i = 0; i < columnNames.length; i++) {
      add(i, record.further(i));
    }
  }

  private void add(int column, Object value) {
    byte[] name = columnNames[column];
    if (value instanceof Long whole) {
      example.int64(name, whole);
    } else if (value instanceof float[] numbers) {
      example.floats(name, numbers, 0, numbers.length);
    } else if (value instanceof Float one) {
      example.oneFloat(name, one);
    } else if (value != null) {
      example.bytes(name, columns.get(column).bytes(value));
    }
  }

  private void addLabels(SampleRecord record) {
    int count = record.labelCount();
    if (labels.length < count) {
      labels = new float[count];
    }
    for (int i = 0; i < count; i++) {
      labels[i] = record.label(i);
    }
    example.floats(ImageExample.LABELS.utf8(), labels, 0, count);
  }
}
