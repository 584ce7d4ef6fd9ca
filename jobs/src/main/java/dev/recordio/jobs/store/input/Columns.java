// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputSpec;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.stream.CloseOnFailure;
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
  static final String NPY = ".npy";
  static final String REC = ".rec";
  private static final String NPZ = ".npz";
  private static final List<String> SUFFIXES = List.of(NPY, NPZ, REC);
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
        String found = suffix(file.getPath().getName());
        if (found == null) {
          throw new InvalidSettingException(
              "'" + file.getPath() + "' can't be the values of a field" + EXPECTED);
        }
        boolean first = suffix == null;
        if (!first && !(found.equals(suffix) && same(part, input.part()))) {
          throw new InvalidSettingException(
              String.format(
                  "'%s' has files of several kinds, such as %s and %s: name files of one"
                      + " kind, for instance with a glob",
                  text, files.get(0).getPath().getName(), file.getPath().getName()));
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
    if (suffix.equals(REC)) {
      if (part != null && !part.equals(LABEL)) {
        throw new InvalidSettingException(
            "'" + files.get(0).getPath() + "#" + part + "' is no input" + EXPECTED);
      }
      List<FileStatus> records = RecordInputs.checked(conf, files);
      return part == null
          ? RecordColumn.open(conf, files, records, field)
          : LabelColumn.open(conf, files, records, field);
    }
    if (suffix.equals(NPZ) == (part == null)) {
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
    return columns.size() == 1 ? columns.get(0) : new Joined(columns);
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
        return all.contains(new Path(file.getParent(), stem + NPY))
            || all.contains(new Path(file.getParent(), stem + REC));
      }
    }
    return false;
  }

  /** Returns which of {@link #SUFFIXES} a file's name has; null if none. */
  private static String suffix(String name) {
    return SUFFIXES.stream().filter(name::endsWith).findFirst().orElse(null);
  }

  /**
   * An input as users write it: a file, folder or glob, and perhaps a part of each file after
   * {@code #}.
   *
   * @param path the file, folder or glob
   * @param part the member of an archive, or {@code label}; null if there is none
   */
  private record InputText(String path, String part) {
    static InputText parse(String text) {
      for (String suffix : List.of(NPZ, REC)) {
        int at = text.indexOf(suffix + "#");
        if (at >= 0) {
          return of(text, at + suffix.length());
        }
      }
      // Of a folder or a glob. The names of files may have the character.
      boolean isFile = SUFFIXES.stream().anyMatch(text::endsWith);
      int at = isFile ? -1 : text.lastIndexOf('#');
      return at < 0 ? new InputText(text, null) : of(text, at);
    }

    private static InputText of(String text, int at) {
      if (at == 0 || at == text.length() - 1) {
        throw new InvalidSettingException(
            "'" + text + "' is no input: write FILE.npz#MEMBER or FILE.rec#label");
      }
      return new InputText(text.substring(0, at), text.substring(at + 1));
    }
  }

  /** Columns one after the other. */
  private static final class Joined extends Column {
    private final List<Column> columns;
    private final long[] firsts; // the number of each one's first record, and after the last one

    Joined(List<? extends Column> columns) throws BadInputException {
      super(
          columns.get(0).type(),
          columns.stream().mapToLong(Column::records).sum(),
          columns.stream().mapToLong(Column::bytes).sum(),
          columns.get(0).source());
      this.columns = List.copyOf(columns);
      firsts = new long[columns.size() + 1];
      for (int i = 0; i < columns.size(); i++) {
        Column column = columns.get(i);
        if (!column.type().equals(type())) {
          throw BadInputException.of(
              "%s holds %s, but %s %s: expected values of one type",
              source(), type(), column.source(), column.type());
        }
        firsts[i + 1] = firsts[i] + column.records();
      }
    }

    @Override
    Column.Reader read(long from, long to) {
      return new Reader(from, to);
    }

    @Override
    public void close() throws IOException {
      CloseOnFailure.closeAll(columns);
    }

    private final class Reader extends Column.Reader {
      private final long to;
      private long next; // record
      private int column;
      private Column.Reader current; // null: none yet, or at its end

      Reader(long from, long to) {
        this.to = to;
        next = from;
      }

      @Override
      public boolean next() throws IOException {
        while (current == null || !current.next()) {
          close();
          if (next == to) {
            return false;
          }
          while (firsts[column + 1] <= next) {
            column++;
          }
          long end = Math.min(to, firsts[column + 1]);
          current = columns.get(column).read(next - firsts[column], end - firsts[column]);
          next = end;
        }
        if (current.isPresent()) {
          set(current.buffer(), current.offset(), current.length());
        } else {
          setAbsent();
        }
        return true;
      }

      @Override
      public void close() throws IOException {
        try (Column.Reader closing = current) {
          current = null;
        }
      }
    }
  }
}
