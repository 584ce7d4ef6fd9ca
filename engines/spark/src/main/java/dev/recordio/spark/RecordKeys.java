// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.numbered.RecordIndex;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The keys of the records of a range of a file, by the index beside the file. */
final class RecordKeys {
  private final InputRange range;
  private final RecordIndex index;
  private final int end;
  private int at;

  private RecordKeys(InputRange range, RecordIndex index) {
    this.range = range;
    this.index = index;
    at = index.firstFrom(range.start());
    end = index.firstFrom(range.end());
  }

  /**
   * Loads the index of a file.
   *
   * @throws InvalidSettingException when it has none
   * @throws MalformedRecordException when that is damaged or does not fit the file
   */
  static RecordKeys of(Configuration conf, InputRange range) throws IOException {
    Path path = range.path();
    FileStatus file = path.getFileSystem(conf).getFileStatus(path);
    try {
      return new RecordKeys(range, RecordIndex.readForKeys(conf, file));
    } catch (FileNotFoundException e) {
      throw new InvalidSettingException(
          RecordIOConf.INPUT_KEY_COLUMN
              + " is true, but "
              + path
              + " has no index; to make one: recordio index '"
              + path
              + "'");
    }
  }

  /**
   * Returns where the records are that begin in some ranges and whose keys are among some.
   *
   * @param gap records with at most so many bytes between them are in one range, with those between
   */
  List<InputRange> ranges(PassingRanges keys, List<InputRange> within, long gap) {
    var ranges = new ArrayList<InputRange>();
    for (InputRange part : within) {
      int to = index.firstFrom(part.end());
      for (int i = index.firstFrom(part.start()); i < to; i++) {
        if (keys.contains(index.key(i))) {
          RecordScan.add(ranges, range, index.offset(i), index.offset(i) + 1, gap);
        }
      }
    }
    return ranges;
  }

  /**
   * Steps to the entry of the record that begins at {@code offset}, after the last one.
   *
   * @return whether there is one; an {@code .idx} may leave records out
   * @throws MalformedRecordException when the index should have one, but has not
   */
  boolean reach(long offset) throws MalformedRecordException {
    while (at < end && index.offset(at) < offset) {
      at++;
    }
    boolean found = at < end && index.offset(at) == offset;
    if (!found && index.source() == RecordIndex.Source.BINARY) {
      throw index.misfit(
          at < end ? "a record at offset " + index.offset(at) : "no further record",
          "one at offset " + offset);
    }
    return found;
  }

  /** Returns the key of the record that {@link #reach} reached, unsigned. */
  long key() {
    return index.key(at);
  }
}
