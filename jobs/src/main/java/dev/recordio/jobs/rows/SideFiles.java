// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.CodePointOrder;
import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.DataFiles.Side;
import dev.recordio.fs.input.DataFiles.SideName;
import dev.recordio.fs.input.FilePaths;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files of numbers next to the input files ({@link Side}): rows of each query group, one weight
 * per row or group, one or more base margins per row. Each input file has the same kinds of side
 * files.
 */
public final class SideFiles {
  private static final String NONE = "none";

  /** The side files of each kind, by the path of the input file. */
  private final Map<Side, Map<Path, FileStatus>> found = new EnumMap<>(Side.class);

  private SideFiles() {}

  /**
   * Finds them, unless {@code recordio.csr.side-files} is none.
   *
   * @param files the input files
   * @throws BadInputException when some input files have one of a kind, and others have none; or
   *     when one has two
   * @throws InvalidSettingException when the key is neither auto nor none
   */
  public static SideFiles find(Configuration conf, List<FileStatus> files) throws IOException {
    var side = new SideFiles();
    if (SegmentConf.SIDE_FILES.getChoice(conf).equals(NONE)) {
      return side;
    }
    var folders = new HashSet<Path>();
    var names = new HashSet<Path>();
    for (FileStatus file : files) {
      folders.add(file.getPath().getParent());
      names.add(file.getPath());
    }
    for (Path folder : folders) {
      RemoteIterator<FileStatus> entries = folder.getFileSystem(conf).listStatusIterator(folder);
      while (entries.hasNext()) {
        side.see(entries.next(), names);
      }
    }
    for (FileStatus file : files) {
      for (Side kind : side.found.keySet()) {
        side.of(file.getPath(), kind); // before anything is read
      }
    }
    return side;
  }

  private void see(FileStatus entry, Set<Path> files) throws BadInputException {
    Path path = entry.getPath();
    SideName name = SideName.of(path.getName());
    if (name == null || name.side() == Side.POSITION || !DataFiles.isVisible(path)) {
      return;
    }
    for (String rows : name.candidates()) {
      Path file = FilePaths.beside(path, rows);
      if (files.contains(file)) {
        FileStatus other =
            found.computeIfAbsent(name.side(), kind -> new HashMap<>()).put(file, entry);
        if (other != null) {
          throw new BadInputException(
              "two side files of one kind for %s: %s and %s: remove one of them"
                  .formatted(file, other.getPath(), path),
              null);
        }
        return;
      }
    }
  }

  /**
   * Refuses rows that would be copied without the values of these files.
   *
   * @param what is not done with them, up to the name of the first one
   * @throws InvalidSettingException when there are any
   */
  public void refuse(String what) {
    if (!isEmpty()) {
      throw new InvalidSettingException(
          what
              + files().get(0).getPath()
              + "; csr --to libsvm writes weights and groups into the text, -D "
              + SegmentConf.SIDE_FILES
              + "=none leaves them out");
    }
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** Whether there are files of a kind. */
  public boolean has(Side kind) {
    return found.containsKey(kind);
  }

  /**
   * Returns the file of a kind that belongs to an input file.
   *
   * @throws BadInputException when it is missing, while other input files have one
   */
  FileStatus of(Path file, Side kind) throws BadInputException {
    FileStatus side = found.get(kind).get(file);
    if (side == null) {
      throw new BadInputException(
          "no %s, while there is %s: give each input file one, or none (-D %s=none)"
              .formatted(file.suffix(suffix(kind)), first(kind).getPath(), SegmentConf.SIDE_FILES),
          null);
    }
    return side;
  }

  /** Returns what the names of a kind end in: the ending of the first one's name. */
  public String suffix(Side kind) {
    return SideName.of(first(kind).getPath().getName()).suffix();
  }

  private FileStatus first(Side kind) {
    return found.get(kind).values().stream().min(CodePointOrder.BY_PATH).orElseThrow();
  }

  /** Says which files are taken: nobody has named them. */
  public void say() {
    found.forEach(
        (kind, files) ->
            Notes.say(
                "%s of the rows are read from %s%s (-D %s=none leaves them out)"
                    .formatted(
                        kind.title(),
                        first(kind).getPath(),
                        files.size() == 1 ? "" : " and " + (files.size() - 1) + " more",
                        SegmentConf.SIDE_FILES)));
  }

  /** Returns all of them, by path. */
  public List<FileStatus> files() {
    var all = new ArrayList<FileStatus>();
    found.values().forEach(files -> all.addAll(files.values()));
    all.sort(CodePointOrder.BY_PATH);
    return all;
  }
}
