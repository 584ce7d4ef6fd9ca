// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/**
 * Reads entries of one compressed tar in stream order. Reads nothing after damage: what looks like
 * an entry there could be a different one.
 */
final class TarStream implements Closeable {
  private final String path;
  private final Tar tar;
  private long next; // the entry that getNextEntry returns
  private IOException damage;

  TarStream(Configuration conf, Source source, Progressable progress) throws IOException {
    path = source.path;
    tar = new Tar(conf, new Path(path), source.fileLength, progress);
  }

  String path() {
    return path;
  }

  /** Whether entry {@code ordinal} is still ahead. */
  boolean isAhead(long ordinal) {
    return ordinal >= next;
  }

  /** Appends the content of {@code source}, an entry that is ahead, to {@code payload}. */
  void read(Source source, PayloadBuilder payload) throws IOException {
    if (damage != null) {
      throw new SourceFault("after damage in the archive: " + SourceErrors.reason(damage), damage);
    }
    try {
      TarArchiveEntry entry = moveTo(source.tag);
      if (!tar.name().is(source.name) || entry.getSize() != source.length) {
        throw new SourceFault("the archive has changed since it was listed");
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

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
