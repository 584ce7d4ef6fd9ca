// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store.input;

import dev.recordio.fs.stream.CloseOnFailure;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.pack.source.SourceFiles;
import dev.recordio.jobs.pack.source.ZipMember;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * The bytes of a member of a zip, from its start; inflated, if need be. Its checksum is checked
 * with its last byte.
 */
final class MemberStream extends InputStream {
  private static final int BUFFER = 1 << 16;

  private final String name;
  private final ZipMember member;
  private final Inflater inflater;
  private final InputStream in;
  private final CRC32 crc = new CRC32();
  private final byte[] one = new byte[1];
  private long done;

  MemberStream(Configuration conf, FileStatus file, ZipMember member) throws IOException {
    Path path = file.getPath();
    this.member = member;
    name = path + "#" + member.name();
    FSDataInputStream opened =
        Files.open(
            SourceFiles.of(conf, path),
            file,
            Files.Reading.SEQUENTIAL,
            member.offset(),
            member.offset() + member.length());
    inflater = member.deflated() ? new Inflater(true) : null;
    in =
        CloseOnFailure.of(
            opened,
            stream -> {
              stream.seek(member.offset());
              return inflater == null
                  ? stream
                  : new InflaterInputStream(new Stored(stream, member.length()), inflater, BUFFER);
            });
  }

  /** The stored bytes, and no others; a zero follows them, as an inflater may ask for one. */
  private static final class Stored extends InputStream {
    private final InputStream in;
    private long left;

    Stored(InputStream in, long left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("only arrays are read");
    }

    @Override
    public int read(byte[] into, int at, int count) throws IOException {
      if (left == 0) {
        return -1;
      }
      int got = in.read(into, at, (int) Math.min(count, left));
      left -= Math.max(got, 0);
      return got;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int at, int count) throws IOException {
    long left = member.size() - done;
    if (left == 0 || count == 0) {
      return left == 0 ? -1 : 0;
    }
    int got;
    try {
      got = in.read(into, at, (int) Math.min(count, left));
    } catch (ZipException | EOFException e) {
      throw damaged("its deflated bytes are invalid after " + done + ": " + e.getMessage(), e);
    }
    if (got < 0) {
      throw damaged("it has " + done + " bytes in place of " + member.size(), null);
    }
    crc.update(into, at, got);
    done += got;
    if (done == member.size() && crc.getValue() != member.crc()) {
      throw damaged(
          String.format("expected CRC-32 %08x, found %08x", member.crc(), crc.getValue()), null);
    }
    return got;
  }

  private BadInputException damaged(String why, Exception cause) {
    return new BadInputException("damaged in the archive: " + name + ": " + why, cause);
  }

  @Override
  public void close() throws IOException {
    if (inflater != null) {
      inflater.end();
    }
    in.close();
  }
}
