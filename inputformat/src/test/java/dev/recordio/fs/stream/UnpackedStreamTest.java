// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.BytesStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.junit.jupiter.api.Test;

/**
 * Which is at fault when compressed bytes can't be read further: their writer, or the file system.
 */
class UnpackedStreamTest {
  private final GzipCodec codec = new GzipCodec();

  /** A file that can't be read. */
  private static final class Unreadable extends FSInputStream {
    private final IOException failure;

    Unreadable(IOException failure) {
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      throw failure;
    }

    @Override
    public void seek(long to) {}

    @Override
    public long getPos() {
      return 0;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }
  }

  private UnpackedStream open(FSDataInputStream in, long length) throws IOException {
    codec.setConf(new Configuration(false));
    return UnpackedStream.open(
        new PackedStream(in, "a.gz", length),
        "a.gz",
        codec,
        0,
        true,
        (packed, pool) -> codec.createInputStream(packed, pool.get()));
  }

  @Test
  void whatTheFileSystemThrowsIsPassedOn() throws Exception {
    var failure = new IOException("connection reset");
    try (UnpackedStream in = open(new FSDataInputStream(new Unreadable(failure)), 100)) {
      assertSame(failure, assertThrows(IOException.class, in::readAllBytes));
    }
  }

  @Test
  void whatTheCodecThrowsIsDamage() throws Exception {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(new byte[5000]);
    }
    byte[] half = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);
    try (UnpackedStream in = open(BytesStream.open(half), half.length)) {
      var e = assertThrows(MalformedRecordException.class, in::readAllBytes);
      assertEquals("a.gz", e.path());
      assertEquals("data that GzipCodec can unpack", e.expected());
    }
  }

  @Test
  void aCodecWithoutItsLibraryIsNamedWithTheFile() throws Exception {
    var lacking =
        new InputStream() {
          @Override
          public int read() {
            throw new NoClassDefFoundError("org/xerial/snappy/Snappy");
          }
        };
    try (UnpackedStream in =
        UnpackedStream.open(
            new PackedStream(BytesStream.open(new byte[9]), "a.snappy", 9),
            "a.snappy",
            new SnappyCodec(),
            0,
            true,
            (packed, pool) -> lacking)) {
      var e = assertThrows(IOException.class, () -> in.read(new byte[5], 0, 5));
      assertEquals(
          "can't read a.snappy: SnappyCodec needs org.xerial.snappy.Snappy, whose jar is not on the"
              + " class path; add it, or unpack the file first",
          e.getMessage());
    }
  }

  @Test
  void aCodecWithoutItsNativeLibraryIsNamedWithTheFile() throws Exception {
    var packed = new PackedStream(BytesStream.open(new byte[9]), "a.zst", 9);
    var e =
        assertThrows(
            IOException.class,
            () ->
                UnpackedStream.open(
                    packed,
                    "a.zst",
                    new ZStandardCodec(),
                    0,
                    true,
                    (in, pool) -> {
                      throw new RuntimeException("native zStandard library not available");
                    }));
    assertEquals(
        "can't read a.zst: ZStandardCodec does not work here: native zStandard library not"
            + " available; unpack the file first",
        e.getMessage());
  }
}
