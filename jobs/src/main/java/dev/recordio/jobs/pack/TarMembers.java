// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads entries of a compressed tar by their number. In order, they stream by; the first step back
 * unpacks the archive's contents onto the local disk, once, and goes on from there.
 */
final class TarMembers implements Closeable {
  private final Configuration conf;
  private final String path;
  private TarArchiveInputStream tar;
  private long next; // the entry that getNextEntry gives

  private Path unpackedFile;
  private RandomAccessFile unpacked;
  private long[] starts = new long[1]; // in the unpacked file; one more than there are entries

  TarMembers(Configuration conf, String path) throws IOException {
    this.conf = conf;
    this.path = path;
    tar = TarScan.open(conf, new org.apache.hadoop.fs.Path(path));
  }

  String path() {
    return path;
  }

  /** Appends the content of {@code source} to {@code payload}. */
  void read(Source source, Payload payload) throws IOException {
    if (source.tag < next && unpacked == null) {
      unpack();
    }
    if (unpacked != null) {
      unpacked.seek(starts[(int) source.tag]);
      payload.readFully(Channels.newInputStream(unpacked.getChannel()), source.length);
      return;
    }
    while (next <= source.tag) {
      if (tar.getNextEntry() == null) {
        throw new EOFException("the archive ends before entry " + source.tag);
      }
      next++;
    }
    payload.readFully(tar, source.length);
  }

  private void unpack() throws IOException {
    tar.close();
    unpackedFile = Files.createTempFile("recordio-pack-", ".unpacked");
    unpacked = new RandomAccessFile(unpackedFile.toFile(), "rw");
    int entries = 0;
    try (TarArchiveInputStream all = TarScan.open(conf, new org.apache.hadoop.fs.Path(path));
        var out = Channels.newOutputStream(unpacked.getChannel())) {
      long end = 0;
      while (all.getNextEntry() != null) {
        end += all.transferTo(out);
        if (++entries == starts.length) {
          starts = Arrays.copyOf(starts, entries * 2);
        }
        starts[entries] = end;
      }
    }
    unpacked = new RandomAccessFile(unpackedFile.toFile(), "r");
  }

  @Override
  public void close() throws IOException {
    tar.close();
    if (unpacked != null) {
      unpacked.close();
      Files.delete(unpackedFile);
    }
  }
}
