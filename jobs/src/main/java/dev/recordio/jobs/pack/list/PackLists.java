// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.conf.Notes;
import dev.recordio.formats.output.ClassNames;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.stream.FileReplacement;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.RunConf;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes im2rec lists of what would be packed, divided as {@code im2rec.py --list} does: into
 * chunks of equal length, and of each the first lines to {@code _test}, the next to {@code _train},
 * the rest to {@code _val}. All lists take their places after all are written. Each is claimed
 * until this is closed.
 */
public final class PackLists implements Closeable {
  private static final String EXTENSION = ".lst";

  /**
   * A list.
   *
   * @param from the number of its first line, over all lists
   * @param to the number after its last one
   * @param records without files that could not be read
   * @param bytes of its lines
   */
  public record Written(Path file, long from, long to, long records, long bytes) {}

  private final Configuration conf;
  private final Path prefix;
  private final boolean single;
  private final List<OutputClaim> claims = new ArrayList<>();
  private final List<FileReplacement> files = new ArrayList<>();
  private final List<Written> written = new ArrayList<>();
  private Deque<Written> next; // null until the number of lines is known
  private ListLines open;
  private Written current;
  private long line;
  private long inCurrent;
  private long unreadable;

  /**
   * Checks the settings, and that no list is there yet, unless they are to be replaced.
   *
   * @param name of the only list, or what the names of several begin with
   * @param inputs what is read
   */
  public PackLists(Configuration conf, Path name, List<Path> inputs) throws IOException {
    this.conf = conf;
    FileSystem fs = name.getFileSystem(conf);
    Path qualified = fs.makeQualified(name);
    String text = qualified.getName();
    prefix =
        text.endsWith(EXTENSION)
            ? new Path(
                qualified.getParent(),
                new Path(null, null, text.substring(0, text.length() - EXTENSION.length())))
            : qualified;
    double train = PackConf.TRAIN_RATIO.getDouble(conf);
    double test = PackConf.TEST_RATIO.getDouble(conf);
    single = train == 1;
    if (train + test > 1) {
      throw new UsageException("--train-ratio and --test-ratio are together more than 1");
    }
    try {
      for (Written list : division(0)) {
        claims.add(OutputClaim.take(conf, list.file, () -> check(list.file, inputs)));
      }
    } catch (IOException | RuntimeException | Error e) {
      try (this) {
        throw e;
      }
    }
  }

  private void check(Path list, List<Path> inputs) throws IOException {
    FileSystem fs = list.getFileSystem(conf);
    if (!NewOutput.exists(fs, list)) {
      NewOutput.check(conf, list, inputs);
      return;
    }
    InputListing.requireThere(conf, inputs);
    if (fs.getFileStatus(list).isDirectory()) {
      throw new UsageException("--list-only writes a file, and a folder is there: " + list);
    }
    if (!PackConf.OVERWRITE.getBoolean(conf)) {
      throw new UsageException(
          "output exists already: " + list + "; --overwrite replaces it, or name another output");
    }
  }

  /** Returns the lists for a number of lines, in the order in which lines go to them. */
  private List<Written> division(long count) {
    int chunks = PackConf.CHUNKS.getInt(conf);
    double train = PackConf.TRAIN_RATIO.getDouble(conf);
    double test = PackConf.TEST_RATIO.getDouble(conf);
    long chunk = (count + chunks - 1) / chunks;
    var lists = new ArrayList<Written>();
    for (int i = 0; i < chunks; i++) {
      String suffix = chunks > 1 ? "_" + i : "";
      long begin = Math.min(count, i * chunk);
      long end = Math.min(count, begin + chunk);
      if (single) {
        lists.add(list(suffix, begin, end));
        continue;
      }
      long trainFrom = Math.min(end, begin + (long) (chunk * test));
      boolean rest = train + test < 1;
      long trainTo = rest ? Math.min(end, trainFrom + (long) (chunk * train)) : end;
      if (test > 0) {
        lists.add(list(suffix + "_test", begin, trainFrom));
      }
      lists.add(list(suffix + "_train", trainFrom, trainTo));
      if (rest) {
        lists.add(list(suffix + "_val", trainTo, end));
      }
    }
    return lists;
  }

  private Written list(String suffix, long from, long to) {
    String name = prefix.getName() + suffix + EXTENSION;
    return new Written(new Path(prefix.getParent(), new Path(null, null, name)), from, to, 0, 0);
  }

  /** Returns the files that are written. */
  public List<Path> paths() {
    return division(0).stream().map(Written::file).toList();
  }

  public void add(Source source, String folder, long count) throws IOException {
    if (next == null) {
      next = new ArrayDeque<>(division(count));
      advance();
    }
    while (line == current.to) {
      advance();
    }
    line++;
    if (source.kind == Source.Kind.UNREADABLE) {
      unreadable++;
      return;
    }
    inCurrent++;
    open.add(folder, source);
  }

  private void advance() throws IOException {
    finish();
    current = next.remove();
    inCurrent = 0;
    if (RunConf.DRY_RUN.getBoolean(conf)) {
      open = new ListLines(OutputStream.nullOutputStream());
      return;
    }
    var file = new FileReplacement(conf, current.file, UUID.randomUUID().toString());
    files.add(file);
    open = new ListLines(file.out());
  }

  private void finish() throws IOException {
    if (open != null) {
      open.close();
      written.add(new Written(current.file, current.from, current.to, inCurrent, open.bytes()));
      open = null;
    }
  }

  /**
   * Puts all lists in their places, unless it is a dry run, and {@code synset.txt} beside them;
   * returns the lists, sorted by name.
   *
   * @param classes the names of the labels; empty when there are none
   */
  public List<Written> commit(List<String> classes) throws IOException {
    while (!next.isEmpty()) {
      advance();
    }
    finish();
    if (!classes.isEmpty() && !RunConf.DRY_RUN.getBoolean(conf)) {
      addClasses(new Path(prefix.getParent(), ClassNames.FILE), ClassNames.bytes(classes));
    }
    for (FileReplacement file : files) {
      file.commit();
    }
    written.sort(Comparator.comparing(list -> list.file));
    return written;
  }

  private void addClasses(Path file, byte[] content) throws IOException {
    FileSystem fs = file.getFileSystem(conf);
    if (fs.exists(file) && !PackConf.OVERWRITE.getBoolean(conf)) {
      if (Arrays.equals(Files.readAll(fs, file), content)) {
        return;
      }
      Notes.say(
          "another file with names of classes is there and stays: "
              + file
              + "; --overwrite replaces it, --class-map takes the labels from it");
      return;
    }
    var replacement = new FileReplacement(conf, file, UUID.randomUUID().toString());
    files.add(replacement);
    replacement.out().write(content);
  }

  /** Returns how many files could not be read, and are in no list. */
  public long unreadable() {
    return unreadable;
  }

  /** Removes what is not in its place, and gives the lists back. */
  @Override
  public void close() throws IOException {
    try {
      for (FileReplacement file : files) {
        file.close();
      }
    } finally {
      claims.forEach(OutputClaim::close);
    }
  }
}
