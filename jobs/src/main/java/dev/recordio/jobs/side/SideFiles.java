// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.side;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.CodePointOrder;
import dev.recordio.fs.input.InputListing;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.segment.SegmentConf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files of numbers next to the input files: {@code FILE.group} (rows of each query group),
 * {@code FILE.weight} (one number per row or group), {@code FILE.base_margin} (one or more numbers
 * per row). Each FILE of the input has the same kinds of side files.
 */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class SideFiles {
  public static final String GROUP = ".group";
  public static final String WEIGHT = ".weight";
  static final String BASE_MARGIN = ".base_margin";

  private static final String NONE = "none";

  private final Map<Path, FileStatus> found = new HashMap<>();
  private final Set<String> kinds = new HashSet<>();

  private SideFiles() {}

  /**
   * Finds them, unless {@code recordio.csr.side-files} is none.
   *
   * @param files the input files
   * @throws BadInputException when some input files have one of a kind, and others have none
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
      for (String kind : side.kinds) {
        side.of(file.getPath(), kind); // before anything is read
      }
    }
    return side;
  }

  private void see(FileStatus entry, Set<Path> files) {
    String path = entry.getPath().toString();
    for (String kind : InputListing.ROW_FILES) {
      if (path.endsWith(kind)
          && files.contains(new Path(path.substring(0, path.length() - kind.length())))) {
        found.put(entry.getPath(), entry);
        kinds.add(kind);
      }
    }
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return found.isEmpty();
  }

  /** Whether there are files of a kind. */
  public boolean has(String kind) {
    return kinds.contains(kind);
  }

  /**
   * Returns the file of a kind that belongs to an input file.
   *
   * @throws BadInputException when it is missing, while other input files have one
   */
  FileStatus of(Path file, String kind) throws BadInputException {
    FileStatus side = found.get(file.suffix(kind));
    if (side == null) {
      String other =
          found.keySet().stream()
              .map(Path::toString)
              .filter(p -> p.endsWith(kind))
              .sorted()
              .findFirst()
              .orElseThrow();
      throw new BadInputException(
          "no "
              + file.suffix(kind)
              + ", while there is "
              + other
              + ": give each input file one, or none (-D "
              + SegmentConf.SIDE_FILES
              + "=none)",
          null);
    }
    return side;
  }

  /** Returns all of them, by path. */
  public List<FileStatus> files() {
    var all = new ArrayList<>(found.values());
    all.sort(CodePointOrder.BY_PATH);
    return all;
  }
}
