// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Brings ranges of bytes out of many files with few reads, batch by batch: ask with {@link #add}
 * until it refuses, {@link #fetch}, take the bytes in the order asked, {@link #clear}.
 *
 * <p>The ranges of a batch are sorted by file and offset; a range that is wanted twice is read
 * once; neighbours are read together when the gap is at most {@code recordio.gather.max-gap} and
 * the read at most {@code recordio.gather.max-read}. The reads run side by side, {@code
 * recordio.gather.threads} of them. A stream that has vectored reads of its own gets several reads
 * at once, up to {@code recordio.gather.max-read} together.
 *
 * <p>Memory: the bytes asked for, {@code recordio.gather.batch-size} or one longer range, and a
 * read for each thread. For use by one thread.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class Gather implements Closeable {
  private static final int MOST_OPEN_FILES = 64;
  private static final int MOST_BYTES = 1 << 30;
  private static final int MOST_RANGES = 1 << 20;

  private final int batchBytes;
  private final GatherPlan plan;
  private final OpenFiles files;
  private final GatherThreads threads;
  private final int maxRead;

  private final byte[][] buffers; // one a worker

  private byte[] bytes = {};
  private long[] starts = new long[64]; // of the ranges in bytes, in the order asked
  private long asked; // bytes of the batch
  private long reads;
  private long bytesRead;

  /**
   * Makes it; no file is opened yet.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param paths the files, known by their place in this list
   */
  public Gather(Configuration conf, List<Path> paths) {
    batchBytes =
        atLeast(RecordIOConf.GATHER_BATCH_SIZE, RecordIOConf.GATHER_BATCH_SIZE.getBytes(conf), 1);
    maxRead = atLeast(RecordIOConf.GATHER_MAX_READ, RecordIOConf.GATHER_MAX_READ.getBytes(conf), 1);
    int maxGap =
        atLeast(RecordIOConf.GATHER_MAX_GAP, RecordIOConf.GATHER_MAX_GAP.getBytes(conf), 0);
    plan = new GatherPlan(maxGap, maxRead);
    files = new OpenFiles(conf, paths, MOST_OPEN_FILES);
    threads =
        new GatherThreads(
            atLeast(RecordIOConf.GATHER_THREADS, RecordIOConf.GATHER_THREADS.getInt(conf), 1));
    buffers = new byte[threads.workers()][];
  }

  private static int atLeast(RecordIOConf key, long value, int least) {
    if (value < least || value > MOST_BYTES) {
      throw new InvalidSettingException(
          key + " is " + value + "; it must be " + least + " to " + MOST_BYTES);
    }
    return (int) value;
  }

  /**
   * Asks for a range.
   *
   * @param file the place of the file in the list
   * @param offset the range's first byte
   * @param length its bytes, at least 1
   * @return false when the batch is full: the range is not taken. The first one always is.
   */
  public boolean add(int file, long offset, int length) {
    int count = plan.count();
    if (count > 0 && (asked + length > batchBytes || count == MOST_RANGES)) {
      return false;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
    }
    starts[count] = asked;
    asked += length;
    plan.add(file, offset, length);
    return true;
  }

  /**
   * Reads what was asked for.
   *
   * @throws IOException when a read fails; the message names file and offset
   */
  public void fetch() throws IOException {
    if (bytes.length < asked) {
      bytes = new byte[(int) asked];
    }
    plan.make();
    reads += plan.reads();
    for (int read = 0; read < plan.reads(); read++) {
      bytesRead += plan.bytes(read);
    }
    for (int read = 0; read < plan.reads(); ) {
      read = fetchFrom(read);
    }
  }

  /** Fetches from as many files as may be open at a time; returns the read to go on with. */
  private int fetchFrom(int first) throws IOException {
    var opening = new ArrayList<OpenFiles.OpenFile>();
    int end = first;
    for (int count = 0; end < plan.reads() && count < MOST_OPEN_FILES; count++) {
      OpenFiles.OpenFile file = files.get(plan.file(end));
      if (!file.isOpen()) {
        opening.add(file);
      }
      end = behindFile(end);
    }
    files.trim();
    threads.run(opening.size(), (i, worker) -> opening.get(i).stream());
    List<Piece> pieces = pieces(first, end);
    threads.run(pieces.size(), (i, worker) -> fetch(pieces.get(i), worker));
    return end;
  }

  private int behindFile(int first) {
    int read = first + 1;
    while (read < plan.reads() && plan.file(read) == plan.file(first)) {
      read++;
    }
    return read;
  }

  /** Reads that one worker does at once: several only through vectored reading. */
  private record Piece(OpenFiles.OpenFile file, int from, int to) {}

  private List<Piece> pieces(int first, int end) throws IOException {
    var pieces = new ArrayList<Piece>();
    for (int read = first; read < end; ) {
      OpenFiles.OpenFile file = files.get(plan.file(read));
      int to = read + 1;
      if (file.isVectored()) {
        int behind = behindFile(read);
        for (long size = plan.bytes(read); to < behind; to++) {
          size += plan.bytes(to);
          if (size > maxRead) {
            break;
          }
        }
      }
      pieces.add(new Piece(file, read, to));
      read = to;
    }
    return pieces;
  }

  private void fetch(Piece piece, int worker) throws IOException {
    FSDataInputStream in = piece.file.stream();
    try {
      if (piece.to - piece.from == 1) {
        readOne(in, piece.from, worker);
      } else {
        readVectored(in, piece);
      }
    } catch (EOFException e) {
      throw named("the file ends before offset " + end(piece.to - 1), piece, e);
    } catch (IOException e) {
      throw named(String.valueOf(e.getMessage()), piece, e);
    }
  }

  private long end(int read) {
    return plan.begin(read) + plan.bytes(read);
  }

  private IOException named(String what, Piece piece, IOException cause) {
    String place = piece.file.path() + " at offset " + plan.begin(piece.from);
    return new IOException("can't read " + place + ": " + what, cause);
  }

  private void readOne(FSDataInputStream in, int read, int worker) throws IOException {
    int size = plan.bytes(read);
    if (plan.served(read) == 1) {
      in.readFully(plan.begin(read), bytes, (int) starts[plan.served(read, 0)], size);
      return;
    }
    if (buffers[worker] == null || buffers[worker].length < size) {
      buffers[worker] = new byte[Math.max(size, Math.min(2 * size, maxRead))];
    }
    in.readFully(plan.begin(read), buffers[worker], 0, size);
    place(read, ByteBuffer.wrap(buffers[worker], 0, size));
  }

  private void readVectored(FSDataInputStream in, Piece piece) throws IOException {
    var ranges = new ArrayList<FileRange>(piece.to - piece.from);
    for (int read = piece.from; read < piece.to; read++) {
      ranges.add(FileRange.createFileRange(plan.begin(read), plan.bytes(read)));
    }
    in.readVectored(ranges, ByteBuffer::allocate);
    for (int i = 0; i < ranges.size(); i++) {
      place(piece.from + i, FutureIO.awaitFuture(ranges.get(i).getData()));
    }
  }

  /** Copies the ranges that a read serves to their places. */
  private void place(int read, ByteBuffer data) {
    int base = data.position();
    for (int i = 0; i < plan.served(read); i++) {
      int range = plan.served(read, i);
      int at = base + (int) (plan.offset(range) - plan.begin(read));
      data.get(at, bytes, (int) starts[range], plan.length(range));
    }
  }

  /** Begins a new batch; the bytes of the last one are gone. */
  public void clear() {
    plan.clear();
    asked = 0;
  }

  /** Returns the number of ranges of the batch. */
  public int count() {
    return plan.count();
  }

  /** Returns the array with the bytes of the batch; good until the next {@link #fetch}. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns where range {@code i} of the batch begins in {@link #bytes}, in the order asked. */
  public int start(int i) {
    return (int) starts[i];
  }

  /** Returns the bytes of range {@code i} of the batch. */
  public int length(int i) {
    return plan.length(i);
  }

  /** Returns the number of reads so far. */
  public long reads() {
    return reads;
  }

  /** Returns the bytes of those reads, gaps included. */
  public long bytesRead() {
    return bytesRead;
  }

  @Override
  public void close() throws IOException {
    threads.close();
    files.close();
  }
}
