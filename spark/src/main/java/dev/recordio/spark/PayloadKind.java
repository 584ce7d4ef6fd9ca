// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

/** What {@code recordio.payload} says that payloads are. */
enum PayloadKind {
  /** Bytes of which nothing is known. */
  BINARY,
  /** An image record header, labels and an image. */
  IMAGE
}
