// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Progressable;

/**
 * Reads entries of compressed tars by their number. In order, they are streamed; the first step
 * back, or return to an earlier archive, unpacks that archive to the local disk, once.
 */
final class TarMembers implements Closeable {
  private final Configuration conf;
  private final Progressable progress;
  private final Set<String> streamed = new HashSet<>();
  private final UnpackedTars unpacked;
  private TarStream stream;

  TarMembers(Configuration conf, Progressable progress) {
    this.conf = conf;
    this.progress = progress;
    unpacked = new UnpackedTars(conf, progress);
  }

  /** Appends the content of {@code source} to {@code payload}. */
  void read(Source source, PayloadBuilder payload) throws IOException {
    if (streams(source)) {
      stream.read(source, payload);
    } else {
      unpacked.read(source, payload);
    }
  }

  /** Begins an archive anew, since reading it has failed. */
  void restart(String path) throws IOException {
    unpacked.forgetDamaged(path);
    if (stream != null && stream.path().equals(path)) {
      TarStream failed = stream;
      stream = null;
      streamed.remove(path);
      failed.close();
    }
  }

  private boolean streams(Source source) throws IOException {
    if (stream != null && stream.path().equals(source.path)) {
      return stream.isAhead(source.tag);
    }
    if (!streamed.add(source.path)) {
      return false;
    }
    TarStream left = stream;
    stream = null;
    if (left != null) {
      left.close();
    }
    stream = new TarStream(conf, source, progress);
    return true;
  }

  @Override
  public void close() throws IOException {
    try (unpacked;
        Closeable open = stream) {
      stream = null;
    }
  }
}
