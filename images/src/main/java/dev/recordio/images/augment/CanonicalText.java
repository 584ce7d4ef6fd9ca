// SPDX-License-Identifier: Apache-2.0
package dev.recordio.images.augment;

import dev.recordio.bytes.Sha256;
import dev.recordio.images.mean.MeanImage;
import java.nio.ByteBuffer;
import java.util.StringJoiner;

/** Options as one text, which is the same for all options of the same effect. */
final class CanonicalText {
  private CanonicalText() {}

  /** Returns the options that differ from their defaults, with a checksum for the mean image. */
  static String of(OptionValues values, MeanImage mean) {
    var text = new StringJoiner(" ");
    for (AugmentOption option : AugmentOption.values()) {
      if (values.isSet(option)) {
        boolean isMean = option == AugmentOption.MEAN_IMG && mean != null;
        text.add(option.optionName() + "=" + (isMean ? checksum(mean) : values.text(option)));
      }
    }
    return text.toString();
  }

  private static String checksum(MeanImage mean) {
    var bytes = ByteBuffer.allocate(Float.BYTES * mean.values().length);
    bytes.asFloatBuffer().put(mean.values());
    return "sha256:" + Sha256.hex(bytes.array());
  }
}
