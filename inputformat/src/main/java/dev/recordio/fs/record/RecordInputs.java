// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** Opens RecordIO files for reading; a compressed one through its codec, as one range. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class RecordInputs {
  /** How many records are walked where the writer does not escape, if no key says how many. */
  private static final int VERIFY_UNESCAPED = 10;

  private RecordInputs() {}

  /** Opens {@code range} for reading its records, by the keys of {@code conf}. */
  public static RecordRangeReader open(Configuration conf, InputRange range, DamageTracker damage)
      throws IOException {
    int verify = RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(conf); // fails before files are open
    boolean scan = RecordIOConf.INPUT_SCAN_PAYLOADS.getBoolean(conf);
    ChunkReader chunks = chunks(conf, range);
    return reader(chunks, range.start(), end(chunks, range), verify, scan, damage);
  }

  /**
   * Opens {@code range} of a file whose writer does not escape, and makes no parts, for reading its
   * records. Where a range's first record begins is verified, with {@code
   * recordio.split.verify-records} or 10 records; payloads are not scanned for magic words, since
   * they may hold some.
   */
  static RecordRangeReader openUnescaped(Configuration conf, InputRange range, DamageTracker damage)
      throws IOException {
    int verify = RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(conf);
    ChunkReader chunks = chunks(conf, range);
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
  public static RecordRangeReader openHeaders(
      Configuration conf, InputRange range, DamageTracker damage) throws IOException {
    int verify = RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(conf);
    long skipAbove = RecordIOConf.INPUT_SKIP_ABOVE.getBytes(conf);
    boolean scan = RecordIOConf.INPUT_SCAN_PAYLOADS.getBoolean(conf);
    ChunkReader chunks = InputOpener.pieces(conf, range);
    long end = end(chunks, range);
    return scan
        ? reader(chunks, range.start(), end, verify, true, damage)
        : RecordRangeReader.ofHeaders(chunks, range.start(), end, verify, damage, skipAbove);
  }

  /** Reads the records of a stream, of which only the name is known. */
  public static RecordRangeReader open(
      Configuration conf, InputStream in, String name, DamageTracker damage) {
    int verify = RecordIOConf.SPLIT_VERIFY_RECORDS.getInt(conf);
    boolean scan = RecordIOConf.INPUT_SCAN_PAYLOADS.getBoolean(conf);
    ChunkReader chunks = ChunkReader.ofStream(in, name, InputOpener.chunkSize(conf));
    return reader(chunks, 0, Long.MAX_VALUE, verify, scan, damage);
  }

  private static RecordRangeReader reader(
      ChunkReader chunks, long start, long end, int verify, boolean scan, DamageTracker damage) {
    return scan
        ? RecordRangeReader.scanningPayloads(chunks, start, end, verify, damage)
        : new RecordRangeReader(chunks, start, end, verify, damage);
  }

  private static long end(ChunkReader chunks, InputRange range) {
    return chunks.canSeek() ? range.end() : Long.MAX_VALUE;
  }

  /** Opens a file, telling its file system which part is wanted and that it is read in order. */
  public static ChunkReader chunks(Configuration conf, InputRange range) throws IOException {
    return InputOpener.chunks(conf, range);
  }

  /**
   * Lists the RecordIO files of {@code inputs} ({@link InputListing}).
   *
   * @throws MalformedRecordException when the length of an uncompressed file is no multiple of 4
   *     and damage is an error; it says what is wrong with the file's start, if that is invalid
   *     already, as in a file of another format
   */
  public static List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    return checked(conf, InputListing.listWithEmpty(conf, inputs, filter));
  }

  /**
   * Returns the files that have bytes; under policy fail, with a length that RecordIO files have.
   *
   * @param listed what {@link InputListing#listWithEmpty} has found
   * @throws MalformedRecordException when a length is invalid
   */
  public static List<FileStatus> checked(Configuration conf, List<FileStatus> listed)
      throws IOException {
    List<FileStatus> files = new ArrayList<>(listed);
    files.removeIf(file -> file.getLen() == 0);
    if (DamageSettings.of(conf).failsFast()) {
      Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
      for (FileStatus file : files) {
        if (uncompressed.test(file.getPath())) {
          checkLength(conf, file);
        }
      }
    }
    return files;
  }

  private static void checkLength(Configuration conf, FileStatus file) throws IOException {
    long odd = file.getLen() % RecordIOFormat.ALIGNMENT;
    if (odd != 0) {
      var whole = new InputRange(file.getPath(), 0, file.getLen());
      try (RecordRangeReader first = openHeaders(conf, whole, DamageTracker.failing())) {
        first.next();
      }
      throw new MalformedRecordException(
          "not a whole RecordIO file",
          file.getPath().toString(),
          file.getLen(),
          -1,
          "a length that is a multiple of 4",
          file.getLen()
              + " bytes, "
              + odd
              + " too many (to read what is sound: -D "
              + DamageSettings.setting(DamagePolicy.SKIP)
              + ")");
    }
  }

  /**
   * Prepares to cut files into dmlc-core's parts.
   *
   * @throws IOException when one of them is compressed
   */
  public static DmlcPartition partition(Configuration conf, List<FileStatus> files, int parts)
      throws IOException {
    Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
    for (FileStatus file : files) {
      if (parts > 1 && !uncompressed.test(file.getPath())) {
        throw new IOException("a compressed file can't be cut into parts: " + file.getPath());
      }
    }
    return new DmlcPartition(files, parts, RecordIOFormat.ALIGNMENT);
  }
}
