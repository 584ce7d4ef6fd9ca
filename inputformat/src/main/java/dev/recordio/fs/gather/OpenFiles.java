// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.gather;

import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.LocalMap;
import dev.recordio.fs.stream.RandomFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/** Files kept open for positioned reads: a limited number, those used last. */
final class OpenFiles implements Closeable {
  /** Bytes after which it costs little to see again whether a file is in memory. */
  private static final long REMAP_BYTES = 64 << 20;

  private final Configuration conf;
  private final List<Path> paths;
  private final int most;
  private final boolean verified;
  private final BitSet notLocal = new BitSet(); // files that are not looked at again
  private final Map<Integer, OpenFile> files = new LinkedHashMap<>(64, 0.75f, true);

  /**
   * Creates the object with no file open.
   *
   * @param paths the files, by their numbers
   * @param most how many stay open
   * @param verified whether who reads the bytes checks them
   */
  OpenFiles(Configuration conf, List<Path> paths, int most, boolean verified) {
    this.conf = conf;
    this.paths = paths;
    this.most = most;
    this.verified = verified;
  }

  /** Returns file {@code number}, which is opened when its stream is first requested. */
  OpenFile get(int number) {
    return files.computeIfAbsent(number, n -> new OpenFile(paths.get(n)));
  }

  /**
   * Returns the bytes of file {@code number} if all of it is in memory, else null. Opens a local
   * file for that, but no other: those are opened side by side.
   */
  LocalMap map(int number) throws IOException {
    OpenFile file = files.get(number);
    if (file == null) {
      if (!verified || notLocal.get(number)) {
        return null;
      }
      if (!Files.canMap(conf, paths.get(number))) {
        notLocal.set(number);
        return null;
      }
      file = get(number);
      file.file();
      trim();
    }
    return file.map();
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
    private RandomFile file;
    private StreamReads reads;
    private LocalMap map;
    private long unmapped; // bytes read since it was last tried to map the file

    private OpenFile(Path path) {
      this.path = path;
    }

    Path path() {
      return path;
    }

    synchronized boolean isOpen() {
      return file != null;
    }

    synchronized RandomFile file() throws IOException {
      if (file == null) {
        file = verified ? RandomFile.openUnverified(conf, path) : RandomFile.open(conf, path);
        map = verified ? Files.map(conf, path) : null;
        reads = map == null ? StreamReads.of(file.stream()) : StreamReads.MAPPED;
      }
      return file;
    }

    /** Returns how the stream is read best; null until it is open. */
    synchronized StreamReads reads() {
      return reads;
    }

    /** Returns the file's bytes in memory; null for a file that is not there. */
    synchronized LocalMap map() {
      return map;
    }

    /**
     * Takes note of bytes to be read. After as many as fill some pages of memory again and again, a
     * local file may have come into memory.
     */
    synchronized void note(long bytes) throws IOException {
      unmapped += bytes;
      if (verified && reads == StreamReads.IN_A_ROW && unmapped > REMAP_BYTES) {
        unmapped = 0;
        map = Files.map(conf, path);
        reads = map == null ? reads : StreamReads.MAPPED;
      }
    }

    @Override
    public synchronized void close() throws IOException {
      map = null;
      if (file != null) {
        file.close();
      }
    }
  }
}
