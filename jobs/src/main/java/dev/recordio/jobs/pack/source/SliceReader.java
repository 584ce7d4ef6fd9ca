// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.stream.Files;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Reads pieces of files, such as members of archives, by offset. The last file stays open. */
public final class SliceReader implements Closeable {
  private final Configuration conf;
  private final Inflater inflater = new Inflater(true);
  private final PayloadBuilder deflated = new PayloadBuilder();
  private final CRC32 crc = new CRC32();

  private String path;
  private FSDataInputStream in;

  public SliceReader(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Appends bytes to {@code payload}.
   *
   * @throws IOException when reading them fails; nothing is allocated for bytes that are not there
   */
  public void read(String file, long offset, long length, PayloadBuilder payload)
      throws IOException {
    open(file);
    try {
      in.seek(offset);
      payload.readFully(in, length);
    } catch (IOException e) {
      forget(e); // the stream's position is unknown
      throw e;
    }
  }

  /** Appends the content of {@code source} to {@code payload}. */
  public void read(Source source, PayloadBuilder payload) throws IOException {
    int start = payload.length();
    if (source.kind == Source.Kind.DEFLATED) {
      inflate(source, payload);
    } else {
      read(source.path, source.offset, source.length, payload);
    }
    check(source, payload, start);
  }

  private void open(String wanted) throws IOException {
    if (wanted.equals(path)) {
      return;
    }
    path = null;
    close(in);
    var file = new Path(wanted);
    in = Files.open(SourceFiles.of(conf, file), file, Files.Reading.PIECES);
    path = wanted;
  }

  private void inflate(Source source, PayloadBuilder payload) throws IOException {
    deflated.begin(0);
    read(source.path, source.offset, source.length, deflated);
    inflater.reset();
    var bytes = new ByteArrayInputStream(deflated.bytes(), 0, deflated.length());
    payload.readFully(new InflaterInputStream(bytes, inflater), source.size);
  }

  /** A zip has CRC-32s of its members. */
  private void check(Source source, PayloadBuilder payload, int start) throws IOException {
    if (source.kind != Source.Kind.STORED && source.kind != Source.Kind.DEFLATED) {
      return;
    }
    crc.reset();
    crc.update(payload.bytes(), start, payload.length() - start);
    if (crc.getValue() != source.tag) {
      throw new SourceErrors.Fault(
          String.format(
              "damaged in the archive: expected CRC-32 %08x, found %08x",
              source.tag, crc.getValue()));
    }
  }

  private void forget(IOException why) {
    path = null;
    try {
      close(in);
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  private void close(Closeable open) throws IOException {
    in = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    close(in);
  }
}
