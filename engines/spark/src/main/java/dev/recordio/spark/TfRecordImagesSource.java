// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.formats.tensorflow.TfRecordOutput;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/**
 * Spark's format {@code tfrecord-images}, for writing only: TFRecord files of {@code
 * tf.train.Example} with the features of images that {@code export --to tfrecord} writes. A further
 * column is a feature of its name.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TfRecordImagesSource extends SampleSource {
  /** Creates the format; Spark does. */
  public TfRecordImagesSource() {
    super("tfrecord-images", ".tfrecord", TfRecordOutput::new);
  }
}
