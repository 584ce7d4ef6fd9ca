// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.util.Arrays;
import java.util.Locale;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The codecs of pages that files are written with. */
public enum PageCodec {
  /** None. */
  UNCOMPRESSED(CompressionCodecName.UNCOMPRESSED),
  /** Snappy's raw format. */
  SNAPPY(CompressionCodecName.SNAPPY),
  /** Zstandard, level 3. */
  ZSTD(CompressionCodecName.ZSTD),
  /** Gzip, by the JDK. */
  GZIP(CompressionCodecName.GZIP);

  private final CompressionCodecName codec;

  PageCodec(CompressionCodecName codec) {
    this.codec = codec;
  }

  /** Returns the names of all, as users write them. */
  public static String[] names() {
    return Arrays.stream(values()).map(PageCodec::toString).toArray(String[]::new);
  }

  /** Returns Parquet's name of it. */
  CompressionCodecName codec() {
    return codec;
  }

  /** Returns the name, as users write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
