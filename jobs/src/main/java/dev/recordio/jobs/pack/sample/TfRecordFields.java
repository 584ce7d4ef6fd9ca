// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.formats.protobuf.ProtoWriter;
import dev.recordio.formats.tensorflow.ImageExample;
import dev.recordio.jobs.pack.source.PackConf;
import org.apache.hadoop.conf.Configuration;

/**
 * Which features of Examples have the image, the label and the key.
 *
 * @param raw whether payloads become records as they are, and nothing of this matters
 * @param labelled whether records have labels
 * @param image the feature with the image, in UTF-8
 * @param label the feature with the label, in UTF-8; null for the usual ones
 * @param key the feature with the key, in UTF-8; null for the usual one, if there is one
 */
record TfRecordFields(boolean raw, boolean labelled, byte[] image, byte[] label, byte[] key) {
  private static final String NONE = "none";

  /**
   * Returns the configured fields.
   *
   * @throws InvalidSettingException when settings contradict each other
   */
  static TfRecordFields of(Configuration conf) {
    boolean raw = PackConf.RAW.getBoolean(conf);
    String header = PackConf.HEADER.getChoice(conf);
    String image = PackConf.IMAGE_FIELD.get(conf);
    String label = PackConf.LABEL_FIELD.get(conf);
    String key = PackConf.KEY_FIELD.get(conf);
    if (header.equals(NONE) && !label.isEmpty()) {
      throw new InvalidSettingException(
          PackConf.LABEL_FIELD + " is " + label + ", but records without a header have no labels");
    }
    return new TfRecordFields(
        raw,
        !header.equals(NONE),
        image.isEmpty() ? ImageExample.ENCODED.utf8() : ProtoWriter.utf8(image),
        label.isEmpty() ? null : ProtoWriter.utf8(label),
        key.isEmpty() ? null : ProtoWriter.utf8(key));
  }
}
