// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.wire.MalformedRecordException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;

/**
 * The plain bytes of a compressed file. A codec complains of packed bytes without a word about
 * whose they are; here its complaint gets the file's name and the offset, in plain bytes. What the
 * file system has to say is passed on as it is.
 */
final class UnpackedStream extends FilterInputStream {
  /** Opens the plain bytes of a packed file. */
  interface Opener {
    InputStream open(PackedStream packed, Decompressor decompressor) throws IOException;
  }

  private final PackedStream packed;
  private final String path;
  private final String codec;
  private Decompressor decompressor;
  private long offset;

  private UnpackedStream(
      PackedStream packed,
      String path,
      CompressionCodec codec,
      Decompressor decompressor,
      long origin) {
    super(null);
    this.packed = packed;
    this.path = path;
    this.codec = codec.getClass().getSimpleName();
    this.decompressor = decompressor;
    offset = origin;
  }

  /**
   * Opens a packed file, which is closed with the stream, or when it can't be opened.
   *
   * @param origin the offset that the first plain byte shall have
   */
  static UnpackedStream open(
      PackedStream packed, String path, CompressionCodec codec, long origin, Opener opener)
      throws IOException {
    var stream = new UnpackedStream(packed, path, codec, CodecPool.getDecompressor(codec), origin);
    try {
      stream.in = opener.open(packed, stream.decompressor);
    } catch (IOException e) {
      stream.in = packed;
      stream.close();
      throw stream.named(e);
    }
    return stream;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    try {
      int got = in.read(bytes, from, length);
      offset += Math.max(0, got);
      return got;
    } catch (IOException | RuntimeException e) { // codecs trip over what they did not expect, too
      throw named(e);
    }
  }

  @Override
  public long skip(long count) throws IOException {
    try {
      long skipped = in.skip(count);
      offset += skipped;
      return skipped;
    } catch (IOException | RuntimeException e) {
      throw named(e);
    }
  }

  private IOException named(Exception e) {
    if (packed.failure() != null) {
      return packed.failure();
    }
    String found =
        e instanceof EOFException ? "the end of the file" : String.valueOf(e.getMessage());
    var damaged =
        new MalformedRecordException(
            "damaged compressed file",
            path,
            offset,
            -1,
            "data that " + codec + " can unpack",
            found + " (packed bytes up to " + packed.getPos() + ")");
    damaged.initCause(e);
    return damaged;
  }

  @Override
  public void close() throws IOException {
    in.close();
    CodecPool.returnDecompressor(decompressor);
    decompressor = null; // a second close gives nothing back
  }
}
