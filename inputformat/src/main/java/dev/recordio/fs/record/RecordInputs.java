// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.bytes.MalformedRecordException;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** Lists, cuts and opens RecordIO files; many of them are opened by one {@link RecordOpener}. */
public final class RecordInputs {
  private RecordInputs() {}

  /** Opens {@code range} as {@link RecordOpener#open} does. */
  public static RecordRangeReader open(Configuration conf, InputRange range, DamageTracker damage)
      throws IOException {
    return new RecordOpener(conf).open(range, damage);
  }

  /** Opens {@code range} as {@link RecordOpener#openHeaders} does. */
  public static RecordRangeReader openHeaders(
      Configuration conf, InputRange range, DamageTracker damage) throws IOException {
    return new RecordOpener(conf).openHeaders(range, damage);
  }

  /** Reads the records of a stream that has nothing but a name. */
  public static RecordRangeReader open(
      Configuration conf, InputStream in, String name, DamageTracker damage) {
    ChunkReader chunks = ChunkReader.ofStream(in, name, InputOpener.chunkSize(conf));
    return new RecordOpener(conf).open(chunks, damage);
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
