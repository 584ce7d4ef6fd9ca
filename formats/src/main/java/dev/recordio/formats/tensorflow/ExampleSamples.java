// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.tensorflow;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.SampleText;
import dev.recordio.formats.protobuf.ProtoWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads image, labels and key of records of TFRecord, and of other containers of bytes: of an
 * Example by the names of {@link ImageExample} or the configured ones; or the payload as it is.
 */
public final class ExampleSamples {
  private static final String WHAT = "malformed Example";

  private final SampleFields fields;
  private final byte[] imageField;
  private final byte[] labelField; // null for the usual ones
  private final byte[] keyField; // null for the usual one
  private final TfRecordReader frames = new TfRecordReader();
  private final ExampleReader example = new ExampleReader();
  private byte[] bytes; // of the frame

  public ExampleSamples(SampleFields fields) {
    this.fields = fields;
    imageField = name(fields.image(), ImageExample.ENCODED.utf8());
    labelField = name(fields.label(), null);
    keyField = name(fields.key(), null);
  }

  private static byte[] name(String field, byte[] usual) {
    return field.isEmpty() ? usual : ProtoWriter.utf8(field);
  }

  /**
   * Reads a record.
   *
   * @param array has its frame from {@code from} to {@code to}
   * @param offset of the frame in the file
   * @throws MalformedRecordException without the file's name
   */
  public void read(byte[] array, int from, int to, long offset, Sample sample)
      throws MalformedRecordException {
    frames.reset(array, from, to, 0);
    try {
      frames.next();
    } catch (MalformedRecordException e) {
      throw at(offset, e);
    }
    readValue(array, frames.from(), frames.end(), from, offset, sample);
  }

  /**
   * Reads a value that has no frame.
   *
   * @param base index that offsets in errors count from
   * @param offset of that index in the file
   * @throws MalformedRecordException without the file's name
   */
  public void readValue(byte[] array, int from, int to, int base, long offset, Sample sample)
      throws MalformedRecordException {
    bytes = array;
    if (fields.raw()) {
      sample.setImage(bytes, from, to - from);
      return;
    }
    try {
      example.reset(bytes, from, to, base);
      if (fields.labelled()) {
        addLabels(sample);
      }
      setKey(sample);
      setImage(sample);
    } catch (MalformedRecordException e) {
      throw at(offset, e);
    }
  }

  private static MalformedRecordException at(long offset, MalformedRecordException e) {
    return new MalformedRecordException(
        e.what(), null, offset + e.offset(), -1, e.expected(), e.found());
  }

  private void setImage(Sample sample) throws MalformedRecordException {
    if (!example.find(imageField) || example.kind() != FeatureKind.BYTES || example.count() != 1) {
      throw missing(imageField, "one string of bytes", " (another one: --image-field)");
    }
    sample.setImage(bytes, example.from(0), example.end(0) - example.from(0));
  }

  private void addLabels(Sample sample) throws MalformedRecordException {
    if (labelField != null) {
      if (!has(labelField)) {
        throw missing(labelField, "numbers", "");
      }
    } else if (!has(ImageExample.LABEL.utf8()) && !has(ImageExample.LABELS.utf8())) {
      throw malformed(
          "a label: "
              + ImageExample.LABEL
              + " or "
              + ImageExample.LABELS
              + " (another feature: --label-field; records without labels: --header none)",
          "features " + example.names());
    }
    for (int i = 0; i < example.count(); i++) {
      sample.addLabel(label(i));
    }
  }

  private boolean has(byte[] name) throws MalformedRecordException {
    return example.find(name) && example.count() > 0;
  }

  private float label(int item) throws MalformedRecordException {
    switch (example.kind()) {
      case FLOAT:
        return example.floatAt(item);
      case INT64:
        long number = example.int64(item);
        try {
          return SampleText.label(number);
        } catch (NumberFormatException e) {
          throw malformed(e.getMessage(), Long.toString(number));
        }
      default:
        throw malformed("int64 or float as label", example.kind().toString());
    }
  }

  /** Other programs' ids may be any string, which no record can have: its number is its key. */
  private void setKey(Sample sample) throws MalformedRecordException {
    if (keyField != null) {
      if (!example.find(keyField)) {
        throw missing(keyField, "a key", "");
      }
      sample.setKey(key());
      return;
    }
    if (!example.find(ImageExample.SOURCE_ID.utf8()) || !isKey()) {
      return;
    }
    sample.setKey(key());
    if (example.find(ImageExample.ID2.utf8())) {
      sample.setId2(key());
    }
    if (example.find(ImageExample.HEADER.utf8())
        && example.kind() == FeatureKind.BYTES
        && example.count() == 1) {
      sample.setHeader(Arrays.copyOfRange(bytes, example.from(0), example.end(0)));
    }
  }

  /** Whether the feature that was found is one number that a key can be. */
  private boolean isKey() {
    if (example.count() != 1) {
      return false;
    }
    if (example.kind() != FeatureKind.BYTES) {
      return example.kind() == FeatureKind.INT64 && example.int64(0) >= 0;
    }
    for (int i = example.from(0); i < example.end(0); i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return false; // without the exception, which takes longer
      }
    }
    try {
      SampleText.key(bytes, example.from(0), example.end(0));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Returns the feature that was found as a key. */
  private long key() throws MalformedRecordException {
    boolean one = example.count() == 1;
    if (one && example.kind() == FeatureKind.INT64 && example.int64(0) >= 0) {
      return example.int64(0);
    }
    String found = example.count() + " of " + example.kind();
    if (one && example.kind() == FeatureKind.INT64) {
      found = Long.toString(example.int64(0));
    } else if (one && example.kind() == FeatureKind.BYTES) {
      int from = example.from(0);
      int end = example.end(0);
      try {
        return SampleText.key(bytes, from, end);
      } catch (NumberFormatException e) {
        found = SampleText.found(new String(bytes, from, end - from, StandardCharsets.UTF_8));
      }
    }
    throw malformed(SampleText.EXPECTED_KEY, found);
  }

  private MalformedRecordException missing(byte[] name, String what, String option)
      throws MalformedRecordException {
    return malformed(
        what + " in the feature " + new String(name, StandardCharsets.UTF_8) + option,
        "features " + example.names());
  }

  private static MalformedRecordException malformed(String expected, String found) {
    return new MalformedRecordException(WHAT, null, 0, -1, expected, found);
  }
}
