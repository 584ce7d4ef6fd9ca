// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.FileSignature;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.DmlcPartition;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/** Finds, cuts and opens files of sparse rows, by the keys {@code libsvm.*}. */
public final class RowInputs {
  /** What is wrong with a file, by its first bytes, whichever part of it is read. */
  @InterfaceAudience.Private public static final String NOT_TEXT = "not a text file";

  private RowInputs() {}

  /**
   * Returns the paths of a list of inputs ({@link InputSpec}), whose entries may end in arguments
   * as dmlc-core's URIs do: {@code a.csv?format=csv&label_column=0}. They hold for the whole list;
   * {@code format} and {@code indexing_mode} set {@code libsvm.format} and {@code
   * libsvm.index.base}, all others go into {@code libsvm.arguments}. An argument overrides its key.
   *
   * @param conf gets the arguments
   * @throws InvalidSettingException when entries contradict each other, or name a cache file
   */
  public static List<Path> parse(Configuration conf, String list) {
    var arguments = new UriArguments();
    var paths = new ArrayList<Path>();
    for (String entry : InputSpec.entries(list)) {
      paths.add(new Path(arguments.strip(entry)));
    }
    arguments.setKeys(conf);
    return paths;
  }

  /** Returns the paths of a list as {@link #parse} does, but leaves arguments unread. */
  public static List<Path> paths(String list) {
    return InputSpec.entries(list).stream().map(UriArguments::path).map(Path::new).toList();
  }

  /** Lists the files of {@code inputs} ({@link InputListing}). */
  public static List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    return list(conf, TextSettings.of(conf), inputs, filter);
  }

  /** Lists the files of {@code inputs}, to be read with other settings than the keys'. */
  public static List<FileStatus> list(
      Configuration conf, TextSettings settings, List<Path> inputs, PathFilter filter)
      throws IOException {
    return settings.isRecords()
        ? RecordInputs.list(conf, inputs, filter)
        : InputListing.listText(conf, inputs, filter);
  }

  /** Returns what is wanted of folders of rows with these settings. */
  public static DataFiles.Kind kind(TextSettings settings) {
    return settings.isRecords() ? DataFiles.Kind.RECORDS : DataFiles.Kind.TEXT;
  }

  /**
   * Whether a file may be text, by its first bytes; of a compressed one, by the uncompressed bytes.
   */
  public static boolean isText(Configuration conf, Path file) throws IOException {
    try (ChunkReader in = InputOpener.pieces(conf, new InputRange(file, 0, Long.MAX_VALUE))) {
      in.fill(0, FileSignature.HEAD_BYTES, FileSignature.HEAD_BYTES);
      return FileSignature.isText(in.buffer(), in.filled());
    }
  }

  /**
   * Which files can be read from their middle: those without a codec, and text whose codec can
   * begin at its blocks.
   */
  public static Predicate<Path> splittable(Configuration conf, TextSettings settings) {
    return settings.isRecords()
        ? SplitPlanner.uncompressed(conf)
        : SplitPlanner.splittableText(conf);
  }

  /**
   * Cuts files into dmlc-core's parts. A file that can't be cut goes, as a whole, to the part that
   * holds its first byte.
   *
   * @return for each part its ranges, one per file, none when it is empty
   */
  public static List<List<InputRange>> parts(Configuration conf, List<FileStatus> files, int parts)
      throws IOException {
    return parts(conf, TextSettings.of(conf), files, parts);
  }

  /** Cuts files into dmlc-core's parts, to be read with other settings than the keys'. */
  public static List<List<InputRange>> parts(
      Configuration conf, TextSettings settings, List<FileStatus> files, int parts) {
    int alignment = settings.isRecords() ? RecordIOFormat.ALIGNMENT : 1;
    var partition = new DmlcPartition(files, parts, alignment, splittable(conf, settings));
    var all = new ArrayList<List<InputRange>>();
    for (int part = 0; part < parts; part++) {
      all.add(partition.part(part));
    }
    return all;
  }

  /** Opens ranges for reading their rows. */
  public static RowReader open(Configuration conf, List<InputRange> ranges) {
    return open(conf, TextSettings.of(conf), ranges);
  }

  /** Opens ranges for reading their rows with other settings than the keys'. */
  public static RowReader open(Configuration conf, TextSettings settings, List<InputRange> ranges) {
    return open(conf, settings, ranges, null);
  }

  /**
   * Opens ranges for reading their rows; broken rules are no errors, and the first ones are kept
   * ({@link RowReader#faults}).
   */
  public static RowReader openKeeping(Configuration conf, List<InputRange> ranges, int faults) {
    TextSettings settings = TextSettings.of(conf);
    return settings.isRecords()
        ? open(conf, settings, ranges)
        : new TextRowReader(conf, settings, ranges, null).keepingFaults(faults);
  }

  /** Opens a range for reading the rows after those that others have read. */
  public static RowReader open(
      Configuration conf, TextSettings settings, InputRange range, RowsBefore before) {
    return open(conf, settings, List.of(range), before);
  }

  private static RowReader open(
      Configuration conf, TextSettings settings, List<InputRange> ranges, RowsBefore before) {
    return settings.isRecords()
        ? new RecordRowReader(conf, settings, ranges, before)
        : new TextRowReader(conf, settings, ranges, before);
  }
}
