// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a test compares of a record.
 *
 * @param file the last name of its file's path
 * @param offset where its first header begins in the file, in bytes
 * @param length the payload's length in bytes
 * @param sha256 the payload's digest, in hex
 */
public record ReadRecord(String file, long offset, long length, String sha256) {
  /** Creates one of a payload. */
  public static ReadRecord of(String file, long offset, byte[] bytes, int from, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, length);
      return new ReadRecord(file, offset, length, HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
