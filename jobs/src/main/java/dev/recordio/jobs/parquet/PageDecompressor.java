// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages. The size that a page's header gives is believed only if the codec could make
 * that many bytes of the page.
 */
final class PageDecompressor implements BytesInputDecompressor {
  /** The most bytes that a block of 4 bytes expands to, in the codec that expands most: zstd's. */
  private static final long MAX_RATIO = 1 << 15;

  private final CompressionCodecName name;
  private final Decompressor decompressor;
  private final PageBuffer page = new PageBuffer();

  PageDecompressor(CompressionCodecName name, Decompressor decompressor) {
    this.name = name;
    this.decompressor = decompressor;
  }

  @Override
  public BytesInput decompress(BytesInput bytes, int size) throws IOException {
    page.set(bytes);
    return BytesInput.from(decompress(page.array(), page.size(), size));
  }

  @Override
  public void decompress(ByteBuffer input, int length, ByteBuffer output, int size)
      throws IOException {
    byte[] bytes = new byte[length];
    input.get(bytes);
    output.put(decompress(bytes, length, size));
  }

  private byte[] decompress(byte[] bytes, int length, int size) throws IOException {
    if (size < 0 || size > length * MAX_RATIO) {
      throw new IOException(
          "a page of "
              + length
              + " bytes in "
              + name
              + " can't have the "
              + size
              + " of its header");
    }
    byte[] plain = new byte[Math.max(1, size)]; // into no room, some decompressors look at nothing
    int got;
    try {
      got = length == 0 ? 0 : decompressor.decompress(bytes, 0, length, plain, 0, plain.length);
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException("a page in " + name + " is damaged: " + e.getMessage(), e);
    }
    if (got != size) {
      throw new IOException(
          "a page in " + name + " has " + got + " bytes, and its header says " + size);
    }
    return size == 0 ? new byte[0] : plain;
  }

  @Override
  public void release() {
    // Only memory is held.
  }
}
