// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.WorkerThreads;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Recognizes InsightFace sets by {@code recordio.input.dialect}: the offset that the {@code .idx}
 * has for key 0 is looked up, and one record is read, if it may belong to such a set. An image of
 * no bytes with two labels looks the same, so something else must agree with it: a record of an
 * identity beside it in the file, or under the first key after the images; or, where it says that
 * identities have none, the keys of the index.
 */
public final class InsightFaceFiles {
  private static final int FRAMED_BYTES =
      RecordIOFormat.HEADER_BYTES + InsightFaceDialect.BOOKKEEPING_BYTES;

  private InsightFaceFiles() {}

  /** Whether files may be such sets, by the settings. */
  public static boolean arePossible(Configuration conf) {
    return !setting(conf).equals("plain");
  }

  /** Whether all files are such sets, by the settings. */
  public static boolean areForced(Configuration conf) {
    return setting(conf).equals("insightface");
  }

  private static String setting(Configuration conf) {
    return RecordIOConf.INPUT_DIALECT.getChoice(conf);
  }

  /**
   * Returns what key 0 of a file says.
   *
   * @return null when the file is no InsightFace set; {@link InsightFaceDialect#UNKNOWN} when only
   *     the settings say that it is one
   */
  public static InsightFaceDialect look(Configuration conf, Path file) throws IOException {
    return arePossible(conf) ? look(conf, SplitPlanner.uncompressed(conf), file) : null;
  }

  private static InsightFaceDialect look(
      Configuration conf, Predicate<Path> uncompressed, Path file) throws IOException {
    InsightFaceDialect found = null;
    if (uncompressed.test(file)) {
      long offset = IdxZeroKey.offset(conf, RecordFiles.index(file));
      found = offset == IdxZeroKey.NONE ? null : zero(at(conf, file, offset));
      if (found != null && !areForced(conf) && !agrees(conf, file, offset, found)) {
        Notes.say(
            file
                + ": the record with key 0 has two labels and no image, as in an InsightFace"
                + " set, but the other records do not agree with it; it is read as any other "
                + "record (-D "
                + RecordIOConf.INPUT_DIALECT
                + "=insightface reads the file as such a set)");
        found = null;
      }
    }
    return found == null && areForced(conf) ? InsightFaceDialect.UNKNOWN : found;
  }

  /** Looks at several files in parallel ({@link #look}). */
  public static InsightFaceDialect[] lookAll(Configuration conf, List<Path> files)
      throws IOException {
    var found = new InsightFaceDialect[files.size()];
    if (arePossible(conf)) {
      Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
      try (var threads = new WorkerThreads(RecordIOConf.GATHER_THREADS.getInt(conf))) {
        threads.run(found.length, (i, worker) -> found[i] = look(conf, uncompressed, files.get(i)));
      }
    }
    return found;
  }

  private static InsightFaceDialect zero(byte[] record) {
    return record == null ? null : InsightFaceDialect.ofRecord(record, record.length);
  }

  /** Whether anything agrees with what the record with key 0 says. */
  private static boolean agrees(
      Configuration conf, Path file, long zero, InsightFaceDialect dialect) throws IOException {
    if (!dialect.isExact()
        || isIdentity(at(conf, file, zero - FRAMED_BYTES))
        || isIdentity(at(conf, file, zero + FRAMED_BYTES))) {
      return true;
    }
    long identity = -1;
    long images = 0;
    long lines = 0;
    try (var index = IdxReader.open(conf, RecordFiles.index(file))) {
      for (; index.next(); lines++) {
        images += index.key() > 0 && index.key() <= dialect.images() ? 1 : 0;
        identity = index.key() == dialect.images() + 1 ? index.offset() : identity;
      }
    } catch (MalformedRecordException e) {
      return true; // who reads the index reports it
    }
    return dialect.hasIdentityRecords() && dialect.identities() > 0
        ? isIdentity(at(conf, file, identity))
        : images == dialect.images() && lines == images + 1;
  }

  private static boolean isIdentity(byte[] record) {
    return record != null
        && InsightFaceDialect.isBookkeeping(record, record.length)
        && ImageRecordHeader.key(record) != 0;
  }

  /**
   * Reads the record at an offset.
   *
   * @return its payload; null when it is none without an image, or is not there
   */
  private static byte[] at(Configuration conf, Path file, long offset) throws IOException {
    if (offset < 0) {
      return null;
    }
    var range = new InputRange(file, offset, FRAMED_BYTES);
    try (RecordRangeReader record =
        RecordInputs.openHeaders(conf, range, DamageTracker.failing())) {
      if (!record.next() || record.offset() != offset) {
        return null;
      }
      byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];
      record.prefix(start);
      return record.payloadLength() == start.length ? start : null;
    } catch (MalformedRecordException e) {
      return null; // the index does not fit, or there is damage: who reads the file reports it
    }
  }

  /**
   * Returns where the records of a set are that are not images, ascending: by the {@code .idx}, if
   * its keys are believed, else by the headers.
   *
   * @param dialect what {@link #look} has found
   * @param damage decides about damage
   * @throws MalformedRecordException when key 0 contradicts the keys or the records
   */
  public static long[] bookkeeping(
      Configuration conf, Path file, long length, InsightFaceDialect dialect, DamageTracker damage)
      throws IOException {
    long[] offsets =
        dialect.isExact()
            ? byKeys(conf, file, dialect)
            : byHeaders(conf, file, length, dialect, damage);
    Arrays.sort(offsets);
    return offsets;
  }

  private static long[] byKeys(Configuration conf, Path file, InsightFaceDialect dialect)
      throws IOException {
    Path index = RecordFiles.index(file);
    var found = LongStream.builder();
    long count = 0;
    long images = 0;
    try (var lines = IdxReader.open(conf, index)) {
      while (lines.next()) {
        if (lines.key() > 0 && lines.key() <= dialect.images()) {
          images++;
        } else {
          found.add(lines.offset());
          count++;
        }
      }
    }
    if (images != dialect.images() || count != dialect.bookkeeping()) {
      throw new MalformedRecordException(
          "the InsightFace set contradicts itself",
          index.toString(),
          0,
          -1,
          dialect.images()
              + " keys of images and "
              + dialect.bookkeeping()
              + " others, as the record with key 0 says",
          images + " and " + count);
    }
    return found.build().toArray();
  }

  private static long[] byHeaders(
      Configuration conf, Path file, long length, InsightFaceDialect dialect, DamageTracker damage)
      throws IOException {
    var whole = new InputRange(file, 0, length);
    var tally = new InsightFaceTally();
    var found = LongStream.builder();
    byte[] start = new byte[InsightFaceDialect.BOOKKEEPING_BYTES];
    try (RecordRangeReader record = RecordInputs.openHeaders(conf, whole, damage)) {
      while (record.next()) {
        record.prefix(start);
        if (!tally.add(dialect, start, record.payloadLength(), record.offset())) {
          found.add(record.offset());
        }
      }
      if (damage.damagedRecords() == 0) {
        tally.check();
      }
    } catch (MalformedRecordException e) {
      throw e.at(file.toString());
    }
    return found.build().toArray();
  }
}
