// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.store.layout.ValueCodec;
import dev.recordio.store.schema.FieldCodec;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.IOException;

/** Zstandard, a frame a value, without a native library. */
public final class ZstdCodec implements ValueCodec {
  /** Makes these codecs; named in {@code META-INF/services}. */
  public static final class Provider implements ValueCodec.Provider {
    @Override
    public FieldCodec kind() {
      return FieldCodec.ZSTD;
    }

    @Override
    public ValueCodec create() {
      return new ZstdCodec();
    }
  }

  private final ZstdCompressor compressor = new ZstdCompressor();
  private final ZstdDecompressor decompressor = new ZstdDecompressor();
  private byte[] scratch = {};

  @Override
  public int compress(byte[] from, int offset, int length, byte[] to, int at, int room) {
    int most = compressor.maxCompressedLength(length);
    if (room >= most) {
      return compressor.compress(from, offset, length, to, at, room);
    }
    // With less room than it might need, it does not end in an orderly way.
    if (scratch.length < most) {
      scratch = new byte[most];
    }
    int written = compressor.compress(from, offset, length, scratch, 0, scratch.length);
    if (written > room) {
      return -1;
    }
    System.arraycopy(scratch, 0, to, at, written);
    return written;
  }

  @Override
  public void decompress(byte[] from, int offset, int length, byte[] to, int at, int plain)
      throws IOException {
    int got;
    try {
      got =
          plain > 0
              ? decompressor.decompress(from, offset, length, to, at, plain)
              // Into no room it looks at nothing.
              : decompressor.decompress(from, offset, length, new byte[1], 0, 1);
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IOException("invalid Zstandard data: " + e.getMessage(), e);
    }
    if (got != plain) {
      throw new IOException("Zstandard data of " + got + " bytes, expected " + plain);
    }
  }
}
