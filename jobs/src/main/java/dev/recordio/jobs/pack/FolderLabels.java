// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.Notes;
import dev.recordio.formats.UnfitInputException;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.fs.input.CodePointOrder;
import dev.recordio.jobs.pack.source.CommonFolder;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.error.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The labels of folders. As in im2rec, a folder's label is its rank among the folders with
 * something to pack; a class map ({@code recordio.pack.class-map}) pins the labels instead, so that
 * a training and a validation set agree.
 */
final class FolderLabels {
  /** The label of a folder that the class map lacks and whose files are left out. */
  static final int UNKNOWN = -1;

  private static final int AMBIGUOUS = -2;

  /**
   * Orders names so that 9 comes before 10: runs of the digits 0 to 9 by their numbers, all else by
   * code points.
   */
  static final Comparator<String> NATURAL = FolderLabels::compareNatural;

  private final String file;
  private final List<String> names; // null without a class map
  private final Map<String, Integer> byName = new HashMap<>();
  private final Map<String, Integer> byFirstWord = new HashMap<>();
  private List<String> found = List.of();
  private final boolean skips;
  private final boolean natural;
  private final Map<String, Integer> labels = new LinkedHashMap<>(); // by whole paths
  private long left;
  private String firstLeft = "";

  /** Reads the class map, if there is one. */
  FolderLabels(Configuration conf) throws IOException {
    file = PackConf.CLASS_MAP.get(conf);
    names = file.isEmpty() ? null : ClassNames.read(conf, file);
    skips = PackConf.UNKNOWN_CLASS.get(conf).equals("skip");
    natural = names == null && PackConf.CLASS_ORDER.get(conf).equals("natural");
    for (int i = 0; names != null && i < names.size(); i++) {
      byName.put(names.get(i), i);
      String first = names.get(i).split("[ \t]", 2)[0];
      byFirstWord.merge(first, i, (one, other) -> AMBIGUOUS);
    }
  }

  /** Returns the labels of the names in the class map. */
  Map<String, Integer> byName() {
    return byName;
  }

  /** Returns the order of classes that nobody numbers. */
  Comparator<String> order() {
    return natural ? NATURAL : CodePointOrder.COMPARATOR;
  }

  /** Takes the classes that annotations name, in the order of their labels. */
  void found(List<String> classes) {
    found = classes;
  }

  /** Whether all folders must be known before the first has a label. */
  boolean needsAll() {
    return natural;
  }

  /** Gives labels to all folders, in the order of their names. */
  void rank(Iterable<String> folders, String common) {
    var sorted = new ArrayList<String>();
    folders.forEach(sorted::add);
    sorted.sort(Comparator.comparing((String path) -> CommonFolder.below(common, path), NATURAL));
    sorted.forEach(path -> labels.putIfAbsent(path, labels.size()));
  }

  /**
   * Returns the label of a folder, or {@link #UNKNOWN}.
   *
   * @param common the folder that contains all inputs
   * @throws UnfitInputException when the class map lacks the folder, and it is not to be left out
   */
  int of(String path, String common) throws UnfitInputException {
    Integer known = labels.get(path);
    if (known == null) {
      known = names == null ? Integer.valueOf(labels.size()) : pinned(path, common);
      labels.put(path, known);
    }
    if (known == UNKNOWN) {
      firstLeft = left++ == 0 ? CommonFolder.below(common, path) : firstLeft;
    }
    return known;
  }

  private int pinned(String path, String common) throws UnfitInputException {
    String folder = CommonFolder.below(common, path);
    Integer label = byName.get(folder);
    if (label == null) {
      label = byFirstWord.getOrDefault(folder, UNKNOWN);
    }
    if (label >= 0) {
      return label;
    }
    if (label == AMBIGUOUS || !skips) {
      throw new UnfitInputException(
          file
              + (label == AMBIGUOUS ? " has several classes for the folder " : " lacks the folder ")
              + Printable.of(folder)
              + ": found "
              + names.size()
              + " classes, the first "
              + Printable.of(names.isEmpty() ? "" : names.get(0))
              + (label == AMBIGUOUS ? "" : "; --unknown skip leaves its files out"));
    }
    return UNKNOWN;
  }

  /** Says how many files are left out, as the class map lacks their folders. */
  void say() {
    if (left > 0) {
      Notes.say(
          String.format(
              "%,d %s left out, as %s lacks %s folder (first: %s)",
              left,
              left == 1 ? "file is" : "files are",
              Printable.of(file),
              left == 1 ? "its" : "their",
              Printable.of(firstLeft)));
    }
  }

  /** Returns how many files are left out. */
  long left() {
    return left;
  }

  /** Returns the labels by folders below the one that contains all inputs. */
  Map<String, Integer> named(String common) {
    var named = new LinkedHashMap<String, Integer>();
    labels.forEach(
        (path, label) -> {
          if (label != UNKNOWN) {
            named.put(CommonFolder.below(common, path), label);
          }
        });
    return named;
  }

  /**
   * Returns the names of the labels 0, 1, 2, …, for {@code synset.txt}: of the class map, else of
   * the folders. Empty when there are no classes, or when a name has more than one line.
   *
   * @param named see {@link #named}
   */
  List<String> classes(Map<String, Integer> named) {
    boolean byFolder = !named.isEmpty() && !(named.size() == 1 && named.containsKey("."));
    if (!byFolder && names == null && found.isEmpty()) {
      return List.of();
    }
    List<String> all =
        names != null ? names : found.isEmpty() ? List.copyOf(named.keySet()) : found;
    return all.stream().anyMatch(name -> name.indexOf('\n') >= 0 || name.indexOf('\r') >= 0)
        ? List.of()
        : all;
  }

  private static int compareNatural(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int toA = digits(a, i);
      int toB = digits(b, j);
      if (toA > i && toB > j) {
        String x = a.substring(i, toA).replaceFirst("^0+(?=.)", "");
        String y = b.substring(j, toB).replaceFirst("^0+(?=.)", "");
        int order = x.length() != y.length() ? x.length() - y.length() : x.compareTo(y);
        if (order != 0) {
          return order;
        }
        i = toA;
        j = toB;
      } else if (a.charAt(i) != b.charAt(j)) {
        break;
      } else {
        i++;
        j++;
      }
    }
    int rest = CodePointOrder.COMPARATOR.compare(a.substring(i), b.substring(j));
    return rest != 0 ? rest : CodePointOrder.COMPARATOR.compare(a, b); // 1 and 01
  }

  private static int digits(String text, int from) {
    int to = from;
    while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
      to++;
    }
    return to;
  }
}
