// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.formats.Sample;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import java.io.Closeable;
import java.io.IOException;

/** Reads samples of one format in a task. The last file may stay open from one to the next. */
public interface SampleReader extends Closeable {
  /**
   * Reads a sample.
   *
   * @param source one that the format's scan has made
   * @param image gets the bytes of the image
   * @param sample cleared; gets key and labels
   * @throws dev.recordio.bytes.MalformedRecordException with the file and an offset, when it is
   *     damaged or lacks a field
   * @throws IOException when reading it fails
   */
  void read(Source source, PayloadBuilder image, Sample sample) throws IOException;
}
