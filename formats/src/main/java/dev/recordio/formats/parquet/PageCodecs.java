// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.parquet;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
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

  /** Pages without compression: passed on without a copy. */
  static final BytesInputCompressor STORED = new Stored();

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> STORED;
      case SNAPPY -> new Air(name, new SnappyCompressor(), null);
      case ZSTD -> new Air(name, new ZstdCompressor(), null);
      case GZIP -> new Gzip();
      default -> throw new IllegalArgumentException("no compressor of " + name);
    };
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> new Stored();
      case SNAPPY -> new Air(name, null, new SnappyDecompressor());
      case ZSTD -> new Air(name, null, new ZstdDecompressor());
      case LZ4_RAW -> new Air(name, null, new Lz4Decompressor());
      case GZIP -> new Gzip();
      default -> throw new IllegalArgumentException("no decompressor of " + name);
    };
  }

  @Override
  public void release() {
    // The codecs hold nothing but memory.
  }

  /** Bytes of a page in one array, which is used again for the next page. */
  private static final class Page extends ByteArrayOutputStream {
    Page set(BytesInput bytes) throws IOException {
      reset();
      bytes.writeAllTo(this);
      return this;
    }

    byte[] array() {
      return buf;
    }
  }

  private static final class Stored implements BytesInputCompressor, BytesInputDecompressor {
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

  /** Pages in one codec, each in an array. What is compressed is good until the next page. */
  private abstract static class Pages implements BytesInputCompressor, BytesInputDecompressor {
    private final CompressionCodecName name;
    final Page page = new Page();

    Pages(CompressionCodecName name) {
      this.name = name;
    }

    abstract byte[] decompress(byte[] bytes, int length, int size) throws IOException;

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

    @Override
    public CompressionCodecName getCodecName() {
      return name;
    }

    @Override
    public void release() {
      // Only memory is held.
    }
  }

  private static final class Gzip extends Pages {
    private final Page out = new Page();

    Gzip() {
      super(CompressionCodecName.GZIP);
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      out.reset();
      try (var gzip = new GZIPOutputStream(out)) {
        bytes.writeAllTo(gzip);
      }
      return BytesInput.from(out.array(), 0, out.size());
    }

    /** Reads as far as there is something: the size is not trusted before the bytes are there. */
    @Override
    byte[] decompress(byte[] bytes, int length, int size) throws IOException {
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
  }

  /**
   * Pages in a codec of aircompressor. The size that a page's header gives is believed only if the
   * codec could make that many bytes of the page.
   */
  private static final class Air extends Pages {
    /** The most bytes that a block of 4 bytes expands to, in the codec that expands most: zstd. */
    private static final long MAX_RATIO = 1 << 15;

    private final Compressor compressor;
    private final Decompressor decompressor;
    private byte[] compressed = {};

    Air(CompressionCodecName name, Compressor compressor, Decompressor decompressor) {
      super(name);
      this.compressor = compressor;
      this.decompressor = decompressor;
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      page.set(bytes);
      int bound = compressor.maxCompressedLength(page.size());
      if (compressed.length < bound) {
        compressed = new byte[bound];
      }
      int count =
          compressor.compress(page.array(), 0, page.size(), compressed, 0, compressed.length);
      return BytesInput.from(compressed, 0, count);
    }

    @Override
    byte[] decompress(byte[] bytes, int length, int size) throws IOException {
      if (size < 0 || size > length * MAX_RATIO) {
        throw new IOException(
            "a page of "
                + length
                + " bytes in "
                + getCodecName()
                + " can't have the "
                + size
                + " of its header");
      }
      byte[] plain = new byte[Math.max(1, size)]; // some decompressors ignore an empty array
      int got;
      try {
        got = length == 0 ? 0 : decompressor.decompress(bytes, 0, length, plain, 0, plain.length);
      } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IOException("a page in " + getCodecName() + " is damaged: " + e.getMessage(), e);
      }
      if (got != size) {
        throw new IOException(
            "a page in " + getCodecName() + " has " + got + " bytes, and its header says " + size);
      }
      return size == 0 ? new byte[0] : plain;
    }
  }
}
