// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import dev.recordio.fuzz.ByteFuzzTest;
import dev.recordio.fuzz.ByteTarget;
import dev.recordio.testing.BytesStream;
import java.io.IOException;
import java.util.List;

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
    var packed = new PackedStream(BytesStream.open(bytes), "f", bytes.length);
    Bzip2Stream stream = Bzip2Stream.open(packed, start, bytes.length);
    while (stream.read(plain, 0, plain.length) >= 0) {
      stream.end(0);
    }
  }
}
