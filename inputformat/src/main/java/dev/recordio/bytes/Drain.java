// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bytes;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Takes finished bytes, in order. */
@FunctionalInterface
@InterfaceAudience.Public
@InterfaceStability.Evolving
public interface Drain {
  /** Takes {@code bytes[offset .. offset + length)}, which it must not keep. */
  void drain(byte[] bytes, int offset, int length) throws IOException;
}
