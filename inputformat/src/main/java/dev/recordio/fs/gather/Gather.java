// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import dev.recordio.fs.stream.LocalMap;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Reads ranges of bytes from many files with few reads, batch by batch: request ranges with {@link
 * #add} until it refuses, {@link #fetch}, take the bytes in the order requested, {@link #clear}.
 *
 * <p>The ranges of a batch are sorted by file and offset; a range that is requested twice is read
 * once; neighbours are read together when the gap is at most {@code recordio.gather.max-gap} and
 * the read at most {@code recordio.gather.max-read}, whose defaults depend on the stream. The reads
 * run in parallel, {@code recordio.gather.threads} of them, unless each is only a call of the
 * operating system that finds the bytes in memory.
 *
 * <p>If a read is a remote request, more ranges in a batch mean fewer requests and keep all threads
 * busy, so batches grow up to {@code recordio.gather.batch-size}. Those of local files stay at 4
 * MiB, and well below where what is read is in memory and not of short ranges: more would only
 * leave the processor's cache before it is used.
 *
 * <p>Memory: a batch, {@code recordio.gather.batch-size} or one longer range, and for each thread a
 * read of {@code recordio.gather.max-read} that has gaps; some 40 bytes a range. For use by one
 * thread.
 */
public final class Gather implements Closeable {
  /** Files that are open at a time, unless the caller shares them out. */
  public static final int MAX_OPEN_FILES = 64;

  private static final int MAX_RANGES = 1 << 20;
  private static final int FIRST_BATCH_BYTES = 4 << 20;
  private static final int MAPPED_BATCH_BYTES = 1 << 20;
  private static final int CACHED_BATCH_BYTES = 256 << 10;
  private static final int LONG_RANGE_BYTES = 4 << 10;

  private final GatherSettings settings;
  private final int maxOpenFiles;
  private final GatherPlan plan = new GatherPlan();
  private final OpenFiles files;
  private final WorkerThreads threads;
  private final RangeReads ranges;
  private final ReadCost cost = new ReadCost();

  private int batchBytes; // the limit of the current batch
  private byte[] bytes = {};
  private long asked; // bytes of the batch
  private long reads;
  private long bytesRead;

  /**
   * Creates a gather; opens no file yet.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param paths the files, known by their place in this list
   */
  public Gather(Configuration conf, List<Path> paths) {
    this(conf, paths, MAX_OPEN_FILES);
  }

  /**
   * Creates a gather that shares a limit of open files with others; opens no file yet.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param paths the files, known by their place in this list
   * @param maxOpenFiles how many of them are open at a time, at least 1
   */
  public Gather(Configuration conf, List<Path> paths, int maxOpenFiles) {
    this(conf, paths, maxOpenFiles, false);
  }

  /**
   * Creates a gather for files whose bytes are checked by who reads them, by checksums of their
   * own; opens no file yet. Of local files it does not read those that Hadoop keeps beside them.
   *
   * @param conf gives the file systems and the keys {@code recordio.gather.*}
   * @param paths the files, known by their place in this list
   */
  public static Gather ofVerified(Configuration conf, List<Path> paths) {
    return new Gather(conf, paths, MAX_OPEN_FILES, true);
  }

  private Gather(Configuration conf, List<Path> paths, int maxOpenFiles, boolean verified) {
    settings = new GatherSettings(conf);
    this.maxOpenFiles = maxOpenFiles;
    batchBytes = Math.min(FIRST_BATCH_BYTES, settings.batchBytes());
    files = new OpenFiles(conf, paths, maxOpenFiles, verified);
    threads = new WorkerThreads(settings.threads());
    ranges = new RangeReads(plan, settings.threads());
  }

  /**
   * Requests a range.
   *
   * @param file the place of the file in the list
   * @param offset the range's first byte
   * @param length its bytes, at least 1
   * @return false when the batch is full: the range is not taken. The first one always is.
   */
  public boolean add(int file, long offset, int length) {
    int count = plan.count();
    if (count > 0 && (asked + length > batchBytes || count == MAX_RANGES)) {
      return false;
    }
    asked += length;
    plan.add(file, offset, length);
    return true;
  }

  /**
   * Returns the bytes of a local file if all of it is in memory, else null: its ranges need not be
   * requested then. Only a gather {@link #ofVerified} has such files.
   *
   * @param file the place of the file in the list
   * @throws IOException when the file is local, and opening it fails
   */
  public LocalMap map(int file) throws IOException {
    return files.map(file);
  }

  /**
   * Reads the requested ranges.
   *
   * @throws IOException when a read fails; the message names file and offset
   */
  public void fetch() throws IOException {
    if (bytes.length < asked) {
      bytes = new byte[(int) Math.max(asked, Math.min(batchBytes, 2L * bytes.length))];
    }
    plan.sort();
    var ways = EnumSet.noneOf(StreamReads.class);
    for (int at = 0; at < plan.count(); ) {
      int end = open(at);
      read(at, end, ways);
      at = end;
    }
    batchBytes = nextBatch(ways);
  }

  /** Returns the limit of the batch after one whose ranges were read in these ways. */
  private int nextBatch(Set<StreamReads> ways) {
    if (ways.isEmpty()) {
      return batchBytes;
    }
    if (waitsForAnswers(ways)) {
      return (int) Math.min(2L * batchBytes, settings.batchBytes());
    }
    if (ways.contains(StreamReads.MAPPED)) {
      return Math.min(MAPPED_BATCH_BYTES, settings.batchBytes());
    }
    // Short ranges are close enough to each other in a large batch to be read together.
    boolean apart = asked >= (long) LONG_RANGE_BYTES * plan.count();
    int most = apart && !cost.isWaiting() ? CACHED_BATCH_BYTES : FIRST_BATCH_BYTES;
    return Math.min(most, settings.batchBytes());
  }

  /** Opens as many files as may be open at a time; returns where the ranges of others begin. */
  private int open(int first) throws IOException {
    var opening = new ArrayList<OpenFiles.OpenFile>();
    int end = first;
    for (int count = 0; end < plan.count() && count < maxOpenFiles; count++) {
      OpenFiles.OpenFile file = files.get(plan.fileAt(end));
      if (!file.isOpen()) {
        opening.add(file);
      }
      end = plan.nextFile(end);
    }
    files.trim();
    threads.run(opening.size(), (i, worker) -> opening.get(i).file());
    return end;
  }

  /** Reads ranges of open files; adds the ways in which they are read. */
  private void read(int first, int end, Set<StreamReads> ways) throws IOException {
    int firstRead = plan.reads();
    var pieces = new ArrayList<RangeReads.Piece>();
    for (int at = first; at < end; ) {
      OpenFiles.OpenFile file = files.get(plan.fileAt(at));
      StreamReads way = file.reads();
      int maxRead = settings.maxRead(file.file().stream(), way);
      int next = plan.nextFile(at);
      int from = plan.reads();
      plan.join(at, next, settings.maxGap(file.file().stream(), way), maxRead);
      ranges.cut(file, from, maxRead, pieces);
      ways.add(way);
      at = next;
    }
    long bytesBefore = bytesRead;
    for (int read = firstRead; read < plan.reads(); read++) {
      bytesRead += plan.bytes(read);
    }
    for (RangeReads.Piece piece : pieces) {
      piece.file().note(ranges.bytes(piece));
    }
    reads += plan.reads() - firstRead;
    boolean calls = ways.equals(EnumSet.of(StreamReads.IN_A_ROW)) && !cost.isWaiting();
    int workers = calls ? 1 : settings.threads();
    long start = System.nanoTime();
    threads.run(workers, pieces.size(), (i, worker) -> ranges.read(pieces.get(i), bytes, worker));
    cost.add(
        plan.reads() - firstRead,
        bytesRead - bytesBefore,
        System.nanoTime() - start,
        Math.min(workers, pieces.size()));
  }

  private static boolean waitsForAnswers(Set<StreamReads> ways) {
    return ways.contains(StreamReads.APART) || ways.contains(StreamReads.VECTORED);
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

  /**
   * Returns where range {@code i} of the batch, in the order requested, begins in {@link #bytes}.
   */
  public int start(int i) {
    return plan.place(i);
  }

  /** Returns the offset in its file of the first byte of range {@code i} of the batch. */
  public long offset(int i) {
    return plan.offset(i);
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

  /**
   * What a read of a local file costs: little where the operating system has the bytes in memory,
   * so that handing it to another thread would cost more; where the reads wait for a disk, several
   * at a time are faster. It is measured, batch by batch, since the file system does not know.
   */
  static final class ReadCost {
    /** A read from memory takes some 2 us, one of a fast disk some 80, with nothing else to do. */
    private static final long READ_NANOS = 40_000;

    /** Memory gives some 5 bytes a nanosecond, checksums included some 2. */
    private static final long BYTES_PER_NANO = 1;

    private int slow; // batches in a row

    /**
     * Whether the reads of the last two batches waited for a disk. In a single one the thread may
     * have waited for a processor.
     */
    boolean isWaiting() {
      return slow > 1;
    }

    /**
     * Takes note of reads.
     *
     * @param reads how many there were
     * @param bytes what they read, in total
     * @param nanos how long they took, in nanoseconds
     * @param threads how many of them ran at a time
     */
    void add(long reads, long bytes, long nanos, int threads) {
      boolean waited = nanos * threads > reads * READ_NANOS + bytes / BYTES_PER_NANO;
      slow = waited ? Math.min(2, slow + 1) : 0;
    }
  }
}
