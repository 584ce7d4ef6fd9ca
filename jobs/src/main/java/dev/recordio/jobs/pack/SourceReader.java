// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/** Reads the bytes of sources. Archives stay open from one source to the next. */
final class SourceReader implements Closeable {
  private final Configuration conf;
  private final Inflater inflater = new Inflater(true);
  private final Payload deflated = new Payload();

  private Path slicedPath;
  private FSDataInputStream sliced;
  private TarMembers tar;
  private SequenceRecords sequence;

  SourceReader(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Appends the content of {@code source} to {@code payload}.
   *
   * @throws IOException when it can't be read or is not what the plan says
   */
  void read(Source source, Payload payload) throws IOException {
    switch (source.kind) {
      case FILE -> readFile(source, payload);
      case SLICE -> payload.readFully(slice(source), source.length);
      case DEFLATED -> inflate(source, payload);
      case TAR_ENTRY -> {
        if (tar == null || !tar.path().equals(source.path)) {
          close(tar);
          tar = new TarMembers(conf, source.path);
        }
        tar.read(source, payload);
      }
      case SEQUENCE -> {
        if (sequence == null || !sequence.path().equals(source.path)) {
          close(sequence);
          sequence = new SequenceRecords(conf, source.path);
        }
        sequence.read(source, payload);
      }
      case UNREADABLE -> throw new IOException(source.name);
      default -> throw new AssertionError();
    }
  }

  private void readFile(Source source, Payload payload) throws IOException {
    var path = new Path(source.path);
    FileSystem fs = path.getFileSystem(conf);
    try (FSDataInputStream in =
        FutureIO.awaitFuture(
            fs.openFile(path)
                .opt(FS_OPTION_OPENFILE_READ_POLICY, "whole-file, sequential")
                .optLong(FS_OPTION_OPENFILE_LENGTH, source.length)
                .build())) {
      payload.readFully(in, source.length);
      if (in.read() >= 0) {
        throw new IOException("it has grown since it was listed with " + source.length + " bytes");
      }
    }
  }

  private FSDataInputStream slice(Source source) throws IOException {
    var path = new Path(source.path);
    if (!path.equals(slicedPath)) {
      close(sliced);
      slicedPath = null;
      sliced = path.getFileSystem(conf).open(path);
      slicedPath = path;
    }
    sliced.seek(source.offset);
    return sliced;
  }

  private void inflate(Source source, Payload payload) throws IOException {
    deflated.begin(0);
    deflated.readFully(slice(source), source.length);
    inflater.reset();
    int start = payload.length();
    var in = new ByteArrayInputStream(deflated.bytes(), 0, deflated.length());
    payload.readFully(new InflaterInputStream(in, inflater), source.size);
    var crc = new CRC32();
    crc.update(payload.bytes(), start, payload.length() - start);
    if (crc.getValue() != source.tag) {
      throw new IOException(
          String.format(
              "damaged in the archive: expected CRC-32 %08x, found %08x",
              source.tag, crc.getValue()));
    }
  }

  private static void close(Closeable open) throws IOException {
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    try (Closeable a = sliced;
        Closeable b = tar;
        Closeable c = sequence) {
      slicedPath = null;
    }
  }
}
