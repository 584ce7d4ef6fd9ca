// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.jobs.run.TaskFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * Reads entries of compressed tars by their number. In order, they are streamed; the first step
 * back, or return to an earlier archive, unpacks that archive to the local disk, once: one file for
 * all archives, eight bytes of memory per entry.
 */
final class TarMembers implements Closeable {
  private final Configuration conf;
  private final Progressable progress;
  private final Set<String> streamed = new HashSet<>();
  private final Map<String, Contents> unpacked = new HashMap<>();
  private final byte[] buffer = new byte[1 << 16];
  private Stream stream;
  private TaskFile content; // of all archives that are unpacked

  TarMembers(Configuration conf, Progressable progress) {
    this.conf = conf;
    this.progress = progress;
  }

  /** Appends the content of {@code source} to {@code payload}. */
  void read(Source source, PayloadBuilder payload) throws IOException {
    if (streams(source)) {
      stream.read(source, payload);
    } else {
      readUnpacked(source, payload);
    }
  }

  /** Begins an archive anew, since reading it has failed. */
  void restart(String path) throws IOException {
    Contents archive = unpacked.get(path);
    if (archive != null && archive.damage != null) {
      unpacked.remove(path);
    }
    if (stream != null && stream.path.equals(path)) {
      streamed.remove(path);
      endStream();
    }
  }

  private void endStream() throws IOException {
    Stream ended = stream;
    stream = null;
    if (ended != null) {
      ended.tar.close();
    }
  }

  private boolean streams(Source source) throws IOException {
    if (stream != null && stream.path.equals(source.path)) {
      return source.tag >= stream.next;
    }
    if (!streamed.add(source.path)) {
      return false;
    }
    endStream();
    stream = new Stream(source);
    return true;
  }

  private Tar open(Source source) throws IOException {
    return new Tar(conf, new Path(source.path), source.fileLength, progress);
  }

  /**
   * An archive that is read in its order. Reads nothing after damage: what looks like an entry
   * there could be a different one.
   */
  private final class Stream {
    private final String path;
    private final Tar tar;
    private long next; // the entry that comes next
    private IOException damage;

    Stream(Source source) throws IOException {
      path = source.path;
      tar = open(source);
    }

    /** Appends the content of {@code source}, an entry that is ahead, to {@code payload}. */
    void read(Source source, PayloadBuilder payload) throws IOException {
      if (damage != null) {
        throw new SourceErrors.Fault(
            "after damage in the archive: " + SourceErrors.reason(damage), damage);
      }
      try {
        TarArchiveEntry entry = moveTo(source.tag);
        if (!tar.name().is(source.name) || entry.getSize() != source.length) {
          throw changed();
        }
        payload.readFully(tar.content(), source.length);
      } catch (IOException e) {
        damage = e;
        throw e;
      }
    }

    private TarArchiveEntry moveTo(long ordinal) throws IOException {
      TarArchiveEntry entry = null;
      while (next <= ordinal) {
        entry = tar.next();
        if (entry == null) {
          throw new EOFException("the archive ends before entry " + ordinal);
        }
        next++;
      }
      return entry;
    }
  }

  private static IOException changed() {
    return new SourceErrors.Fault("the archive has changed since it was listed");
  }

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

  private void readUnpacked(Source source, PayloadBuilder payload) throws IOException {
    Contents archive = unpacked.get(source.path);
    if (archive == null) {
      archive = unpack(source);
      unpacked.put(source.path, archive);
    }
    int entry = Math.toIntExact(source.tag);
    if (entry >= archive.entries) {
      String why =
          archive.damage == null ? "the archive ends" : SourceErrors.reason(archive.damage);
      throw new IOException(why + " before the end of entry " + entry, archive.damage);
    }
    if (archive.starts[entry + 1] - archive.starts[entry] != source.length) {
      throw changed();
    }
    try {
      payload.readFully(content.stream(archive.starts[entry]), source.length);
    } catch (IOException e) {
      throw localDisk(e);
    }
  }

  private Contents unpack(Source source) throws IOException {
    try {
      content = content == null ? TaskFile.create(conf) : content;
    } catch (IOException e) {
      throw localDisk(e);
    }
    var archive = new Contents(content.length());
    try (Tar tar = open(source)) {
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

  private void append(int count) {
    try {
      content.append(buffer, 0, count);
    } catch (IOException e) {
      throw localDisk(e);
    }
  }

  /** Not an IOException: it would be taken for an error of the archive. */
  private static UncheckedIOException localDisk(IOException e) {
    return new UncheckedIOException(
        "can't unpack archives onto the local disk: " + e.getMessage(), e);
  }

  @Override
  public void close() throws IOException {
    try (Closeable disk = content) {
      endStream();
    }
  }
}
