// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.EnumSet;
import java.util.Set;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Codecs without native libraries, which a plain Hadoop client does not carry: aircompressor's, and
 * the JDK's gzip.
 */
final class PageCodecs implements CompressionCodecFactory {
  /** What can be read. Brotli and LZO have no pure Java form; LZ4 without RAW has no fixed one. */
  static final Set<CompressionCodecName> READABLE =
      EnumSet.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.ZSTD,
          CompressionCodecName.LZ4_RAW);

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> new StoredPages();
      case SNAPPY -> new PageCompressor(name, new SnappyCompressor());
      case ZSTD -> new PageCompressor(name, new ZstdCompressor());
      case GZIP -> new GzipPages();
      default -> throw new IllegalArgumentException("no compressor of " + name);
    };
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> new StoredPages();
      case SNAPPY -> new PageDecompressor(name, new SnappyDecompressor());
      case ZSTD -> new PageDecompressor(name, new ZstdDecompressor());
      case LZ4_RAW -> new PageDecompressor(name, new Lz4Decompressor());
      case GZIP -> new GzipPages();
      default -> throw new IllegalArgumentException("no decompressor of " + name);
    };
  }

  @Override
  public void release() {
    // The codecs hold nothing but memory.
  }
}
