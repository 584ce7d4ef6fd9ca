// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import java.util.Arrays;
import java.util.Locale;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The codecs of pages that files are written with. */
public enum PageCodec {
  UNCOMPRESSED(CompressionCodecName.UNCOMPRESSED),
  SNAPPY(CompressionCodecName.SNAPPY),
  /** Zstandard, level 3. */
  ZSTD(CompressionCodecName.ZSTD),
  GZIP(CompressionCodecName.GZIP);

  private final CompressionCodecName codec;

  PageCodec(CompressionCodecName codec) {
    this.codec = codec;
  }

  /** Returns the names of all, as users write them. */
  public static String[] names() {
    return Arrays.stream(values()).map(PageCodec::toString).toArray(String[]::new);
  }

  CompressionCodecName codec() {
    return codec;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
