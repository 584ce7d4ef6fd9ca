// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.SplitCompressionInputStream;
import org.apache.hadoop.io.compress.SplittableCompressionCodec;
import org.apache.hadoop.io.compress.SplittableCompressionCodec.READ_MODE;

/**
 * Opens ranges of files, uncompressed ones and those compressed by a codec. One object opens many
 * files: settings, codecs and file system are looked up once. It is for one thread.
 */
public final class InputOpener {
  private final Configuration conf;
  private final int chunkSize;
  private final CompressionCodecFactory codecs;
  private final FileSystems systems;

  /**
   * Prepares to open files by the keys of {@code conf}.
   *
   * @throws dev.recordio.conf.InvalidSettingException when one of them is invalid
   */
  public InputOpener(Configuration conf) {
    this.conf = conf;
    chunkSize = chunkSize(conf); // an invalid one is found before a file is opened
    codecs = new CompressionCodecFactory(conf);
    systems = new FileSystems(conf);
  }

  /** Opens a range as {@link #pieces(InputRange)} does. */
  public static ChunkReader pieces(Configuration conf, InputRange range) throws IOException {
    return new InputOpener(conf).pieces(range);
  }

  /** Opens a range; a compressed file is one range, whose offsets count the uncompressed bytes. */
  public ChunkReader chunks(InputRange range) throws IOException {
    return new Opening(range, Files.Reading.SEQUENTIAL).chunks();
  }

  /**
   * Opens the whole of a file.
   *
   * @param file its status, from {@link #status}
   */
  public ChunkReader chunks(FileStatus file) throws IOException {
    var range = new InputRange(file.getPath(), 0, Long.MAX_VALUE);
    return new Opening(range, Files.Reading.SEQUENTIAL, file).chunks();
  }

  /** Returns the status of a file. */
  public FileStatus status(Path file) throws IOException {
    return systems.of(file).getFileStatus(file);
  }

  /** Opens a range to read pieces of it, in order. */
  public ChunkReader pieces(InputRange range) throws IOException {
    return new Opening(range, Files.Reading.PIECES).chunks();
  }

  /**
   * Opens the lines of a range. Where a codec can begin at its blocks, a range holds the lines of
   * the blocks that begin in it (bzip2's where their marks begin), by the same rule as for
   * uncompressed bytes. In such a range that does not begin at 0, offsets are the range's start
   * plus the uncompressed bytes from its first block on.
   */
  public LineRangeReader lines(InputRange range) throws IOException {
    return new Opening(range, Files.Reading.SEQUENTIAL).lines();
  }

  private static int maxLine(Configuration conf) {
    return (int) RecordIOConf.LINE_MAX_SIZE.getBytes(conf);
  }

  public static int chunkSize(Configuration conf) {
    return RecordIOConf.INPUT_BUFFER_SIZE.getInt(conf);
  }

  /** One range, about to be opened. */
  private final class Opening {
    private final InputRange range;
    private final String path;
    private final Files.Reading how;
    private final FileSystem from;
    private final FileStatus status;
    private final CompressionCodec codec;

    Opening(InputRange range, Files.Reading how) throws IOException {
      this(range, how, status(range.path()));
    }

    Opening(InputRange range, Files.Reading how, FileStatus status) throws IOException {
      this.range = range;
      path = range.path().toString();
      this.how = how;
      this.status = status;
      from = systems.of(range.path());
      range.requireWithin(status.getLen());
      codec = codecs.getCodec(range.path());
    }

    LineRangeReader lines() throws IOException {
      boolean whole = range.start() == 0 && range.end() >= status.getLen();
      if (!whole && codec instanceof BZip2Codec) {
        return bzip2Blocks();
      }
      if (!whole && codec instanceof SplittableCompressionCodec blocks) {
        return blocks(blocks);
      }
      int maxLine = maxLine(conf);
      ChunkReader chunks = chunks();
      long end = chunks.canSeek() ? range.end() : Long.MAX_VALUE;
      return new LineRangeReader(chunks, range.start(), end, maxLine);
    }

    private LineRangeReader bzip2Blocks() throws IOException {
      int maxLine = maxLine(conf);
      var plain = new Bzip2Stream[1];
      ChunkReader chunks =
          blocks((in, pool) -> plain[0] = Bzip2Stream.open(in, range.start(), range.end()));
      return new LineRangeReader(chunks, range.start(), () -> plain[0].end(range.start()), maxLine);
    }

    private LineRangeReader blocks(SplittableCompressionCodec blocks) throws IOException {
      int maxLine = maxLine(conf);
      var plain = new BlockStream[1];
      ChunkReader chunks =
          blocks(
              (in, pool) ->
                  plain[0] =
                      new BlockStream(
                          blocks.createInputStream(
                              in, pool.get(), range.start(), range.end(), READ_MODE.BYBLOCK)));
      return new LineRangeReader(chunks, range.start(), () -> plain[0].end(range.start()), maxLine);
    }

    private ChunkReader blocks(UnpackedStream.Opener opener) throws IOException {
      return unpacked(
          range.start(),
          packed -> UnpackedStream.open(packed, path, codec, range.start(), false, opener));
    }

    private ChunkReader chunks() throws IOException {
      if (codec == null) {
        return CloseOnFailure.of(
            open(), in -> ChunkReader.of(in, path, status.getLen(), chunkSize));
      }
      if (range.start() != 0) {
        throw new IOException(
            "a compressed file can only be read as a whole, not from offset "
                + range.start()
                + ": "
                + range.path());
      }
      return unpacked(0, packed -> UnpackedStream.openWhole(packed, path, codec));
    }

    private ChunkReader unpacked(long origin, CloseOnFailure.Use<PackedStream, InputStream> opener)
        throws IOException {
      var packed = new PackedStream(open(), path, status.getLen());
      return CloseOnFailure.of(
          CloseOnFailure.of(packed, opener),
          plain -> ChunkReader.ofStream(plain, path, chunkSize, origin, packed::getPos));
    }

    /** Opens the file, telling its file system which part is wanted and how it is read. */
    private FSDataInputStream open() throws IOException {
      return Files.open(from, status, how, range.start(), range.end());
    }
  }

  /**
   * The uncompressed bytes of a range of a file whose codec can begin at its blocks, and of the
   * blocks after the range; it reports which byte is the first after it.
   */
  private static final class BlockStream extends FilterInputStream {
    private final SplitCompressionInputStream blocks;

    /** The codec is asked for bytes at index 0 only: its reads by block miscount at others. */
    private final byte[] scratch = new byte[1 << 16];

    private long count;
    private long end = Long.MAX_VALUE;

    BlockStream(SplitCompressionInputStream in) {
      super(in);
      blocks = in;
    }

    /**
     * Returns the offset of the first byte after the range, for a stream that begins at {@code
     * origin}; {@link Long#MAX_VALUE} until that byte has been read.
     */
    long end(long origin) {
      return end == Long.MAX_VALUE ? end : origin + end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      // A read ends with its block, so all bytes read are of the block at this position.
      int got = blocks.read(scratch, 0, Math.min(length, scratch.length));
      if (got <= 0) {
        return got;
      }
      if (end == Long.MAX_VALUE && blocks.getPos() > blocks.getAdjustedEnd()) {
        end = count;
      }
      count += got;
      System.arraycopy(scratch, 0, bytes, offset, got);
      return got;
    }

    @Override
    public long skip(long bytes) throws IOException {
      var skipped = new byte[(int) Math.min(bytes, scratch.length)];
      return Math.max(0, read(skipped, 0, skipped.length));
    }
  }
}
