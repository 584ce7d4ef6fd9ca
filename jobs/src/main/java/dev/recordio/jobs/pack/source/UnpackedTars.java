// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.jobs.run.TaskFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * The contents of compressed tars on the local disk, for entries that are read in any order: one
 * file for all archives, eight bytes of memory per entry.
 */
final class UnpackedTars implements Closeable {
  private final Configuration conf;
  private final Progressable progress;
  private final Map<String, Contents> archives = new HashMap<>();
  private final byte[] buffer = new byte[1 << 16];
  private TaskFile content;

  /** Where the entries of an archive are, and what ended the unpacking early, if anything. */
  private static final class Contents {
    private long[] starts; // one more than the number of entries
    private int entries;
    private IOException damage;

    Contents(long start) {
      starts = new long[] {start};
    }

    void add(long end) {
      if (++entries == starts.length) {
        starts = Arrays.copyOf(starts, entries * 2);
      }
      starts[entries] = end;
    }
  }

  UnpackedTars(Configuration conf, Progressable progress) {
    this.conf = conf;
    this.progress = progress;
  }

  /**
   * Appends the content of {@code source} to {@code payload}, unpacking its archive if necessary.
   */
  void read(Source source, PayloadBuilder payload) throws IOException {
    Contents archive = archives.get(source.path);
    if (archive == null) {
      archive = unpack(source);
      archives.put(source.path, archive);
    }
    int entry = Math.toIntExact(source.tag);
    if (entry >= archive.entries) {
      String why =
          archive.damage == null ? "the archive ends" : SourceErrors.reason(archive.damage);
      throw new IOException(why + " before the end of entry " + entry, archive.damage);
    }
    if (archive.starts[entry + 1] - archive.starts[entry] != source.length) {
      throw new SourceFault("the archive has changed since it was listed");
    }
    try {
      payload.readFully(content.stream(archive.starts[entry]), source.length);
    } catch (IOException e) {
      throw localDisk(e);
    }
  }

  /** Forgets the contents of an archive that could not be unpacked to its end. */
  void forgetDamaged(String path) {
    Contents archive = archives.get(path);
    if (archive != null && archive.damage != null) {
      archives.remove(path);
    }
  }

  private Contents unpack(Source source) throws IOException {
    openFile();
    var archive = new Contents(content.length());
    try (var tar = new Tar(conf, new Path(source.path), source.fileLength, progress)) {
      while (tar.next() != null) {
        InputStream in = tar.content();
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          append(count);
        }
        archive.add(content.length());
      }
    } catch (IOException e) {
      if (SourceErrors.isInterruption(e)) {
        throw e;
      }
      archive.damage = e; // the entries before it are valid
    }
    return archive;
  }

  private void openFile() {
    try {
      if (content == null) {
        content = TaskFile.create(conf);
      }
    } catch (IOException e) {
      throw localDisk(e);
    }
  }

  private void append(int count) {
    try {
      content.append(buffer, 0, count);
    } catch (IOException e) {
      throw localDisk(e);
    }
  }

  /** Not an IOException: it would be taken for an error of the archive. */
  private UncheckedIOException localDisk(IOException e) {
    return new UncheckedIOException(
        "can't unpack archives onto the local disk: " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    if (content != null) {
      content.close();
    }
  }
}
