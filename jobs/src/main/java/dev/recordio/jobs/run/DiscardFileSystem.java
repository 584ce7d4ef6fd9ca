// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system that keeps the names and lengths of files, and discards their content: the output
 * of a dry run whose size only the run itself can find out. Each process has its own files.
 */
public final class DiscardFileSystem extends FileSystem {
  private static final String SCHEME = "recordio-discard";
  private static final long FOLDER = -1;

  /** The lengths of files by their paths, of each run of this process. */
  private static final Map<String, NavigableMap<String, Long>> RUNS = new ConcurrentHashMap<>();

  private URI uri;
  private NavigableMap<String, Long> files;

  /** For {@link FileSystem}, which initializes it. */
  public DiscardFileSystem() {}

  /**
   * Returns a new folder's path, whose files are discarded.
   *
   * @param conf learns of this file system
   */
  public static Path folder(Configuration conf, String name) {
    conf.setClass("fs." + SCHEME + ".impl", DiscardFileSystem.class, FileSystem.class);
    return new Path(SCHEME, UUID.randomUUID().toString(), "/" + name);
  }

  private static String run(Path folder) {
    return folder.toUri().getAuthority();
  }

  /** Whether a path is in this file system. */
  static boolean has(Path path) {
    return SCHEME.equals(path.toUri().getScheme());
  }

  /**
   * Returns the lengths of the files that this process has written to a folder, by their names;
   * none for a folder elsewhere.
   */
  public static Map<String, Long> written(Path folder) {
    NavigableMap<String, Long> files = has(folder) ? RUNS.get(run(folder)) : null;
    var below = new TreeMap<String, Long>();
    if (files != null) {
      String prefix = folder.toUri().getPath() + Path.SEPARATOR;
      files.forEach(
          (path, length) -> {
            if (path.startsWith(prefix) && length != FOLDER) {
              below.put(path.substring(prefix.length()), length);
            }
          });
    }
    return below;
  }

  /** Forgets the files of a folder's run; returns the bytes of all. */
  public static long forget(Path folder) {
    NavigableMap<String, Long> files = has(folder) ? RUNS.remove(run(folder)) : null;
    return files == null ? 0 : files.values().stream().mapToLong(l -> Math.max(0, l)).sum();
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    uri = URI.create(SCHEME + "://" + name.getAuthority());
    files = RUNS.computeIfAbsent(name.getAuthority(), run -> new ConcurrentSkipListMap<>());
    files.put(Path.SEPARATOR, FOLDER);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return uri;
  }

  private static String name(Path path) {
    return path.toUri().getPath();
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int buffer,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    mkdirs(path.getParent());
    files.put(name(path), 0L);
    var counting =
        new FilterOutputStream(OutputStream.nullOutputStream()) {
          private long length;

          @Override
          public void write(int b) {
            length++;
          }

          @Override
          public void write(byte[] bytes, int offset, int count) {
            length += count;
          }

          @Override
          public void close() {
            files.put(name(path), length);
          }
        };
    return new FSDataOutputStream(counting, statistics);
  }

  @Override
  public FSDataInputStream open(Path path, int buffer) throws IOException {
    throw new IOException("the content of a dry run is not kept: " + path);
  }

  @Override
  public FSDataOutputStream append(Path path, int buffer, Progressable progress) {
    throw new UnsupportedOperationException("append");
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    String source = name(from);
    String target = name(to);
    if (!files.containsKey(source)) {
      return false;
    }
    mkdirs(to.getParent());
    NavigableMap<String, Long> below = below(source);
    var moved = new TreeMap<String, Long>();
    below.forEach((path, length) -> moved.put(target + path.substring(source.length()), length));
    moved.put(target, files.remove(source));
    below.clear();
    files.putAll(moved);
    return true;
  }

  /** Returns a view of what a folder has, at any depth. */
  private NavigableMap<String, Long> below(String folder) {
    String first = folder.equals(Path.SEPARATOR) ? folder : folder + Path.SEPARATOR;
    char after = (char) (Path.SEPARATOR_CHAR + 1);
    return files.subMap(first, false, first.substring(0, first.length() - 1) + after, false);
  }

  @Override
  public boolean delete(Path path, boolean recursive) {
    below(name(path)).clear();
    return files.remove(name(path)) != null;
  }

  @Override
  public FileStatus[] listStatus(Path folder) throws IOException {
    FileStatus itself = getFileStatus(folder);
    if (itself.isFile()) {
      return new FileStatus[] {itself};
    }
    return below(name(folder)).keySet().stream()
        .filter(path -> new Path(path).getParent().equals(new Path(name(folder))))
        .map(path -> status(path, files.get(path)))
        .toArray(FileStatus[]::new);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    for (Path folder = path; folder != null; folder = folder.getParent()) {
      files.putIfAbsent(name(folder), FOLDER);
    }
    return true;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    Long length = files.get(name(path));
    if (length == null) {
      throw new FileNotFoundException("no such file in a dry run: " + path);
    }
    return status(name(path), length);
  }

  private FileStatus status(String path, long length) {
    return new FileStatus(
        Math.max(0, length), length == FOLDER, 1, 0, 0, makeQualified(new Path(path)));
  }

  @Override
  public void setWorkingDirectory(Path folder) {
    // paths are absolute
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path(uri.getScheme(), uri.getAuthority(), Path.SEPARATOR);
  }
}
