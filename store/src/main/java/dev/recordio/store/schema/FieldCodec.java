// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.schema;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** How the values of a field are compressed, each by itself. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum FieldCodec {
  /** Not compressed. */
  RAW,
  /** Raw Deflate (RFC 1951), without the header of zlib. */
  DEFLATE,
  /** Zstandard (RFC 8878), one frame for each value. The jobs jar contains the codec. */
  ZSTD;

  /** Returns the name, as commands and manifests write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the codec of a name; null when there is none of that name. */
  public static FieldCodec of(String name) {
    for (FieldCodec codec : values()) {
      if (codec.toString().equals(name)) {
        return codec;
      }
    }
    return null;
  }
}
