// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.tensorflow.ExampleReader;
import dev.recordio.formats.tensorflow.FeatureKind;
import dev.recordio.formats.tensorflow.ImageExample;
import dev.recordio.formats.tensorflow.TfRecordReader;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the records that {@link TfRecordScan} has found: image, labels and key of an Example, by
 * the names of {@link ImageExample} or the configured ones; or the payload as it is.
 */
final class TfRecordSamples implements SampleReader {
  private static final String WHAT = "malformed Example";

  private final TfRecordFields fields;
  private final SourceReader content;
  private final Source slice = new Source();
  private final TfRecordReader frames = new TfRecordReader();
  private final ExampleReader example = new ExampleReader();
  private byte[] bytes; // of the frame

  TfRecordSamples(Configuration conf) throws IOException {
    fields = TfRecordFields.of(conf);
    content = new SourceReader(conf, () -> {});
  }

  @Override
  public void read(Source source, Sample sample) throws IOException {
    PayloadBuilder frame = sample.image();
    int start = frame.length();
    slice
        .set(Source.Kind.SLICE, source.path, "", source.offset, source.length, 0, source.length)
        .within(source);
    content.read(slice, frame);
    bytes = frame.bytes();
    frames.reset(bytes, start, frame.length(), 0);
    try {
      frames.next();
      if (fields.raw()) {
        frame.keep(frames.from(), frames.end() - frames.from());
        return;
      }
      example.reset(bytes, frames.from(), frames.end(), start);
      if (fields.labelled()) {
        addLabels(sample);
      }
      setKey(sample);
      keepImage(frame);
    } catch (MalformedRecordException e) {
      long offset = source.offset + e.offset();
      throw new MalformedRecordException(
          e.what(), source.path, offset, -1, e.expected(), e.found());
    }
  }

  private void keepImage(PayloadBuilder frame) throws MalformedRecordException {
    if (!example.find(fields.image())
        || example.kind() != FeatureKind.BYTES
        || example.count() != 1) {
      throw missing(fields.image(), "one string of bytes", " (another one: --image-field)");
    }
    frame.keep(example.from(0), example.end(0) - example.from(0));
  }

  private void addLabels(Sample sample) throws MalformedRecordException {
    if (fields.label() != null) {
      if (!example.find(fields.label()) || example.count() == 0) {
        throw missing(fields.label(), "numbers", "");
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
          return SampleLabels.ofWhole(number);
        } catch (NumberFormatException e) {
          throw malformed(e.getMessage(), Long.toString(number));
        }
      default:
        throw malformed("int64 or float as label", example.kind().toString());
    }
  }

  /** Other programs' ids may be any string, which no record can have: its number is its key. */
  private void setKey(Sample sample) throws MalformedRecordException {
    if (fields.key() != null) {
      if (!example.find(fields.key())) {
        throw missing(fields.key(), "a key", "");
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
      KeyText.parse(bytes, example.from(0), example.end(0));
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
        return KeyText.parse(bytes, from, end);
      } catch (NumberFormatException e) {
        found = KeyText.found(new String(bytes, from, end - from, StandardCharsets.UTF_8));
      }
    }
    throw malformed(KeyText.EXPECTED, found);
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

  @Override
  public void close() throws IOException {
    content.close();
  }
}
