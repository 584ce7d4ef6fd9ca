// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;

/** Bytes of a page in one array, which is used again for the next page. */
final class PageBuffer extends ByteArrayOutputStream {
  /** Makes {@code bytes} the content. */
  PageBuffer set(BytesInput bytes) throws IOException {
    reset();
    bytes.writeAllTo(this);
    return this;
  }

  /** Returns the array, which is longer than the content. */
  byte[] array() {
    return buf;
  }

  /** Returns the content; good until the next change. */
  BytesInput bytes() {
    return BytesInput.from(buf, 0, count);
  }
}
