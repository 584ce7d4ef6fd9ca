// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.input;

import dev.recordio.conf.InvalidSettingException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Lists the files of a list of inputs.
 *
 * <p>Inputs keep their order. A named file is taken whatever its name, and must exist; a filter of
 * the job must accept it, as with Hadoop's FileInputFormat. A folder or a glob gives its files
 * sorted by path, in code point order, but only those that hold data ({@link DataFiles}). Files of
 * no bytes are left out everywhere. In local folders, entries that can't be read by their names and
 * dangling links are errors, as are links to folders above. Listing opens no file.
 */
public final class InputListing {
  /** What the error says of a folder among the files, up to its name. */
  public static final String FOLDER = "a folder among the input files: ";

  /** Hadoop's key for reading folders in folders. */
  public static final String RECURSIVE = "mapreduce.input.fileinputformat.input.dir.recursive";

  /** Hadoop's key for ignoring nested folders. */
  public static final String IGNORE_SUBDIRS =
      "mapreduce.input.fileinputformat.input.dir.nonrecursive.ignore.subdirs";

  /** Hadoop's key for the number of threads that list. */
  static final String THREADS = "mapreduce.input.fileinputformat.list-status.num-threads";

  private final Configuration conf;
  private final boolean recursive;
  private final boolean ignoreSubdirs;
  private final PathFilter own; // the job's, or null
  private final PathFilter filter;
  private final CompactStatus compact = new CompactStatus();
  private final DataFiles data;

  private InputListing(Configuration conf, DataFiles.Kind kind, PathFilter filter) {
    this.conf = conf;
    data = new DataFiles(kind);
    recursive = conf.getBoolean(RECURSIVE, false);
    ignoreSubdirs = conf.getBoolean(IGNORE_SUBDIRS, false);
    own = filter;
    this.filter =
        filter == null
            ? DataFiles::isVisible
            : path -> DataFiles.isVisible(path) && filter.accept(path);
  }

  /**
   * Lists the files of {@code inputs} that have records, or something that is not known yet.
   *
   * @param conf gives the file systems, Hadoop's own keys for recursion, and the number of threads
   * @param inputs files, folders and globs
   * @param filter a further filter for files, or null
   * @throws FileNotFoundException when a named input is missing or does not pass the filter, a glob
   *     matches nothing, a side file lacks its rows, or an entry of a local folder can't be read
   * @throws InvalidSettingException when a folder holds folders and neither recursion nor ignoring
   *     them is set
   */
  public static List<FileStatus> list(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    return withBytes(list(conf, DataFiles.Kind.RECORDS, inputs, filter));
  }

  /** Lists the files of {@code inputs} that have rows as text, as {@link #list} does. */
  public static List<FileStatus> listText(Configuration conf, List<Path> inputs, PathFilter filter)
      throws IOException {
    return withBytes(list(conf, DataFiles.Kind.TEXT, inputs, filter));
  }

  private static List<FileStatus> withBytes(List<FileStatus> files) {
    files.removeIf(file -> file.getLen() == 0);
    return files;
  }

  /** Returns the bytes of all of some files. */
  public static long bytes(List<? extends FileStatus> files) {
    return files.stream().mapToLong(FileStatus::getLen).sum();
  }

  /** Lists as {@link #list} does, with the files of no bytes. */
  public static List<FileStatus> listWithEmpty(
      Configuration conf, List<Path> inputs, PathFilter filter) throws IOException {
    return list(conf, DataFiles.Kind.RECORDS, inputs, filter);
  }

  private static List<FileStatus> list(
      Configuration conf, DataFiles.Kind kind, List<Path> inputs, PathFilter filter)
      throws IOException {
    var listing = new InputListing(conf, kind, filter);
    var files = new ArrayList<FileStatus>();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, conf.getInt(THREADS, 1)),
            task -> {
              var thread = new Thread(task, "recordio-listing");
              thread.setDaemon(true);
              return thread;
            });
    try {
      for (Path input : inputs) {
        listing.expand(input, threads, files);
      }
    } finally {
      threads.shutdownNow();
    }
    listing.data.say();
    return files;
  }

  /**
   * Checks that inputs are there, without listing folders.
   *
   * @throws FileNotFoundException when a named input is missing, or a glob matches nothing
   */
  public static void requireThere(Configuration conf, List<Path> inputs) throws IOException {
    for (Path input : inputs) {
      FileSystem fs = input.getFileSystem(conf);
      if (statusOrNull(fs, input) == null) {
        requireSome(fs, input, fs.globStatus(input));
      }
    }
  }

  /** Checks the result of a glob; null when {@code input} is none. */
  private static void requireSome(FileSystem fs, Path input, FileStatus[] matches)
      throws FileNotFoundException {
    if (matches == null || matches.length == 0) {
      throw new FileNotFoundException(
          (matches == null ? "no such file or folder: " : "nothing matches: ")
              + fs.makeQualified(input));
    }
  }

  private void expand(Path input, ExecutorService threads, List<FileStatus> files)
      throws IOException {
    FileSystem fs = input.getFileSystem(conf);
    FileStatus named = statusOrNull(fs, input);
    if (named != null && named.isFile()) {
      if (own != null && !own.accept(named.getPath())) {
        throw new FileNotFoundException(
            "the job's path filter, "
                + own.getClass().getName()
                + ", does not accept the input "
                + named.getPath()
                + ": remove it from the input, or change the filter");
      }
      if (named.getLen() < 0) {
        throw new FileNotFoundException(
            "can't read "
                + input
                + ": its length is not known, as a web server does not give it; copy it to a"
                + " file system first");
      }
      files.add(named);
      return;
    }
    var found = new ArrayList<FileStatus>();
    List<Path> folders = new ArrayList<>();
    if (named != null) {
      folders.add(named.getPath());
    } else {
      FileStatus[] matches = fs.globStatus(input, path -> !DataFiles.isHidden(path.getName()));
      requireSome(fs, input, matches);
      var matched = new ArrayList<FileStatus>();
      for (FileStatus match : matches) {
        if (match.isDirectory()) {
          folders.add(match.getPath());
        } else if (filter.accept(match.getPath())) {
          matched.add(match);
        }
      }
      found.addAll(data.chosen(matched));
    }
    while (!folders.isEmpty()) {
      folders = listAll(fs, folders, threads, found);
    }
    found.sort(CodePointOrder.BY_PATH);
    files.addAll(found);
  }

  private static FileStatus statusOrNull(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path);
    } catch (FileNotFoundException e) {
      return null; // perhaps a glob
    }
  }

  /** Lists one level of folders in parallel; returns the folders of the next level. */
  private List<Path> listAll(
      FileSystem fs, List<Path> folders, ExecutorService threads, List<FileStatus> files)
      throws IOException {
    var pending = new ArrayList<Future<List<FileStatus>>>();
    for (Path folder : folders) {
      pending.add(threads.submit(() -> entries(fs, folder)));
    }
    var next = new ArrayList<Path>();
    for (Future<List<FileStatus>> listed : pending) {
      var ofFolder = new ArrayList<FileStatus>();
      for (FileStatus entry : Futures.get(listed)) {
        if (entry.isFile()) {
          ofFolder.add(entry);
        } else if (recursive) {
          refuseLoop(fs, entry.getPath());
          next.add(entry.getPath());
        } else if (!ignoreSubdirs) {
          throw new InvalidSettingException(
              FOLDER
                  + entry.getPath()
                  + "; set "
                  + RECURSIVE
                  + "=true to read what is in it, or "
                  + IGNORE_SUBDIRS
                  + "=true to skip it");
        }
      }
      data.choose(ofFolder);
      files.addAll(ofFolder);
    }
    return next;
  }

  private List<FileStatus> entries(FileSystem fs, Path folder) throws IOException {
    var entries = new ArrayList<FileStatus>();
    boolean local = LocalNames.isLocal(fs);
    // Includes the block locations: planning splits needs no further call for each file.
    RemoteIterator<? extends FileStatus> all =
        local ? fs.listStatusIterator(folder) : fs.listLocatedStatus(folder);
    long listed = 0;
    while (all.hasNext()) {
      FileStatus entry = all.next();
      listed += LocalNames.isChecksum(entry.getPath().getName()) ? 0 : 1;
      if (entry.isDirectory()
          ? !DataFiles.isHidden(entry.getPath().getName())
          : filter.accept(entry.getPath())) {
        entries.add(local ? LocalFileStatus.of(fs, entry) : compacted(entry));
      }
    }
    if (local) {
      refuseUnlisted(folder, listed);
    }
    return entries;
  }

  private FileStatus compacted(FileStatus entry) throws IOException {
    return entry instanceof LocatedFileStatus located ? compact.of(located) : entry;
  }

  /**
   * Hadoop lists the entries of a local folder that it can access, and silently omits the rest.
   *
   * @param listed the number of entries that it has listed, without files of checksums
   */
  private void refuseUnlisted(Path folder, long listed) throws IOException {
    long named =
        LocalNames.scan(
            folder, (name, escaped) -> refuse(folder, name, escaped, LocalNames.REASON));
    if (named > listed) {
      LocalNames.missing(
          folder, (name, escaped) -> refuse(folder, name, escaped, "it is a link to no file"));
    }
  }

  private void refuse(Path folder, String name, String shown, String why)
      throws FileNotFoundException {
    if (filter.accept(FilePaths.in(folder, name))) {
      throw new FileNotFoundException("can't read " + folder + Path.SEPARATOR + shown + ": " + why);
    }
  }

  /** Rejects a local folder that is one of those above it, which would be listed endlessly. */
  private static void refuseLoop(FileSystem fs, Path folder) throws IOException {
    if (!LocalNames.isLocal(fs)) {
      return;
    }
    var real = LocalNames.real(folder);
    if (real.toString().equals(folder.toUri().getPath())) {
      return; // no link leads to it
    }
    for (Path above = folder.getParent(); above != null; above = above.getParent()) {
      if (LocalNames.real(above).equals(real)) {
        throw new FileNotFoundException(
            "can't list " + folder + ": it is a link to a folder above, " + above);
      }
    }
  }

  /**
   * The status of a local file with its block locations, whose owner and permissions are only
   * looked up when requested. Hadoop's own status looks them up at once, and without its native
   * library runs {@code ls} twice for each file.
   */
  private static final class LocalFileStatus extends LocatedFileStatus {
    private static final long serialVersionUID = 1L;

    private final FileStatus status;

    private LocalFileStatus(FileStatus status, BlockLocation[] locations) {
      super(
          status.getLen(),
          status.isDirectory(),
          status.getReplication(),
          status.getBlockSize(),
          status.getModificationTime(),
          status.getAccessTime(),
          FsPermission.getFileDefault(),
          "",
          "",
          null,
          status.getPath(),
          status.hasAcl(),
          status.isEncrypted(),
          status.isErasureCoded(),
          locations);
      this.status = status;
    }

    /** Returns the status of a file, or of a folder, that a local file system listed. */
    static LocatedFileStatus of(FileSystem fs, FileStatus status) throws IOException {
      return new LocalFileStatus(
          status, status.isFile() ? fs.getFileBlockLocations(status, 0, status.getLen()) : null);
    }

    @Override
    public FsPermission getPermission() {
      return status.getPermission();
    }

    @Override
    public String getOwner() {
      return status.getOwner();
    }

    @Override
    public String getGroup() {
      return status.getGroup();
    }

    // Equal when the paths are, as for any status.

    @Override
    public boolean equals(Object other) {
      return super.equals(other);
    }

    @Override
    public int hashCode() {
      return super.hashCode();
    }
  }
}
