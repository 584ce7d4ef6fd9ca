// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.tally.FrequencySketch;
import dev.recordio.jobs.report.tally.RunTally;
import dev.recordio.jobs.report.tally.SliceTally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;

/**
 * Labels in the order of the input: of all records, and of slices of it. A slice is a file where
 * there are some, else the input is cut into slices of equal bytes.
 */
final class LabelOrder {
  private static final int MAX_SLICES = 32;

  /** Fewer records than this, on average, would make a slice one of chance. */
  private static final int MIN_RECORDS = 25;

  /** The labels of a piece of the input, which are put in order after all are known. */
  private record Piece(int file, long start, RunTally labels) {}

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<FileStatus> files;
  private final long[] begins;
  private final boolean byFile;
  private final long sliceBytes;
  private final List<SliceTally.Slice> slices;
  private final FrequencySketch labels = new FrequencySketch(SliceTally.MAX_LABELS);
  private final List<Piece> pieces = new ArrayList<>();

  /** Begins without records of files, in the order of the input. */
  LabelOrder(List<FileStatus> files) {
    this.files = files;
    begins = new long[files.size()];
    long bytes = 0;
    for (int i = 0; i < files.size(); i++) {
      numbers.put(files.get(i).getPath().toString(), i);
      begins[i] = bytes;
      bytes += files.get(i).getLen();
    }
    byFile = files.size() > 1 && files.size() <= MAX_SLICES;
    sliceBytes = Math.max(1, (bytes + MAX_SLICES - 1) / MAX_SLICES);
    slices =
        Stream.generate(() -> new SliceTally.Slice(SliceTally.MAX_SLICE_LABELS))
            .limit(byFile ? files.size() : MAX_SLICES)
            .toList();
  }

  /** Returns how long the slices of a file are, for the tasks that count. */
  long sliceBytes() {
    return sliceBytes;
  }

  /**
   * Adds what was counted in a range of a file, in any order of ranges.
   *
   * @param start where the range begins, or a number that is in the order of ranges
   */
  void add(String path, long start, SliceTally tally) {
    int file = numbers.get(path);
    tally
        .slices()
        .forEach(
            (number, slice) -> {
              slices.get(sliceOf(file, number)).add(slice);
              labels.add(slice.labels());
            });
    pieces.add(new Piece(file, start, tally.labels()));
  }

  private int sliceOf(int file, int number) {
    return byFile ? file : (int) Math.min(MAX_SLICES - 1, begins[file] / sliceBytes + number);
  }

  /** Returns how often each label occurs, by its bits. */
  FrequencySketch labels() {
    return labels;
  }

  /** Returns the labels of all records, in their order. */
  RunTally inOrder() {
    pieces.sort(Comparator.comparingInt(Piece::file).thenComparingLong(Piece::start));
    var all = new RunTally();
    pieces.forEach(piece -> all.append(piece.labels));
    return all;
  }

  /** Whether slices are files. */
  boolean isByFile() {
    return byFile;
  }

  /** Returns the slices, in order: so many that they do not differ by chance alone. */
  List<SliceTally.Slice> slices() {
    List<SliceTally.Slice> all = slices;
    long records = all.stream().mapToLong(SliceTally.Slice::records).sum();
    while (!byFile && all.size() > 1 && records < (long) MIN_RECORDS * all.size()) {
      var halved = new ArrayList<SliceTally.Slice>();
      for (int i = 0; i < all.size(); i += 2) {
        var pair = new SliceTally.Slice(SliceTally.MAX_SLICE_LABELS);
        pair.add(all.get(i));
        pair.add(all.get(i + 1));
        halved.add(pair);
      }
      all = halved;
    }
    return all;
  }

  /** Returns the name of a slice of so many. */
  String name(int slice, int count) {
    return byFile ? files.get(slice).getPath().getName() : Math.round(100.0 * slice / count) + " %";
  }
}
