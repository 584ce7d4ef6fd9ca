// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Pages without compression: passed on without a copy. */
final class StoredPages implements BytesInputCompressor, BytesInputDecompressor {
  @Override
  public BytesInput compress(BytesInput bytes) {
    return bytes;
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.UNCOMPRESSED;
  }

  @Override
  public BytesInput decompress(BytesInput bytes, int size) throws IOException {
    if (bytes.size() != size) {
      throw new IOException(
          "a page is stored in " + bytes.size() + " bytes, and its header says " + size);
    }
    return bytes;
  }

  @Override
  public void decompress(ByteBuffer input, int length, ByteBuffer output, int size) {
    ByteBuffer part = input.slice().limit(length);
    output.put(part);
    input.position(input.position() + length);
  }

  @Override
  public void release() {
    // Nothing is held.
  }
}
