// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Opens RecordIO files for reading; a compressed one through its codec, as one range. One object
 * opens many files: what they share is looked up once. It is for one thread.
 */
public final class RecordOpener {
  /** How many records are walked where the writer does not escape, if no key says how many. */
  private static final int VERIFY_UNESCAPED = 10;

  private final InputOpener files;
  private final int verify;
  private final boolean scan;
  private final long skipAbove;

  /**
   * Prepares to open files by the keys of {@code conf}.
   *
   * @throws dev.recordio.conf.InvalidSettingException when one of them is invalid
   */
  public RecordOpener(Configuration conf) {
    verify = RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(conf);
    scan = RecordIOConf.INPUT_SCAN_PAYLOADS.getBoolean(conf);
    skipAbove = RecordIOConf.INPUT_SKIP_ABOVE.getBytes(conf);
    files = new InputOpener(conf);
  }

  /** Opens {@code range} for reading its records. */
  public RecordRangeReader open(InputRange range, DamageTracker damage) throws IOException {
    ChunkReader chunks = files.chunks(range);
    return reader(chunks, range.start(), end(chunks, range), scan, damage);
  }

  /** Reads the records of a stream. */
  RecordRangeReader open(ChunkReader stream, DamageTracker damage) {
    return reader(stream, 0, Long.MAX_VALUE, scan, damage);
  }

  /**
   * Opens {@code range} of a file whose writer does not escape, and makes no parts, for reading its
   * records. Where a range's first record begins is verified, with {@code
   * recordio.split.verify-records} or 10 records; payloads are not scanned for magic words, since
   * they may hold some.
   */
  RecordRangeReader openUnescaped(InputRange range, DamageTracker damage) throws IOException {
    ChunkReader chunks = files.chunks(range);
    return RecordRangeReader.ofUnescaped(
        chunks,
        range.start(),
        end(chunks, range),
        verify == 0 ? VERIFY_UNESCAPED : verify,
        damage,
        AgreedStart.LOOK_BACK);
  }

  /**
   * Opens {@code range} for reading the headers of its records; of payloads only {@link
   * RecordRangeReader#prefix} is available then. Payloads of at least {@code
   * recordio.input.skip-above} are not read, unless {@code recordio.input.scan-payloads} asks for
   * all of them.
   */
  public RecordRangeReader openHeaders(InputRange range, DamageTracker damage) throws IOException {
    ChunkReader chunks = files.pieces(range);
    long end = end(chunks, range);
    return scan
        ? reader(chunks, range.start(), end, true, damage)
        : RecordRangeReader.ofHeaders(chunks, range.start(), end, verify, damage, skipAbove);
  }

  private RecordRangeReader reader(
      ChunkReader chunks, long start, long end, boolean scanning, DamageTracker damage) {
    return scanning
        ? RecordRangeReader.scanningPayloads(chunks, start, end, verify, damage)
        : new RecordRangeReader(chunks, start, end, verify, damage);
  }

  private static long end(ChunkReader chunks, InputRange range) {
    return chunks.canSeek() ? range.end() : Long.MAX_VALUE;
  }
}
