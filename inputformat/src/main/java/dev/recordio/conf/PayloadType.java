// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** What the payloads of records are, as {@code recordio.payload} specifies. */
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
    return RecordIOConf.PAYLOAD.getOneOf(conf, known, PayloadType::toString);
  }

  /** Returns the word that users write. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
