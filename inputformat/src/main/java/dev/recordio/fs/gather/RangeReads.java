// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import dev.recordio.fs.stream.CheckedChunks;
import dev.recordio.fs.stream.LocalMap;
import dev.recordio.fs.stream.RandomFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * Runs the reads of a plan, and puts the ranges that they fetch in their places.
 *
 * <p>Hadoop's {@code VectoredReadUtils} is for implementers of streams: it joins ranges into lists
 * of objects, and reads into buffers that are made for each range. Here a range that is read by
 * itself goes directly to its place.
 */
final class RangeReads {
  /** A single short read of a local disk is not worth another thread. */
  private static final int MAX_IN_A_ROW = 64;

  private static final int MAX_MAPPED = 1024;

  private static final int MAX_DOUBLED = 1 << 30;

  private final GatherPlan plan;
  private final byte[][] buffers; // one per worker
  private final CheckedChunks[] chunks;

  RangeReads(GatherPlan plan, int workers) {
    this.plan = plan;
    buffers = new byte[workers][];
    chunks = new CheckedChunks[workers];
  }

  /** Reads of a file for one worker. */
  record Piece(OpenFiles.OpenFile file, int from, int to) {}

  /**
   * Cuts the reads of a file into pieces for workers.
   *
   * @param file the file, which is open
   * @param from its first read; its last one is the plan's
   * @param mostBytes the most bytes of the reads of a piece, unless it is a single read
   * @param pieces receives them
   */
  void cut(OpenFiles.OpenFile file, int from, int mostBytes, List<Piece> pieces) {
    int most =
        switch (file.reads()) {
          case APART -> 1;
          case VECTORED -> Integer.MAX_VALUE;
          case IN_A_ROW -> MAX_IN_A_ROW;
          case MAPPED -> MAX_MAPPED;
        };
    for (int read = from; read < plan.reads(); ) {
      int to = read + 1;
      for (long size = plan.bytes(read); to < plan.reads() && to - read < most; to++) {
        size += plan.bytes(to);
        if (size > mostBytes) {
          break;
        }
      }
      pieces.add(new Piece(file, read, to));
      read = to;
    }
  }

  /** Returns the bytes of the reads of a piece. */
  long bytes(Piece piece) {
    long bytes = 0;
    for (int read = piece.from; read < piece.to; read++) {
      bytes += plan.bytes(read);
    }
    return bytes;
  }

  /**
   * Runs the reads of a piece.
   *
   * @param bytes where ranges have the places that the plan gives them
   * @param worker no two pieces have the same one at a time
   * @throws IOException when a read fails; the message names file and offset
   */
  void read(Piece piece, byte[] bytes, int worker) throws IOException {
    LocalMap map = piece.file.map();
    if (map != null) {
      copy(map, piece, bytes);
      return;
    }
    RandomFile in = piece.file.file();
    if (piece.to - piece.from > 1 && piece.file.reads() == StreamReads.VECTORED) {
      readVectored(in.stream(), piece, bytes);
      return;
    }
    for (int read = piece.from; read < piece.to; read++) {
      try {
        readOne(in, read, bytes, worker);
      } catch (IOException e) {
        throw named(piece.file, read, read, e);
      }
    }
  }

  private void copy(LocalMap map, Piece piece, byte[] bytes) throws IOException {
    for (int read = piece.from; read < piece.to; read++) {
      try {
        for (int i = 0; i < plan.served(read); i++) {
          int range = plan.served(read, i);
          map.read(plan.offset(range), bytes, plan.place(range), plan.length(range));
        }
      } catch (IOException e) {
        throw named(piece.file, read, read, e);
      }
    }
  }

  private IOException named(OpenFiles.OpenFile file, int first, int last, IOException cause) {
    long end = plan.begin(last) + plan.bytes(last);
    String what =
        cause instanceof EOFException
            ? "the file ends before offset " + end
            : String.valueOf(cause.getMessage());
    String place = file.path() + " at offset " + plan.begin(first);
    return new IOException("can't read " + place + ": " + what, cause);
  }

  private void readOne(RandomFile in, int read, byte[] bytes, int worker) throws IOException {
    int size = plan.bytes(read);
    if (chunks[worker] == null) {
      chunks[worker] = new CheckedChunks();
    }
    if (plan.isDirect(read)) {
      int place = plan.place(plan.served(read, 0));
      in.readFully(plan.begin(read), bytes, place, size, chunks[worker]);
      return;
    }
    if (buffers[worker] == null || buffers[worker].length < size) {
      buffers[worker] = new byte[capacity(size)];
    }
    in.readFully(plan.begin(read), buffers[worker], 0, size, chunks[worker]);
    place(read, ByteBuffer.wrap(buffers[worker], 0, size), bytes);
  }

  /** Returns the bytes of a buffer for {@code size} bytes: with room for the next, longer read. */
  static int capacity(int size) {
    return size == 1 || size > MAX_DOUBLED ? size : Integer.highestOneBit(size - 1) << 1;
  }

  private void readVectored(FSDataInputStream in, Piece piece, byte[] bytes) throws IOException {
    var ranges = new VectoredReads();
    for (int read = piece.from; read < piece.to; read++) {
      ranges.add(plan.begin(read), plan.bytes(read));
    }
    try {
      ranges.begin(in);
      for (int i = 0; i < piece.to - piece.from; i++) {
        place(piece.from + i, ranges.await(i), bytes);
      }
    } catch (IOException e) {
      throw named(piece.file, piece.from, piece.to - 1, e);
    }
  }

  /** Copies the ranges that a read serves to their places. */
  private void place(int read, ByteBuffer data, byte[] bytes) {
    int base = data.position();
    for (int i = 0; i < plan.served(read); i++) {
      int range = plan.served(read, i);
      int at = base + (int) (plan.offset(range) - plan.begin(read));
      data.get(at, bytes, plan.place(range), plan.length(range));
    }
  }
}
