// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import dev.recordio.bytes.LittleEndian;
import dev.recordio.bytes.MalformedRecordException;

/**
 * What the record with key 0 of an InsightFace set says. Such a set has image records with the keys
 * 1 to N, and records for bookkeeping, which have two labels and no image:
 *
 * <pre>
 * key            labels (float32, little-endian)
 * 0              N + 1, N + 1 + M; or, in sets without records of identities, N + 1, M
 * N+1 ... N+M    a, b: the identity has the images with the keys a ... b - 1
 * </pre>
 *
 * <p>Flag 2 does not mark bookkeeping, since images may have two labels as well; that nothing
 * follows the labels does, in a file that is known to be such a set: an image of no bytes looks the
 * same. Bounds of 2^24 and more may have been rounded to a float32, so nothing is concluded from
 * them. The rules are insightface's (face2rec2.py, dataset_merge.py, image_iter.py, arcface_torch's
 * dataset.py). Bytes in memory.
 *
 * @param images their number, N; meaningless unless {@code isExact}
 * @param identities their number, M; meaningless unless {@code isExact}
 * @param isExact whether the bounds are known, and no float32 has rounded them
 * @param hasIdentityRecords whether each identity has a record with its range of keys
 */
public record InsightFaceDialect(
    long images, long identities, boolean isExact, boolean hasIdentityRecords) {
  /** Bytes of the payload of a bookkeeping record: the fixed fields and two labels. */
  public static final int BOOKKEEPING_BYTES = ImageRecordHeader.FIXED_BYTES + 2 * Float.BYTES;

  /** Whole numbers up to this are exact in a float32, and only those. */
  public static final int MAX_EXACT = 1 << 24;

  /** A set whose record with key 0 has not been read. */
  public static final InsightFaceDialect UNKNOWN = new InsightFaceDialect(-1, -1, false, false);

  private static final String WHAT = "the InsightFace set contradicts itself";
  private static final int FLAG = 2;

  /**
   * Reads the two labels of the record with key 0.
   *
   * @return null when they are invalid as bounds of keys of a set, which has an image at least
   */
  public static InsightFaceDialect of(float first, float second) {
    if (!isWhole(first) || !isWhole(second) || first < 2) {
      return null;
    }
    boolean records = second >= first;
    long identities = (long) second - (records ? (long) first : 0);
    return new InsightFaceDialect(
        (long) first - 1, identities, Math.max(first, second) < MAX_EXACT, records);
  }

  private static boolean isWhole(float label) {
    return label >= 0 && label < Long.MAX_VALUE && label == Math.rint(label);
  }

  /**
   * Reads the record with key 0.
   *
   * @param start the first 32 bytes of the payload, or all if there are fewer
   * @param length bytes of the whole payload
   * @return null when it is a record of some other kind
   */
  public static InsightFaceDialect ofRecord(byte[] start, int length) {
    if (!isBookkeeping(start, length) || ImageRecordHeader.key(start) != 0) {
      return null;
    }
    return of(label(start, 0), label(start, 1));
  }

  /**
   * Whether a record of an InsightFace set is none of its images: it has two labels, and no image.
   *
   * @param start the first 32 bytes of the payload, or all if there are fewer
   * @param length bytes of the whole payload
   */
  public static boolean isBookkeeping(byte[] start, int length) {
    return length == BOOKKEEPING_BYTES && LittleEndian.getInt(start, 0) == FLAG;
  }

  /** Returns a label of a bookkeeping record: 0 or 1. */
  static float label(byte[] bookkeeping, int i) {
    return Float.intBitsToFloat(
        LittleEndian.getInt(bookkeeping, ImageRecordHeader.FIXED_BYTES + i * Float.BYTES));
  }

  /**
   * Checks a record, and whether it is an image.
   *
   * @param start the first 32 bytes of the payload, or all if there are fewer
   * @param length bytes of the whole payload
   * @param offset where the record is in its file; only used in errors
   * @throws MalformedRecordException if its key, or the range of its identity, is out of the bounds
   *     of key 0, or it has no header of an image
   */
  public boolean isImage(byte[] start, int length, long offset) throws MalformedRecordException {
    long key = ImageRecordHeader.id(start, length, offset);
    if (isBookkeeping(start, length)) {
      if (key != 0) {
        checkIdentity(key, label(start, 0), label(start, 1), offset);
      } else if (isExact && !equals(ofRecord(start, length))) {
        throw contradicts(
            offset, "one record with key 0", "another: " + text(label(start, 0), label(start, 1)));
      }
      return false;
    }
    if (isExact && (key <= 0 || key > images)) {
      throw contradicts(
          offset,
          "an image to have a key from 1 to " + images + ", as key 0 says",
          "an image with key " + Long.toUnsignedString(key));
    }
    return true;
  }

  private void checkIdentity(long key, float from, float to, long offset)
      throws MalformedRecordException {
    if (!isExact) {
      return;
    }
    long last = hasIdentityRecords ? images + identities : images;
    if (key <= images || key > last) {
      throw contradicts(
          offset,
          hasIdentityRecords
              ? "a record without an image to have a key from "
                  + (images + 1)
                  + " to "
                  + last
                  + ", as key 0 says"
              : "key 0 to be the only record without an image, as key 0 says",
          "one with key " + Long.toUnsignedString(key));
    }
    if (!isWhole(from) || !isWhole(to) || from < 1 || to < from || to > images + 1) {
      throw contradicts(
          offset,
          "a range of keys from 1 to " + images + " for identity " + key,
          text(from, to) + " (the second is the key after the last one)");
    }
  }

  private static String text(float first, float second) {
    return "labels " + first + " and " + second;
  }

  static MalformedRecordException contradicts(long offset, String expected, String found) {
    return new MalformedRecordException(WHAT, null, offset, -1, expected, found);
  }

  /** Returns how many records are not images; meaningless unless {@code isExact}. */
  public long bookkeeping() {
    return 1 + (hasIdentityRecords ? identities : 0);
  }
}
