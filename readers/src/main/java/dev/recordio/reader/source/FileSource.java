// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.fs.input.InputRange;
import dev.recordio.reader.InputIdentity;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage.Hint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * A source of files, which can be read by themselves, several at the same time.
 *
 * @param <T> the items
 */
abstract class FileSource<T extends Placed> extends Source<T> {
  final Configuration conf;
  final List<FileStatus> files;
  private final String text;

  /**
   * Creates the source.
   *
   * @param text the source as texts of pipelines have it
   * @param files the files, in the order of the input
   */
  FileSource(Configuration conf, String text, List<FileStatus> files) {
    this(conf, text, files, 0);
  }

  /** Creates the source with so many further marks. */
  FileSource(Configuration conf, String text, List<FileStatus> files, int counts) {
    super(counts);
    this.conf = conf;
    this.text = text;
    this.files = List.copyOf(files);
  }

  /**
   * Returns a source of one file, whose items are numbered from 0; opens nothing yet.
   *
   * @param file which one, from 0
   */
  abstract Source<T> file(int file);

  /** Whether nothing was chosen of the files: they may be read one by one. */
  boolean isWhole() {
    return toString().equals(text());
  }

  /** Returns the number of items of a file, which may take reading it. */
  abstract long count(int file) throws IOException;

  /** Whether counting costs less than reading, so that it may be done to find a place. */
  boolean isCountedCheaply() {
    return false;
  }

  /** Takes what the source of a file has counted that has been closed. */
  void closed(Source<T> file) {}

  /**
   * Checks, after all files, what was counted.
   *
   * @throws dev.recordio.bytes.MalformedRecordException for too much damage
   */
  void finish() throws IOException {}

  /** Returns the last of some places that is not after item {@code ordinal}, or the start. */
  static Hint lastUpTo(long ordinal, List<Hint> places) {
    Hint best = Hint.START;
    for (Hint place : places) {
      if (place.ordinal() <= ordinal && place.ordinal() > best.ordinal()) {
        best = place;
      }
    }
    return best;
  }

  /** Returns the first place that is known, for as long as nothing was read. */
  final Hint firstPlace() {
    List<Hint> known = hints();
    Hint first = known.isEmpty() ? Hint.START : known.get(0);
    for (Hint place : known) {
      first = place.ordinal() < first.ordinal() ? place : first;
    }
    return first;
  }

  /** Returns what is read of the files from a place on, one range for each file. */
  final List<InputRange> rangesFrom(int first, long offset) {
    var ranges = new ArrayList<InputRange>();
    for (int i = first; i < files.size(); i++) {
      long from = i == first ? offset : 0;
      ranges.add(new InputRange(files.get(i).getPath(), from, files.get(i).getLen() - from));
    }
    return ranges;
  }

  @Override
  protected final InputIdentity identify() {
    return InputIdentity.of(files);
  }

  @Override
  public final String text() {
    return text;
  }
}
