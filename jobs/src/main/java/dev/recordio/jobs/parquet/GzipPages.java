// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Pages in gzip, by the JDK. What it compresses is good until the next page. */
final class GzipPages implements BytesInputCompressor, BytesInputDecompressor {
  private final PageBuffer in = new PageBuffer();
  private final PageBuffer out = new PageBuffer();

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    out.reset();
    try (var gzip = new GZIPOutputStream(out)) {
      bytes.writeAllTo(gzip);
    }
    return out.bytes();
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.GZIP;
  }

  @Override
  public BytesInput decompress(BytesInput bytes, int size) throws IOException {
    in.set(bytes);
    return BytesInput.from(decompress(in.array(), in.size(), size));
  }

  @Override
  public void decompress(ByteBuffer input, int length, ByteBuffer output, int size)
      throws IOException {
    byte[] bytes = new byte[length];
    input.get(bytes);
    output.put(decompress(bytes, length, size));
  }

  /** Reads as far as there is something: the size is not trusted before the bytes are there. */
  private static byte[] decompress(byte[] bytes, int length, int size) throws IOException {
    try (InputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes, 0, length))) {
      byte[] plain = gzip.readNBytes(Math.max(0, size));
      if (plain.length != size || gzip.read() >= 0) {
        throw new IOException(
            "a page in GZIP has "
                + (plain.length == size ? "more than " : "")
                + plain.length
                + " bytes, and its header says "
                + size);
      }
      return plain;
    } catch (EOFException | ZipException e) {
      throw new IOException("a page in GZIP is damaged: " + e, e);
    }
  }

  @Override
  public void release() {
    // Only memory is held.
  }
}
