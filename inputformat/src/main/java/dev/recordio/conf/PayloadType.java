// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/** What the payloads of records are, as {@code recordio.payload} specifies. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public enum PayloadType {
  /** Opaque bytes. */
  BINARY,
  /** An image record header, labels and an image. */
  IMAGE,
  /** UTF-8. */
  TEXT;

  /**
   * Returns what payloads are for an engine.
   *
   * @param known those that the engine has columns for
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  public static PayloadType of(Configuration conf, PayloadType... known) {
    PayloadType type = RecordIOConf.PAYLOAD.getEnum(conf, PayloadType.class);
    if (!List.of(known).contains(type)) {
      throw new InvalidSettingException(
          RecordIOConf.PAYLOAD
              + " is '"
              + RecordIOConf.PAYLOAD.get(conf)
              + "'; it takes one of "
              + Arrays.stream(known).map(PayloadType::toString).collect(Collectors.joining(", ")));
    }
    return type;
  }

  /** Returns the word that users write. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
