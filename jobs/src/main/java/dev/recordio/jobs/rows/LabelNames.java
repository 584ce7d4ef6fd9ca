// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.conf.Notes;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The names of an input's labels. {@code pack} makes labels of folders, and writes the names of the
 * folders into {@code _pack.json} in its output. Labels that it does not name have the names of
 * {@code synset.txt} beside the records, a line each from label 0. An input without these files has
 * no names. Several inputs have names only if all have the same ones.
 */
public final class LabelNames {
  private static final String MANIFEST = "_pack.json";

  /** What the images have that are in no folder of their own. */
  private static final String NO_FOLDER = ".";

  /** No names. */
  public static final LabelNames NONE = new LabelNames(Map.of());

  private record Manifest(Map<String, Integer> labels) {}

  private final Map<Integer, String> names;

  private LabelNames(Map<Integer, String> names) {
    this.names = names;
  }

  /**
   * Reads the names of an input.
   *
   * @param inputs packed folders, files in them, and others
   */
  public static LabelNames of(Configuration conf, List<Path> inputs) throws IOException {
    Set<Path> folders = new LinkedHashSet<>();
    for (Path input : inputs) {
      FileSystem fs = input.getFileSystem(conf);
      Path path = fs.makeQualified(input);
      folders.add(isFolder(fs, path) || path.isRoot() ? path : path.getParent());
    }
    Map<Integer, String> all = null;
    for (Path folder : folders) {
      Map<Integer, String> names = read(conf, folder);
      if (names.isEmpty()) {
        return NONE;
      }
      if (all != null && !all.equals(names)) {
        Notes.say(
            "the inputs have different names of classes in their " + MANIFEST + "; none are used");
        return NONE;
      }
      all = names;
    }
    return all == null ? NONE : new LabelNames(all);
  }

  private static boolean isFolder(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path).isDirectory();
    } catch (FileNotFoundException e) {
      return false; // a glob, or nothing: who reads it reports it
    }
  }

  private static Map<Integer, String> read(Configuration conf, Path folder) throws IOException {
    var names = new TreeMap<Integer, String>();
    var file = new Path(folder, MANIFEST);
    FileSystem fs = file.getFileSystem(conf);
    var classes = new Path(folder, ClassNames.FILE);
    if (Files.isThere(fs, classes)) {
      try {
        List<String> lines = ClassNames.read(conf, classes.toString());
        for (int label = 0; label < lines.size(); label++) {
          names.put(label, lines.get(label));
        }
      } catch (UnfitInputException e) {
        Notes.say("classes have no names: " + e.getMessage());
      }
    }
    if (!Files.isThere(fs, file)) {
      return names; // before anything of JSON is loaded
    }
    try {
      Manifest manifest = JsonFiles.read(fs, file, Manifest.class);
      if (manifest.labels != null) {
        manifest.labels.forEach((name, label) -> names.put(label, name));
      }
    } catch (FileNotFoundException e) {
      return names;
    } catch (BadInputException e) {
      Notes.say("classes have no names: " + e.getMessage());
    }
    names.values().remove(NO_FOLDER);
    return names;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return names.isEmpty();
  }

  /** Returns the name of a label; null when it has none. */
  public String of(float label) {
    return label == (int) label ? names.get((int) label) : null;
  }

  /** Returns the label of a name; null when none has it. */
  public Integer label(String name) {
    for (Map.Entry<Integer, String> one : names.entrySet()) {
      if (one.getValue().equals(name)) {
        return one.getKey();
      }
    }
    return null;
  }

  /** Returns the names of the labels 0, 1, 2, …; empty when one of these has none. */
  public List<String> ofAll() {
    var all = new ArrayList<String>();
    for (int label = 0; label < names.size(); label++) {
      String name = names.get(label);
      if (name == null) {
        return List.of();
      }
      all.add(name);
    }
    return all;
  }
}
