// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import dev.recordio.testing.ListedFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A file system that holds {@code many:///F/N.rec}: F folders of N files {@code .rec} each, none of
 * which exists before it is listed; without an extension they are images. Nothing can be read or
 * written. Each listed file has its own objects for the names of three hosts, as from a NameNode;
 * calls are counted.
 */
public final class ManyFiles extends ListedFileSystem {
  private static final int HOSTS = 1000;
  private static final int REPLICAS = 3;
  private static final Map<String, Long> CALLS = new TreeMap<>();

  /** Registers the file system in a configuration. */
  public static void install(Configuration conf) {
    conf.setClass("fs.many.impl", ManyFiles.class, FileSystem.class);
  }

  /** Returns how often each request was made, listed files included. */
  public static Map<String, Long> calls() {
    synchronized (CALLS) {
      return new TreeMap<>(CALLS);
    }
  }

  private static void count(String call) {
    synchronized (CALLS) {
      CALLS.merge(call, 1L, Long::sum);
    }
  }

  @Override
  public String getScheme() {
    return "many";
  }

  @Override
  public URI getUri() {
    return URI.create("many:///");
  }

  @Override
  public FileStatus getFileStatus(Path path) throws FileNotFoundException {
    count("status");
    if (path.getName().endsWith("idx")) {
      throw new FileNotFoundException(path + " is not there");
    }
    return status(path, words(path).length < 5, 1000);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    count("open");
    if (path.getName().endsWith("idx")) {
      throw new FileNotFoundException(path + " is not there");
    }
    return super.open(path, bufferSize);
  }

  private static String[] words(Path path) {
    return path.toUri().getPath().split("/");
  }

  private static FileStatus status(Path path, boolean folder, long length) {
    return new FileStatus(folder ? 0 : length, folder, REPLICAS, 1 << 27, 0, path);
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws FileNotFoundException {
    count("list");
    String[] words = words(path);
    boolean root = words.length == 3;
    String[] files = words[2].split("\\.");
    int count = Integer.parseInt(root ? words[1] : files[0]);
    String name = files.length > 1 ? "part_%08d." + files[1] : "image_%08d.jpg";
    return new RemoteIterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < count;
      }

      @Override
      public FileStatus next() {
        int number = next++;
        var entry = new Path(path, String.format(root ? "class%08d" : name, number));
        return status(entry, root, 1000 + 4 * (number % 7));
      }
    };
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    RemoteIterator<FileStatus> entries = listStatusIterator(path);
    return new RemoteIterator<>() {
      @Override
      public boolean hasNext() throws IOException {
        return entries.hasNext();
      }

      @Override
      public LocatedFileStatus next() throws IOException {
        FileStatus entry = entries.next();
        return new LocatedFileStatus(entry, entry.isFile() ? blocks(entry) : null);
      }
    };
  }

  private static BlockLocation[] blocks(FileStatus file) {
    var hosts = new String[REPLICAS];
    var names = new String[REPLICAS];
    for (int i = 0; i < REPLICAS; i++) {
      int host = Math.floorMod(file.getPath().hashCode() + i * 331, HOSTS);
      hosts[i] = "node-" + host + ".example";
      names[i] = hosts[i] + ":9866";
    }
    return new BlockLocation[] {new BlockLocation(names, hosts, 0, file.getLen())};
  }

  @Override
  public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
    count("blocks");
    return blocks(file);
  }

  @Override
  public FileStatus[] listStatus(Path path) {
    throw new UnsupportedOperationException("all at once: one object a file");
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("many:///");
  }
}
