// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.conf.Notes;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Decides by their names which files of a folder hold data: the only place that does, for all
 * engines and commands.
 *
 * <ol>
 *   <li>Hidden files ({@code _*}, {@code .*}), indexes, lists and checksums ({@code .idx}, {@code
 *       .ridx}, {@code .lst}, {@code .crc}) hold none.
 *   <li>A {@link Side side file} of another file of the folder holds none.
 *   <li>Where records are wanted, a folder with {@code .rec} files has its data there. Files that
 *       engines write under names of their own, {@code part-00000} and {@code 000000_0}, count as
 *       such files.
 * </ol>
 *
 * <p>What the second and the third rule leave out is said ({@link #say}), except {@code synset.txt}
 * and the {@code features.txt} of csr. So is a file of text whose name is the name of another one
 * and an ending that no rule knows: it is read.
 */
public final class DataFiles {
  private static final Set<String> COMPANIONS = Set.of("idx", "ridx", "lst", "crc");

  /** What the names of compressed files end in, as Hadoop's codecs have it. */
  private static final List<String> CODECS =
      List.of(".gz", ".bz2", ".zst", ".deflate", ".lz4", ".snappy", ".lzo", ".lzo_deflate");

  private static final String RECORDS = ".rec";

  /** The names of classes, which a packed folder has as a rule: nobody takes it for records. */
  public static final String CLASSES = "synset.txt";

  /** The names of columns, which csr writes beside its shards. */
  public static final String FEATURES = "features.txt";

  private static final Pattern OF_CSR =
      Pattern.compile("part-\\d{5,}-\\d{5,}\\.(libsvm|rowblock|pbr)");

  /** Hadoop's and Spark's names of outputs without an extension, and Hive's. */
  private static final Pattern OF_ENGINE = Pattern.compile("part-[^.]+|\\d{6}_\\d+[^.]*");

  private static final int NAMED = 3;

  /** What is wanted of a folder. */
  public enum Kind {
    /** RecordIO files; also where it is not known yet what a folder has. */
    RECORDS,
    /** Files of rows as text. */
    TEXT
  }

  /**
   * Files of numbers about the rows of another file, whose name they begin with: XGBoost's and
   * LightGBM's. Each may be compressed.
   */
  public enum Side {
    /** The number of rows of each query group. */
    GROUP("query groups", ".group", ".query"),
    /** A weight for each row, or for each group. */
    WEIGHT("weights", ".weight"),
    /** One or more base margins for each row: initial scores. */
    BASE_MARGIN("base margins", ".base_margin", ".init"),
    /** LightGBM's positions in the lists of results, which nothing here uses. */
    POSITION("positions", ".position");

    private final String title;
    private final List<String> suffixes;

    Side(String title, String... suffixes) {
      this.title = title;
      this.suffixes = List.of(suffixes);
    }

    /** Returns the name of such numbers. */
    public String title() {
      return title;
    }

    /** Returns what the names of such files end in. */
    public String suffix() {
      return suffixes.get(0);
    }
  }

  /**
   * A name that a side file may have.
   *
   * @param side what the file has
   * @param suffix what the name ends in, but for a codec
   * @param rows the name of the file with the rows
   */
  public record SideName(Side side, String suffix, String rows) {
    /** Returns what a name says; null when it is no name of a side file. */
    public static SideName of(String name) {
      String plain = withoutCodec(name);
      int dot = plain.lastIndexOf('.');
      for (Side side : dot > 0 ? Side.values() : new Side[0]) {
        if (side.suffixes.contains(plain.substring(dot))) {
          return new SideName(side, plain.substring(dot), plain.substring(0, dot));
        }
      }
      return null;
    }

    /** Returns the names that the file with the rows may have, compressed or not. */
    public List<String> candidates() {
      var names = new ArrayList<String>();
      names.add(rows);
      CODECS.forEach(codec -> names.add(rows + codec));
      return names;
    }
  }

  private final Kind kind;
  private final Said others = new Said();
  private final Said sides = new Said();
  private final Said companions = new Said();

  /** Folders that were asked for by {@link #isData}, with whether they have records. */
  private final Map<Path, Boolean> asked = new HashMap<>();

  /** Files that a note is about: how many, and the first ones. */
  private static final class Said {
    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String name) {
      if (count++ < NAMED) {
        first.add(name);
      }
    }

    String names() {
      return String.join(", ", first) + (count > NAMED ? " and others" : "");
    }

    /** Returns a count with the right one of two words. */
    String count(String one, String several) {
      return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : several);
    }
  }

  /** Prepares to choose the files of folders. */
  public DataFiles(Kind kind) {
    this.kind = kind;
  }

  /** Whether a file is hidden from readers, by its name. */
  public static boolean isHidden(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }

  /** Whether a file may hold data, by its name alone: it is not hidden, and no index or list. */
  public static boolean isVisible(Path path) {
    String name = path.getName();
    return !isHidden(name) && !COMPANIONS.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  private static String withoutCodec(String name) {
    for (String codec : CODECS) {
      if (name.endsWith(codec)) {
        return name.substring(0, name.length() - codec.length());
      }
    }
    return name;
  }

  private static boolean isRecords(String name) {
    String plain = withoutCodec(name);
    int end = plain.length() - RECORDS.length();
    return plain.regionMatches(true, end, RECORDS, 0, RECORDS.length());
  }

  private static boolean isOfEngine(String name) {
    return OF_ENGINE.matcher(withoutCodec(name)).matches();
  }

  /**
   * Removes the files without data from the files of one folder.
   *
   * @param files the {@link #isVisible visible} files of one folder, in any order; they are sorted
   *     by path afterwards
   * @throws FileNotFoundException when a side file lacks its rows, while there are other files:
   *     numbers about rows must not be taken for rows
   */
  public void choose(List<FileStatus> files) throws FileNotFoundException {
    files.sort(CodePointOrder.BY_PATH);
    boolean onlyRecords =
        kind == Kind.RECORDS && files.stream().anyMatch(file -> isRecords(name(file)));
    boolean ofCsr = files.stream().anyMatch(file -> OF_CSR.matcher(name(file)).matches());
    // The names that a name begins with are directly before it, but for others with that beginning.
    Deque<String> begun = new ArrayDeque<>();
    var kept = new ArrayList<FileStatus>();
    FileStatus stray = null;
    for (FileStatus file : files) {
      String name = name(file);
      while (!begun.isEmpty() && !name.startsWith(begun.peek())) {
        begun.pop();
      }
      SideName side = SideName.of(name);
      if (side != null && hasRows(side, files)) {
        sides.add(name);
        continue;
      }
      if (name.equals(FEATURES) && ofCsr) {
        continue;
      }
      if (onlyRecords && !isRecords(name) && !isOfEngine(name)) {
        if (!name.equals(CLASSES)) {
          others.add(file.getPath().toString());
        }
        continue;
      }
      if (side != null) {
        stray = file;
      } else if (kind == Kind.TEXT) {
        begun.stream()
            .filter(rows -> name.charAt(rows.length()) == '.')
            .findFirst()
            .ifPresent(rows -> companions.add(file.getPath() + " (beside " + rows + ")"));
      }
      begun.push(name);
      kept.add(file);
    }
    if (stray != null && kept.stream().anyMatch(file -> SideName.of(name(file)) == null)) {
      throw new FileNotFoundException(
          stray.getPath()
              + " has the name of a side file, but the file with its rows, "
              + SideName.of(name(stray)).rows()
              + ", does not exist: name it after the file with the rows, or remove it from the"
              + " input");
    }
    if (kept.size() < files.size()) {
      files.clear();
      files.addAll(kept);
    }
  }

  /** Returns the files with data of several folders; the files of one folder are in order. */
  public List<FileStatus> chosen(Collection<FileStatus> files) throws FileNotFoundException {
    Map<Path, List<FileStatus>> byFolder = new LinkedHashMap<>();
    for (FileStatus file : files) {
      if (isVisible(file.getPath())) {
        byFolder.computeIfAbsent(file.getPath().getParent(), folder -> new ArrayList<>()).add(file);
      }
    }
    var chosen = new ArrayList<FileStatus>();
    for (List<FileStatus> ofFolder : byFolder.values()) {
      choose(ofFolder);
      chosen.addAll(ofFolder);
    }
    return chosen;
  }

  private static String name(FileStatus file) {
    return file.getPath().getName();
  }

  /** Whether the file with the rows is among the files of its folder, which are sorted. */
  private static boolean hasRows(SideName side, List<FileStatus> files) {
    Path folder = files.get(0).getPath().getParent();
    for (String rows : side.candidates()) {
      String wanted = FilePaths.in(folder, rows).toString();
      int from = 0;
      int to = files.size();
      while (from < to) {
        int middle = (from + to) >>> 1;
        int order = CodePointOrder.compare(files.get(middle).getPath().toString(), wanted);
        if (order == 0) {
          return true;
        }
        from = order < 0 ? middle + 1 : from;
        to = order < 0 ? to : middle;
      }
    }
    return false;
  }

  /**
   * Whether a file holds data, for who does not list its folder. The file system is asked only if
   * the name is an unusual one.
   */
  public boolean isData(FileSystem fs, Path file) throws IOException {
    String name = file.getName();
    if (!isVisible(file)) {
      return false;
    }
    SideName side = SideName.of(name);
    if (side != null) {
      for (String rows : side.candidates()) {
        if (fs.exists(FilePaths.in(file.getParent(), rows))) {
          return false;
        }
      }
    }
    return kind == Kind.TEXT
        || isRecords(name)
        || isOfEngine(name)
        || !hasRecords(fs, file.getParent());
  }

  private boolean hasRecords(FileSystem fs, Path folder) throws IOException {
    Boolean known = asked.get(folder);
    if (known == null) {
      known = false;
      RemoteIterator<FileStatus> files = fs.listStatusIterator(folder);
      while (!known && files.hasNext()) {
        FileStatus file = files.next();
        known = file.isFile() && isVisible(file.getPath()) && isRecords(name(file));
      }
      asked.put(folder, known);
    }
    return known;
  }

  /** Says what {@link #choose} has left out, and which files it took in doubt. */
  public void say() {
    if (others.count > 0) {
      Notes.say(
          others.count("file is", "files are")
              + " left out beside .rec files: "
              + others.names()
              + "; to read one, name it as input");
    }
    if (sides.count > 0) {
      Notes.say(
          sides.count("side file is", "side files are")
              + " not read as rows: "
              + sides.names()
              + "; csr reads the numbers of all except "
              + Side.POSITION.suffix());
    }
    if (companions.count > 0) {
      Notes.say(
          companions.count("file is", "files are")
              + " read as rows, with the name of another file and a suffix: "
              + companions.names()
              + "; remove it from the input if it has no rows");
    }
  }
}
