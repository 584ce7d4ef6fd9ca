// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.ChainVerifier;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Distinguishes an index of another file from a damaged file: in both cases a record is not what
 * the index says. The headers of the file decide. A record start can be proved, so one that the
 * index lacks is evidence against the index; if the index has all of them, bytes that are no record
 * are damage.
 */
public final class IndexEvidence implements Closeable {
  /** How far to search for a record start after bytes that are no record. */
  private static final long SEARCH_BYTES = 64L << 20;

  private static final int PROBES = 16; // bytes of a window that is not used
  private static final int LOOKS_AT_OLDER = 256;
  private static final int LOOKS = 3;

  private final Configuration conf;
  private final Path path;
  private final IndexView index;
  private final ChunkReader file;
  private final ChainVerifier headers;

  /**
   * Opens the file.
   *
   * @param index where an index has its records
   */
  public IndexEvidence(Configuration conf, FileStatus status, IndexView index) throws IOException {
    this.conf = conf;
    path = status.getPath();
    this.index = index;
    FSDataInputStream in = Files.open(path.getFileSystem(conf), status, Files.Reading.PIECES);
    file = ChunkReader.of(in, path.toString(), status.getLen(), PROBES);
    headers = new ChainVerifier(file, 1);
  }

  /**
   * Checks whether an index is the file's, for every user of an index: looks at the first record,
   * the last, and one between them; at many if the file was modified after its index. The time
   * alone proves nothing, since copies do not keep it; nor does damage, which is reported when the
   * record is read.
   *
   * @param index at least one record
   * @param from the first record to check
   * @param to the record after the last one to check
   * @param indexTime when the index was modified, in milliseconds
   * @return the first record checked that shows that the index is not the file's; -1 if none does
   */
  public static long misfit(
      Configuration conf, FileStatus file, IndexView index, long from, long to, long indexTime)
      throws IOException {
    long most = indexTime < file.getModificationTime() ? LOOKS_AT_OLDER : LOOKS;
    long last = to - from - 1;
    long looks = Math.min(last + 1, most);
    try (var evidence = new IndexEvidence(conf, file, index)) {
      for (long look = 0; look < looks; look++) {
        long i = from + (looks == 1 ? 0 : (long) (last * (look / (looks - 1.0))));
        if (evidence.contradicts(i)) {
          return i;
        }
      }
    }
    return -1;
  }

  /** Returns where the record really ends that begins where record {@code i} should; -1 if none. */
  public long end(long i) throws IOException {
    return headers.endOf(index.offset(i));
  }

  /** Whether record {@code i} is, by its headers, one record from its start to its end. */
  public boolean fits(long i) throws IOException {
    return end(i) == index.end(i);
  }

  /**
   * Whether the file shows that the index is not right about record {@code i}. If it does not, the
   * record is sound, or else damaged.
   */
  public boolean contradicts(long i) throws IOException {
    long begin = index.offset(i);
    long end = index.end(i);
    long found = headers.endOf(begin);
    if (found == end || isOther(found, end)) {
      return found != end;
    }
    if (headers.isStart(begin) && isEdge(end)) {
      return false; // no record start is between them
    }
    // Neither the index nor the file is known to be right: the next record start decides.
    long start = firstStart(begin, end);
    if (start < 0) {
      long last = lastThatFits(i);
      return last < 0 || isOther(end(last + 1), index.end(last + 1));
    }
    long record = index.firstFrom(start);
    return record == index.count()
        ? start != index.end(record - 1)
        : index.offset(record) != start || !fits(record);
  }

  /** Whether a record that ends at {@code found}, not where the index says, is a sound one. */
  private boolean isOther(long found, long end) throws IOException {
    if (found < 0 || found == end) {
      return false;
    }
    return found < end
        ? headers.isStart(found) || end == file.length() && !index.knowsEnd()
        : !isEdge(end) && isEdge(found); // a sound record holds no record start
  }

  /** Returns a record before {@code i} that fits, the one after it does not; -1 if none does. */
  private long lastThatFits(long i) throws IOException {
    long fits = -1;
    long after = i;
    for (long step = 1; fits < 0 && after > 0; step *= 2) {
      long at = Math.max(0, i - step);
      if (fits(at)) {
        fits = at;
      } else {
        after = at;
      }
    }
    while (fits >= 0 && after - fits > 1) {
      long middle = (fits + after) >>> 1;
      if (fits(middle)) {
        fits = middle;
      } else {
        after = middle;
      }
    }
    return fits;
  }

  private boolean isEdge(long offset) throws IOException {
    return offset == file.length() || headers.isStart(offset);
  }

  /** Returns the first record start after {@code offset}; -1 if there is none near. */
  private long firstStart(long offset, long atLeastUpTo) throws IOException {
    long limit = Math.min(file.length(), Math.max(atLeastUpTo + 1, offset + SEARCH_BYTES));
    var range = new InputRange(path, offset + 1, limit - offset - 1);
    var settings = new Configuration(conf);
    RecordIOConf.SPLIT_VERIFY_RECORDS.set(settings, 0); // here any possible start counts
    try (var reader = RecordInputs.openHeaders(settings, range, DamageTracker.failing())) {
      return reader.firstRecordOffset();
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
