// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.index;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.wire.RecordIOFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Distinguishes an {@code .idx} of another version of its file, whose keys mean nothing any more,
 * from one that is wrong in itself: its keys are the file's, and would be thrown away.
 */
public final class IdxFault {
  private static final String WHAT = "malformed index";
  private static final long WRAP = 1L << 32;

  private IdxFault() {}

  /**
   * Reads an index that does not fit its file.
   *
   * @return the error of the first line that no version of the file can have; null when there is
   *     none, or no index
   */
  public static MalformedRecordException of(Configuration conf, FileStatus records)
      throws IOException {
    Path path = RecordFiles.index(records.getPath());
    MalformedRecordException backwards = null;
    boolean isSmall = true; // every offset
    try (var lines = IdxReader.open(conf, path)) {
      for (long before = -1; lines.next(); before = lines.offset()) {
        require(path, lines);
        long offset = lines.offset();
        isSmall &= offset < WRAP;
        if (offset < before && backwards == null) {
          backwards = fault(path, lines, "offsets of more than 32 bits, as the file has");
        }
      }
    } catch (FileNotFoundException e) {
      return null;
    } catch (MalformedRecordException e) {
      return keysLost(e, records);
    }
    return backwards != null && isSmall && records.getLen() > WRAP
        ? keysLost(backwards, records)
        : null;
  }

  /**
   * Checks the current line of an index.
   *
   * @throws MalformedRecordException when no record can begin at its offset
   */
  public static void require(Path index, IdxReader lines) throws MalformedRecordException {
    if (lines.offset() < 0 || lines.offset() % RecordIOFormat.ALIGNMENT != 0) {
      throw fault(index, lines, "an offset that is a multiple of 4, below 2^63");
    }
  }

  private static MalformedRecordException fault(Path path, IdxReader lines, String expected) {
    return new MalformedRecordException(
        WHAT,
        path.toString(),
        lines.position(),
        lines.line(),
        expected,
        Long.toUnsignedString(lines.offset()));
  }

  private static MalformedRecordException keysLost(
      MalformedRecordException why, FileStatus records) {
    return IndexMisfit.ofLostKeys(why, records.getPath());
  }
}
