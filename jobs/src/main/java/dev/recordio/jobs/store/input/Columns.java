// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.store.schema.StoreField;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Opens what the {@code FILE} or {@code INPUT} of {@code FIELD=FILE} names: {@code x.npy}, {@code
 * x.npz#member}, {@code x.rec} (payloads) or {@code x.rec#label} (labels of image headers);
 * folders, globs and lists of such files are read one after the other.
 *
 * <p>{@code x.offsets.npy} beside {@code x.npy} specifies where the values of each record begin and
 * end, {@code x.present.npy} beside {@code x.npy} or {@code x.rec} which records have one.
 */
public final class Columns {
  private static final String LABEL = "label";
  private static final String EXPECTED =
      ": expected x.npy, x.npz#MEMBER, x.rec or x.rec#label, or a folder of such files";

  private Columns() {}

  /**
   * Opens an input.
   *
   * @param field the field that the values are for; null to find its type from the input
   * @param text the input, as users write it
   * @throws InvalidSettingException when it names no such input
   * @throws FileNotFoundException when a file is missing
   * @throws BadInputException when the values are not of the field's type
   * @throws dev.recordio.bytes.MalformedRecordException when a file is damaged, or was cut
   */
  public static Column open(Configuration conf, StoreField field, String text) throws IOException {
    var files = new ArrayList<FileStatus>();
    String part = null;
    String suffix = null;
    for (String entry : InputSpec.entries(text)) {
      InputText input = InputText.parse(entry);
      List<FileStatus> listed = list(conf, input);
      for (FileStatus file : listed) {
        String found = InputText.suffix(file.getPath().getName());
        if (found == null) {
          throw new InvalidSettingException(
              "'" + file.getPath() + "' can't be the values of a field" + EXPECTED);
        }
        boolean first = suffix == null;
        if (!first && !(found.equals(suffix) && same(part, input.part()))) {
          throw new InvalidSettingException(
              "'"
                  + text
                  + "' has files of several kinds, such as "
                  + files.get(0).getPath().getName()
                  + " and "
                  + file.getPath().getName()
                  + ": name files of one kind, for instance with a glob");
        }
        suffix = found;
        part = input.part();
        files.add(file);
      }
    }
    if (files.isEmpty()) {
      throw new BadInputException("there are no files in " + text + EXPECTED, null);
    }
    return open(conf, field, files, suffix, part);
  }

  /** Members of archives may have different names, numbers or labels are all of one kind. */
  private static boolean same(String part, String other) {
    return (part == null) == (other == null) && (part == null || part.equals(other));
  }

  /** Returns the files, folders and globs that an input names, as users write it. */
  public static List<Path> paths(String text) {
    return InputSpec.entries(text).stream()
        .map(entry -> new Path(InputText.parse(entry).path()))
        .toList();
  }

  private static Column open(
      Configuration conf, StoreField field, List<FileStatus> files, String suffix, String part)
      throws IOException {
    if (suffix.equals(InputText.REC)) {
      if (part != null && !part.equals(LABEL)) {
        throw new InvalidSettingException(
            "'" + files.get(0).getPath() + "#" + part + "' is no input" + EXPECTED);
      }
      List<FileStatus> records = RecordInputs.checked(conf, files);
      return part == null
          ? RecordColumn.open(conf, files, records, field)
          : LabelColumn.open(conf, files, records, field);
    }
    if (suffix.equals(InputText.NPZ) == (part == null)) {
      throw new InvalidSettingException(
          part == null
              ? "'" + files.get(0).getPath() + "' has several arrays: write FILE.npz#MEMBER"
              : "'" + files.get(0).getPath() + "#" + part + "' is no input" + EXPECTED);
    }
    var columns = new ArrayList<Column>();
    for (FileStatus file : files) {
      columns.add(
          part == null
              ? ArrayColumn.ofNpy(conf, file, field)
              : ArrayColumn.ofNpz(conf, file, part, field));
    }
    return columns.size() == 1 ? columns.get(0) : new JoinedColumn(columns);
  }

  /** Lists files; of folders and globs without those that belong to others. */
  private static List<FileStatus> list(Configuration conf, InputText input) throws IOException {
    var path = new Path(input.path());
    List<FileStatus> listed = InputListing.listWithEmpty(conf, List.of(path), null);
    if (listed.size() == 1) {
      return listed;
    }
    Set<Path> all = new HashSet<>();
    listed.forEach(file -> all.add(file.getPath()));
    listed.removeIf(file -> belongsToOther(file.getPath(), all));
    return listed;
  }

  private static boolean belongsToOther(Path file, Set<Path> all) {
    String name = file.getName();
    for (String side : List.of(ArrayColumn.OFFSETS, ArrayColumn.PRESENT)) {
      if (name.endsWith(side)) {
        String stem = name.substring(0, name.length() - side.length());
        return all.contains(new Path(file.getParent(), stem + InputText.NPY))
            || all.contains(new Path(file.getParent(), stem + InputText.REC));
      }
    }
    return false;
  }

  /**
   * Compares the numbers of records of the last column and the first.
   *
   * @throws BadInputException when they differ
   */
  public static void requireEqual(List<Column> columns) throws BadInputException {
    Column first = columns.get(0);
    Column last = columns.get(columns.size() - 1);
    if (first.records() != last.records()) {
      throw new BadInputException(
          first.source()
              + " has "
              + first.records()
              + " records, but "
              + last.source()
              + " has "
              + last.records()
              + ": expected as many of each field",
          null);
    }
  }
}
