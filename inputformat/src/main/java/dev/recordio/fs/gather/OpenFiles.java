// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/** Files kept open for positioned reads: a limited number, those used last. */
final class OpenFiles implements Closeable {
  private final Configuration conf;
  private final List<Path> paths;
  private final int most;
  private final Map<Integer, OpenFile> files = new LinkedHashMap<>(64, 0.75f, true);

  /**
   * Creates the object with no file open.
   *
   * @param paths the files, by their numbers
   * @param most how many stay open
   */
  OpenFiles(Configuration conf, List<Path> paths, int most) {
    this.conf = conf;
    this.paths = paths;
    this.most = most;
  }

  /** Returns file {@code number}, which is opened when its stream is first requested. */
  OpenFile get(int number) {
    return files.computeIfAbsent(number, n -> new OpenFile(paths.get(n)));
  }

  /** Closes the files used least recently, beyond the number that stays open. */
  void trim() throws IOException {
    Iterator<OpenFile> eldest = files.values().iterator();
    while (files.size() > most) {
      OpenFile file = eldest.next();
      eldest.remove();
      file.close();
    }
  }

  @Override
  public void close() throws IOException {
    var streams = new ArrayList<>(files.values());
    files.clear();
    IOUtils.cleanupWithLogger(null, streams.toArray(new Closeable[0]));
  }

  /** One file. Several threads may read it at once, by position. */
  final class OpenFile implements Closeable {
    private final Path path;
    private FSDataInputStream stream;
    private StreamReads reads;

    private OpenFile(Path path) {
      this.path = path;
    }

    Path path() {
      return path;
    }

    synchronized boolean isOpen() {
      return stream != null;
    }

    synchronized FSDataInputStream stream() throws IOException {
      if (stream == null) {
        stream = Files.open(conf, path, Files.Reading.RANDOM);
        reads = StreamReads.of(stream);
      }
      return stream;
    }

    /** Returns how the stream is read best; null until it is open. */
    synchronized StreamReads reads() {
      return reads;
    }

    @Override
    public synchronized void close() throws IOException {
      if (stream != null) {
        stream.close();
      }
    }
  }
}
