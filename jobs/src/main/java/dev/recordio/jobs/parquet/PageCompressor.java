// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import io.airlift.compress.Compressor;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses pages; what it returns is good until the next page. */
final class PageCompressor implements BytesInputCompressor {
  private final CompressionCodecName name;
  private final Compressor compressor;
  private final PageBuffer page = new PageBuffer();
  private byte[] compressed = {};

  PageCompressor(CompressionCodecName name, Compressor compressor) {
    this.name = name;
    this.compressor = compressor;
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    page.set(bytes);
    int bound = compressor.maxCompressedLength(page.size());
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    int length =
        compressor.compress(page.array(), 0, page.size(), compressed, 0, compressed.length);
    return BytesInput.from(compressed, 0, length);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return name;
  }

  @Override
  public void release() {
    // Only memory is held.
  }
}
