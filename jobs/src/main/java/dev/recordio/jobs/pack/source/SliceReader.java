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

/** Reads members of uncompressed tars and of zips by offset. The last archive stays open. */
final class SliceReader implements Closeable {
  private final Configuration conf;
  private final Inflater inflater = new Inflater(true);
  private final PayloadBuilder deflated = new PayloadBuilder();
  private final CRC32 crc = new CRC32();

  private String path;
  private FSDataInputStream in;

  SliceReader(Configuration conf) {
    this.conf = conf;
  }

  /** Appends the content of {@code source} to {@code payload}. */
  void read(Source source, PayloadBuilder payload) throws IOException {
    open(source.path);
    int start = payload.length();
    try {
      in.seek(source.offset);
      if (source.kind == Source.Kind.DEFLATED) {
        inflate(source, payload);
      } else {
        payload.readFully(in, source.length);
      }
    } catch (IOException e) {
      forget(e); // the stream's position is unknown
      throw e;
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
    deflated.readFully(in, source.length);
    inflater.reset();
    var bytes = new ByteArrayInputStream(deflated.bytes(), 0, deflated.length());
    payload.readFully(new InflaterInputStream(bytes, inflater), source.size);
  }

  /** A zip has checksums of its members; a tar has none. */
  private void check(Source source, PayloadBuilder payload, int start) throws IOException {
    if (source.kind == Source.Kind.SLICE) {
      return;
    }
    crc.reset();
    crc.update(payload.bytes(), start, payload.length() - start);
    if (crc.getValue() != source.tag) {
      throw new IOException(
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
