// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.arrayrecord;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.function.Supplier;

/** The codecs of chunks that are read and written, without native libraries. */
enum ChunkCodec {
  NONE(0, null, null, "uncompressed"),
  SNAPPY('s', SnappyCompressor::new, SnappyDecompressor::new, "snappy"),
  /** Zstandard at level 3, the only one of a compressor in Java; a window of 1 MB at most. */
  ZSTD('z', ZstdCompressor::new, ZstdDecompressor::new, "zstd:3,window_log:20");

  /** The most bytes that a byte expands to, in the codec that expands most: Zstandard. */
  private static final long MAX_RATIO = 1 << 15;

  private final int code;
  private final Supplier<Compressor> compressor;
  private final Supplier<Decompressor> decompressor;
  private final String option;

  ChunkCodec(
      int code,
      Supplier<Compressor> compressor,
      Supplier<Decompressor> decompressor,
      String option) {
    this.code = code;
    this.compressor = compressor;
    this.decompressor = decompressor;
    this.option = option;
  }

  /** Returns the codec with a number; null when it can't be read. */
  static ChunkCodec of(byte number) {
    for (ChunkCodec codec : values()) {
      if (codec.code == number) {
        return codec;
      }
    }
    return null;
  }

  /** Returns the byte that a chunk names the codec by. */
  int code() {
    return code;
  }

  /** Returns the codec as the text of a writer's options has it. */
  String option() {
    return option;
  }

  /** Returns a compressor; null where there is none. */
  Compressor newCompressor() {
    return compressor == null ? null : compressor.get();
  }

  /** Returns a decompressor; null where there is none. */
  Decompressor newDecompressor() {
    return decompressor == null ? null : decompressor.get();
  }

  /** Whether a codec could make so many bytes of {@code count} bytes. */
  static boolean isPossible(long plain, int count) {
    return plain >= 0 && plain <= MAX_RATIO * count && plain <= Integer.MAX_VALUE - 8;
  }

  /**
   * Decompresses bytes.
   *
   * @return null when that gives {@code plain} bytes; else what is wrong
   */
  static String decompress(
      Decompressor decompressor, byte[] bytes, int from, int count, byte[] into, int plain) {
    try {
      int got = decompressor.decompress(bytes, from, count, into, 0, plain);
      return got == plain ? null : got + " bytes";
    } catch (MalformedInputException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return "damage: " + e.getMessage();
    }
  }
}
