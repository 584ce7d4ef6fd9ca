// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.bytes.MalformedRecordException;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.BlockDecompressorStream;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;

/**
 * The uncompressed bytes of a compressed file. A codec's error does not name the file; here it gets
 * the file's name and the offset, in uncompressed bytes. The file system's exceptions are passed on
 * unchanged, whether the codec passed them on or took them for the end of the data.
 */
public final class UnpackedStream extends FilterInputStream {
  /** Opens the uncompressed bytes of a compressed file. */
  interface Opener {
    /** Opens them; the pool's decompressor is given back when the stream is closed. */
    InputStream open(PackedStream packed, Supplier<Decompressor> pool) throws IOException;
  }

  private static final String HADOOPS_OWN = "org.apache.hadoop.io.compress.";

  private final PackedStream packed;
  private final String path;
  private final CompressionCodec codec;
  private final boolean whole;
  private Decompressor decompressor;
  private long offset;

  private UnpackedStream(
      PackedStream packed, String path, CompressionCodec codec, long origin, boolean whole) {
    super(packed);
    this.packed = packed;
    this.path = path;
    this.codec = codec;
    this.whole = whole;
    offset = origin;
  }

  /**
   * Opens the uncompressed bytes of a whole compressed file.
   *
   * @param in the compressed file, which is closed with the stream, or when it can't be opened
   * @param file names it, for messages
   * @param length of the compressed file, in bytes, as its status has it
   * @param codec what packed it
   * @throws IOException also when the codec can't work here, for lack of a library
   */
  public static InputStream openWhole(
      FSDataInputStream in, Path file, long length, CompressionCodec codec) throws IOException {
    String path = file.toString();
    return openWhole(new PackedStream(in, path, length), path, codec);
  }

  /** Opens the uncompressed bytes of a whole compressed file. */
  static UnpackedStream openWhole(PackedStream packed, String path, CompressionCodec codec)
      throws IOException {
    return codec instanceof BZip2Codec
        ? open(packed, path, codec, 0, false, (in, pool) -> Bzip2Stream.open(in, 0, Long.MAX_VALUE))
        : open(packed, path, codec, 0, true, (in, pool) -> codec.createInputStream(in, pool.get()));
  }

  /**
   * Opens a compressed file, which is closed with the stream, or when it can't be opened.
   *
   * @param origin the offset of the first uncompressed byte
   * @param whole whether the codec reads the file to its end, and this stream must check that it
   *     did
   * @throws IOException also when the codec can't work here, for lack of a library
   */
  static UnpackedStream open(
      PackedStream packed,
      String path,
      CompressionCodec codec,
      long origin,
      boolean whole,
      Opener opener)
      throws IOException {
    var stream = new UnpackedStream(packed, path, codec, origin, whole);
    return CloseOnFailure.of(stream, opened -> opened.begin(opener));
  }

  private UnpackedStream begin(Opener opener) throws IOException {
    try {
      in = opener.open(packed, this::decompressor);
    } catch (IOException e) {
      throw named(e);
    } catch (RuntimeException e) {
      if (packed.getPos() > 0) {
        throw named(e); // what it read was not what it expected
      }
      packed.check();
      throw lacking(e);
    } catch (Error e) {
      throw lacking(e);
    }
    packed.check();
    return this;
  }

  /** What a codec throws that lacks a library; some libraries have errors of their own for that. */
  private IOException lacking(Throwable e) throws IOException {
    if (e instanceof VirtualMachineError || e instanceof FSError) {
      throw (Error) e;
    }
    packed.check();
    String said = e.getMessage() == null ? e.toString() : e.getMessage();
    String what =
        e instanceof NoClassDefFoundError
            ? "needs " + said.replace('/', '.') + ", whose jar is not on the class path; add it, or"
            : "does not work here: " + said.replaceFirst("\\.$", "") + ";";
    return new IOException(
        "can't read "
            + path
            + ": "
            + codec.getClass().getSimpleName()
            + " "
            + what
            + " unpack the file first",
        e);
  }

  private Decompressor decompressor() {
    decompressor = CodecPool.getDecompressor(codec);
    return decompressor;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int got;
    try {
      got = in.read(bytes, from, length);
    } catch (IOException | RuntimeException e) { // codecs fail on what they did not expect
      throw named(e);
    } catch (Error e) { // some codecs load their library when they unpack the first block
      throw lacking(e);
    }
    packed.check();
    if (got < 0 && whole) {
      checkEnd();
    }
    offset += Math.max(0, got);
    return got;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped;
    try {
      skipped = in.skip(count);
    } catch (IOException | RuntimeException e) {
      throw named(e);
    }
    packed.check();
    offset += skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    int available = in.available();
    packed.check();
    return available;
  }

  /**
   * Whether the codec's end of the data is the end of the file. Hadoop's own codecs go on with the
   * next compressed stream until there is none; with others it is not known what may follow. Codecs
   * of blocks (Snappy, LZ4) take a file that was cut within a block for one that ends before it.
   */
  private void checkEnd() throws MalformedRecordException {
    if (in instanceof BlockDecompressorStream && packed.cutWord()) {
      throw damaged("the length of a block", "the end of the file within it");
    }
    if (in instanceof BlockDecompressorStream && packed.cutBlock()) {
      throw damaged("the rest of a block", "the end of the file within it");
    }
    if (packed.left() > 0 && codec.getClass().getName().startsWith(HADOOPS_OWN)) {
      throw damaged(
          "the end of the file", "the end of the data, " + packed.left() + " bytes before");
    }
  }

  private IOException named(Exception e) throws IOException {
    packed.check();
    if (e instanceof MalformedRecordException damage) {
      return damage.at(path);
    }
    String found =
        e instanceof EOFException ? "the end of the file" : String.valueOf(e.getMessage());
    MalformedRecordException damaged =
        damaged("data that " + codec.getClass().getSimpleName() + " can unpack", found);
    damaged.initCause(e);
    return damaged;
  }

  private MalformedRecordException damaged(String expected, String found) {
    return new MalformedRecordException(
        "damaged compressed file",
        path,
        offset,
        -1,
        expected,
        found + " (packed bytes up to " + packed.getPos() + ")");
  }

  @Override
  public void close() throws IOException {
    Decompressor used = decompressor;
    decompressor = null; // a second close returns nothing to the pool
    try (packed) {
      in.close();
    } finally {
      CodecPool.returnDecompressor(used);
    }
  }
}
