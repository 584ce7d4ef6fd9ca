// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.CodePointOrder;
import dev.recordio.fs.input.LocalNames;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ImageExtensions;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.Printable;
import dev.recordio.jobs.run.output.RealPath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Finds the sources of pack's inputs: folders, files, globs, lists, and the members of archives and
 * SequenceFiles named directly. Archives inside a folder are ordinary files.
 */
public final class InputScan implements AutoCloseable {
  private static final int MIN_THREADS = 8;
  private static final byte[] SEQUENCE_FILE = {'S', 'E', 'Q'};

  static final Comparator<String> NAMES = CodePointOrder.COMPARATOR;

  /** The order in which the entries of a folder are taken. */
  public static final Comparator<FileStatus> ORDER = CodePointOrder.BY_PATH;

  /** What a file begins with that may be the archive that its name says, but damaged. */
  private static final Set<FileSignature> READ =
      EnumSet.of(
          FileSignature.TAR,
          FileSignature.ZIP,
          FileSignature.GZIP,
          FileSignature.BZIP2,
          FileSignature.ZSTD,
          FileSignature.PARQUET,
          FileSignature.ARRAY_RECORD,
          FileSignature.SEQUENCE_FILE);

  /** Finds files of other formats among the inputs, whose records are not files. */
  public interface Foreign {
    /**
     * Returns the files of a folder that is an input, in order, to be read as if they were named;
     * null when it is of no such format.
     */
    default List<FileStatus> filesOf(FileSystem fs, FileStatus folder) throws IOException {
      return null;
    }

    /**
     * Passes the sources of a file that is an input; false when it is of no such format.
     *
     * @param below the path by which it is selected
     */
    default boolean scanFile(
        FileSystem fs, FileStatus file, String below, Head head, Source.Sink sink)
        throws IOException {
      return false;
    }

    /** Whether a tar in a tar is a folder of files, and not a file. */
    default boolean opensInnerTars() {
      return true;
    }

    /** Returns the format of a file in a folder by its name; null when it has none. */
    default String formatOf(String name) {
      return null;
    }

    /**
     * Checks that a file that is an input, and nothing that is read in another way, is one record.
     *
     * @throws BadInputException when it should not be
     */
    default void checkRecord(FileStatus file, Head head) throws IOException {}
  }

  /** A file's first bytes, or all if there are fewer; read once, when they are needed. */
  public static final class Head {
    private final FileSystem fs;
    private final FileStatus file;
    private byte[] bytes;

    public Head(FileSystem fs, FileStatus file) {
      this.fs = fs;
      this.file = file;
    }

    /** Returns the bytes. */
    public byte[] bytes() throws IOException {
      if (bytes == null) {
        bytes = new byte[(int) Math.min(FileSignature.HEAD_BYTES, file.getLen())];
        if (bytes.length > 0) {
          FileSystem allowed = SourceFiles.of(fs, file.getPath());
          try (FSDataInputStream in = Files.open(allowed, file, Files.Reading.RANDOM)) {
            in.readFully(0, bytes);
          }
        }
      }
      return bytes;
    }
  }

  private final Configuration conf;
  private final SourceErrors errors;
  private final Foreign foreign;
  private final int threadCount;
  private final ExecutorService threads;
  private final RepeatedInputs repeated = new RepeatedInputs();
  private final CommonFolder folder = new CommonFolder();
  private final Selection selection;
  private final ReadRetries retries;
  private java.nio.file.Path output; // or null

  public InputScan(Configuration conf, SourceErrors errors, Selection selection, Foreign foreign) {
    this.conf = conf;
    this.errors = errors;
    this.selection = selection;
    this.foreign = foreign;
    retries = new ReadRetries(conf, () -> {});
    threadCount = Math.max(MIN_THREADS, conf.getInt(FileInputFormat.LIST_STATUS_NUM_THREADS, 0));
    threads =
        Executors.newFixedThreadPool(
            threadCount,
            task -> {
              var thread = new Thread(task, "pack-listing");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Refuses inputs that have the output in them, be it through a link in a folder. */
  public InputScan outside(Path path) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    if (LocalNames.isLocal(fs)) {
      output = java.nio.file.Path.of(RealPath.of(fs, path).toUri().getPath());
    }
    return this;
  }

  public void inputs(List<Path> inputs, Source.Sink sink) throws IOException {
    for (Path input : inputs) {
      try {
        SourceFiles.refuseWeb(input);
      } catch (IOException e) {
        errors.reject(input.toString(), e, sink);
        continue;
      }
      FileSystem fs = input.getFileSystem(conf);
      Found found = find(fs, input, sink);
      Arrays.sort(found.files, CodePointOrder.BY_PATH);
      Path base = found.byGlob ? RealPath.beforeWildcards(fs.makeQualified(input)) : null;
      for (FileStatus status : found.files) {
        if (base != null && isHidden(fs, input, base, status)) {
          continue;
        }
        repeated.add(status.getPath());
        if (status.isDirectory()) {
          folder(fs, status, base == null ? status.getPath() : base, sink);
        } else {
          file(fs, status, base, sink);
        }
      }
    }
    repeated.end();
  }

  /** Whether a glob matches a hidden file; not if it asks for one, as {@code .*} does. */
  private boolean isHidden(FileSystem fs, Path glob, Path base, FileStatus status) {
    String folder = FolderWalk.prefix(base);
    String wanted = CommonFolder.below(base.toString(), fs.makeQualified(glob).toString());
    String found = CommonFolder.below(base.toString(), status.getPath().toString());
    return !Selection.isHidden(wanted) && selection.hides(folder, found);
  }

  /** What an input is: a file or folder of that name, or what a glob matches. */
  private record Found(FileStatus[] files, boolean byGlob) {}

  /**
   * @param base where the paths start that its files are selected by
   */
  private void folder(FileSystem fs, FileStatus status, Path base, Source.Sink sink)
      throws IOException {
    folder.add(base);
    Selection.Counts before = selection.counts();
    List<FileStatus> files;
    try {
      files =
          retries.get(
              () -> {
                selection.setCounts(before);
                return foreign.filesOf(fs, status);
              });
    } catch (IOException e) {
      failed(status.getPath(), e, new Passed(sink), sink);
      return;
    }
    if (files == null) {
      var held = new HeldFiles(foreign, sink);
      new FolderWalk(fs, threads, threadCount, errors, selection, retries)
          .outside(output)
          .walk(status.getPath(), base, held);
      files = held.end();
      if (held.format() != null) {
        Notes.say(
            Printable.of(status.getPath().toString())
                + " holds files of one format, and is read as --from "
                + held.format()
                + " (--from files packs the files themselves)");
      }
    }
    for (FileStatus file : files) {
      file(fs, file, base, sink);
    }
  }

  /** Returns the threads that list folders, which may ask for the status of files too. */
  public ExecutorService threads() {
    return threads;
  }

  /** Returns the folder that contains all inputs. */
  public CommonFolder folder() {
    return folder;
  }

  private Found find(FileSystem fs, Path input, Source.Sink sink) throws IOException {
    try {
      return new Found(new FileStatus[] {fs.getFileStatus(input)}, false);
    } catch (FileNotFoundException e) {
      FileNotFoundException explained = SourceFiles.missing(conf, fs.makeQualified(input), e);
      if (explained != e) {
        throw explained;
      }
      FileStatus[] matches = fs.globStatus(input);
      if (LocalNames.isLocal(fs)) {
        unlisted(fs, input, sink);
      }
      if (matches == null || matches.length == 0) {
        var missing =
            new FileNotFoundException(
                (matches == null ? "no such file or folder: " : "nothing matches: ")
                    + fs.makeQualified(input));
        missing.initCause(e);
        throw missing;
      }
      return new Found(matches, true);
    }
  }

  /** Rejects local files that a glob matches and Hadoop omits: their names can't be decoded. */
  private void unlisted(FileSystem fs, Path glob, Source.Sink sink) throws IOException {
    Path folder = glob.getParent() == null ? new Path(".") : glob.getParent();
    if (glob.getParent() != null && !glob.getParent().isRoot()) {
      unlisted(fs, glob.getParent(), sink);
    }
    String part = glob.getName();
    if (part.chars().filter(c -> c == '{').count() != part.chars().filter(c -> c == '}').count()) {
      return; // alternatives with several folders
    }
    var pattern = new GlobPattern(part);
    FileStatus[] folders = pattern.hasWildcard() ? fs.globStatus(folder) : null;
    for (FileStatus found : folders == null ? new FileStatus[0] : folders) {
      if (found.isDirectory()) {
        String prefix = FolderWalk.prefix(found.getPath());
        LocalNames.scan(
            found.getPath(),
            (decoded, escaped) -> {
              if (pattern.matches(decoded)) {
                errors.reject(prefix + escaped, new IOException(LocalNames.REASON), sink);
              }
            });
      }
    }
  }

  /**
   * @param glob where the paths start of what a glob matches; null for a file that was named
   */
  private void file(FileSystem fs, FileStatus file, Path glob, Source.Sink sink)
      throws IOException {
    Path path = file.getPath();
    var passed = new Passed(sink);
    try {
      SourceFiles.checkLength(file);
      retries.get(
          () ->
              passed.all(
                  () -> {
                    scan(fs, file, glob, passed);
                    return true;
                  }));
    } catch (IOException e) {
      failed(path, e, passed, sink);
    }
  }

  private void scan(FileSystem fs, FileStatus file, Path glob, Source.Sink passed)
      throws IOException {
    Path path = file.getPath();
    Path base = glob == null ? path.getParent() : glob;
    var head = new Head(fs, file);
    String below = CommonFolder.below(base.toString(), path.toString());
    if (foreign.scanFile(fs, file, below, head, passed)) {
      folder.add(base);
    } else if (ZipMember.isZip(path)) {
      folder.add(glob == null ? path : glob);
      ZipMember.scan(conf, file, errors, selection, passed);
    } else if (TarScan.isTar(conf, path)) {
      folder.add(glob == null ? path : glob);
      TarScan.scan(conf, file, foreign.opensInnerTars(), errors, selection, passed);
    } else if (!ImageExtensions.DEFAULT.matches(path.getName()) && isSequenceFile(head.bytes())) {
      folder.add(glob == null ? path : glob);
      SequenceFileScan.scan(conf, file, selection, passed);
    } else {
      foreign.checkRecord(file, head);
      folder.add(base);
      if (selection.takes(below)) {
        passed.accept(new Source().file(file));
      }
    }
  }

  /** Handles an error of an input; one of the sink is thrown as it is. */
  private void failed(Path path, IOException e, Passed passed, Source.Sink sink)
      throws IOException {
    if (passed.error != null) {
      throw passed.error;
    }
    if (e instanceof Tar.Damage damage) {
      String what = damage.getMessage() + hint(damage.archive());
      errors.reject(damage.archive(), new IOException(what, damage), sink);
      return;
    }
    if (e instanceof MalformedRecordException malformed) {
      errors.reject(path.toString(), explained(malformed), sink);
      return;
    }
    String hint = hint(path.toString());
    var why = new IOException(SourceErrors.reason(e) + passed.place() + hint, e);
    boolean complete = SourceErrors.isComplete(e) || SourceErrors.isInterruption(e);
    errors.reject(path.toString(), complete ? e : why, sink);
  }

  /** Says of a file that is not of the format that it should have what it is. */
  private MalformedRecordException explained(MalformedRecordException e) {
    String hint = e.path() == null ? "" : hint(e.path());
    return hint.isEmpty() || e.found().contains(hint)
        ? e
        : new MalformedRecordException(
            e.what(), e.path(), e.offset(), -1, e.expected(), e.found() + hint);
  }

  /** Returns what a file begins with, where that is no format that is read; else nothing. */
  private String hint(String file) {
    try {
      var path = new Path(file);
      FileSystem fs = path.getFileSystem(conf);
      byte[] head = new Head(fs, fs.getFileStatus(path)).bytes();
      FileSignature signature = FileSignature.of(head, head.length);
      return signature == null || READ.contains(signature) ? "" : signature.hint();
    } catch (IOException | IllegalArgumentException e) {
      return ""; // a folder, or a member
    }
  }

  /** Remembers what was passed, and whether an error is from the sink or from the input. */
  private final class Passed implements Source.Sink {
    private final Source.Sink sink;
    private final Selection.Counts before = selection.counts();
    private String last;
    private long count;
    private long known; // how many the scan has passed before it was repeated
    private IOException error; // the sink's

    Passed(Source.Sink sink) {
      this.sink = sink;
    }

    @Override
    public void accept(Source source) throws IOException {
      if (known > 0) {
        known--;
        return;
      }
      try {
        sink.accept(source);
      } catch (IOException e) {
        error = e;
        throw new SourceErrors.Fault("not taken", e); // reading again would not help
      }
      count++;
      last = source.displayName();
    }

    /** Scans all of an input; what an earlier try has passed already is passed once. */
    <T> T all(ReadRetries.Read<T> scan) throws IOException {
      known = count;
      selection.setCounts(before);
      return scan.get();
    }

    String place() {
      return last == null ? "" : ", after " + last;
    }
  }

  private static boolean isSequenceFile(byte[] head) {
    return head.length >= SEQUENCE_FILE.length
        && Arrays.equals(head, 0, SEQUENCE_FILE.length, SEQUENCE_FILE, 0, SEQUENCE_FILE.length);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** Says which inputs are named twice, or are inside another one. */
  private static final class RepeatedInputs {
    private static final int MAX_NOTES = 5;

    private final Set<Path> seen = new HashSet<>();
    private final Map<Path, Path> below = new HashMap<>(); // by folder: an input in it
    private long repeated;

    void add(Path input) {
      if (!seen.add(input)) {
        note(input + " is named twice");
        return;
      }
      if (below.containsKey(input)) {
        note(below.get(input) + " is also part of " + input);
      }
      for (Path folder = input.getParent(); folder != null; folder = folder.getParent()) {
        if (seen.contains(folder)) {
          note(input + " is also part of " + folder);
        }
        if (below.putIfAbsent(folder, input) != null) {
          break; // so do the folders above
        }
      }
    }

    /** The first ones are named, the others counted. */
    private void note(String what) {
      if (repeated++ < MAX_NOTES) {
        Notes.say(what + ", and is packed twice");
      }
    }

    void end() {
      if (repeated > MAX_NOTES) {
        Notes.say(repeated - MAX_NOTES + " more inputs are packed twice");
      }
    }
  }

  /**
   * Takes the files of a folder, and holds them back as long as all are of one format of samples by
   * their names; from the first one that is not, files are passed on. Files with an underscore at
   * the start are what writers leave beside their data.
   */
  private static final class HeldFiles implements Source.Sink {
    private final InputScan.Foreign foreign;
    private final Source.Sink sink;
    private final List<Source> held = new ArrayList<>();
    private boolean passesOn;
    private String format; // null until a file has one

    HeldFiles(InputScan.Foreign foreign, Source.Sink sink) {
      this.foreign = foreign;
      this.sink = sink;
    }

    @Override
    public void accept(Source source) throws IOException {
      if (passesOn || source.kind != Source.Kind.FILE) {
        sink.accept(source);
        return;
      }
      String name = name(source);
      String named = name.startsWith("_") ? format : foreign.formatOf(name);
      boolean other = named == null && !name.startsWith("_") || source.length == Source.MISSING;
      if (other || format != null && !format.equals(named)) {
        passOn();
        sink.accept(source);
        return;
      }
      format = named;
      var copy = new Source();
      copy.copy(source);
      held.add(copy);
    }

    private static String name(Source source) {
      return source.path.substring(source.path.lastIndexOf('/') + 1);
    }

    private void passOn() throws IOException {
      passesOn = true;
      for (Source source : held) {
        sink.accept(source);
      }
      held.clear();
    }

    /** Returns the format of all files of the folder; null when there is none. */
    String format() {
      return passesOn ? null : format;
    }

    /**
     * Ends the folder.
     *
     * @return its files of the {@link #format}, in the order in which a folder of that format is
     *     walked; the others, if there is no format, are passed on
     */
    List<FileStatus> end() throws IOException {
      if (format() == null) {
        passOn();
        return List.of();
      }
      return held.stream()
          .filter(source -> !name(source).startsWith("_"))
          .sorted(Comparator.comparing(source -> source.path.replace('/', '\0'), InputScan.NAMES))
          .map(HeldFiles::status)
          .toList();
    }

    private static FileStatus status(Source source) {
      return new FileStatus(source.length, false, 1, 1, source.modified, new Path(source.path));
    }
  }
}
