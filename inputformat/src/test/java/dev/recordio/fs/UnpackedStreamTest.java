// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.wire.MalformedRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.io.compress.GzipCodec;
import org.junit.jupiter.api.Test;

/** Who is to blame when packed bytes can't be read on: their writer, or the file system. */
class UnpackedStreamTest {
  private final GzipCodec codec = new GzipCodec();

  /** Bytes of memory, behind which the file system fails or the file ends. */
  private static final class Bytes extends FSInputStream {
    private final byte[] bytes;
    private final int end;
    private final IOException failure;
    private int position;

    Bytes(byte[] bytes, int end, IOException failure) {
      this.bytes = bytes;
      this.end = end;
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      if (position < end) {
        return bytes[position++] & 0xFF;
      }
      if (failure != null) {
        throw failure;
      }
      return -1;
    }

    @Override
    public void seek(long to) {
      position = (int) to;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }
  }

  private UnpackedStream open(IOException failure) throws IOException {
    codec.setConf(new Configuration(false));
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      for (int i = 0; i < 5000; i++) {
        out.write(i * i);
      }
    }
    byte[] bytes = packed.toByteArray();
    var in = new FSDataInputStream(new Bytes(bytes, bytes.length - 20, failure));
    return UnpackedStream.open(new PackedStream(in), "a.gz", codec, 0, codec::createInputStream);
  }

  @Test
  void whatTheFileSystemThrowsIsPassedOn() throws Exception {
    var failure = new IOException("connection reset");
    try (UnpackedStream in = open(failure)) {
      assertSame(failure, assertThrows(IOException.class, in::readAllBytes));
    }
  }

  @Test
  void whatTheCodecThrowsIsDamage() throws Exception {
    try (UnpackedStream in = open(null)) {
      var e = assertThrows(MalformedRecordException.class, in::readAllBytes);
      assertEquals("a.gz", e.path());
      assertEquals("data that GzipCodec can unpack", e.expected());
    }
  }
}
