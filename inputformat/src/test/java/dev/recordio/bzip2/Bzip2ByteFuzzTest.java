// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bzip2;

import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.io.compress.bzip2.BZip2Constants;

/** Files of bzip2, whole and from their middle on. */
class Bzip2ByteFuzzTest extends ByteFuzzTest {
  private final byte[] plain = new byte[1 << 16];

  @Override
  protected List<ByteTarget> targets() {
    return List.of(ByteTarget.of("bzip2", 20_000, this::unpack));
  }

  private void unpack(byte[] bytes) throws IOException {
    read(bytes, bytes.length / 2);
    read(bytes, 0);
  }

  private void read(byte[] bytes, long start) throws IOException {
    var reader = new Bzip2Reader(new Source(bytes), BZip2Constants.rNums);
    reader.begin(start, bytes.length);
    while (reader.read(plain, 0, plain.length) >= 0) {
      reader.givenAtEnd();
    }
  }

  /** A file in memory. */
  private static final class Source implements Bzip2Input {
    private final ByteBuffer bytes;

    Source(byte[] bytes) {
      this.bytes = ByteBuffer.wrap(bytes);
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int count = Math.min(length, bytes.remaining());
      bytes.get(into, offset, count);
      return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public void seek(long offset) {
      bytes.position((int) Math.min(offset, bytes.limit()));
    }
  }
}
