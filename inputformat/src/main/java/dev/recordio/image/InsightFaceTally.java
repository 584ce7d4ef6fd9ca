// SPDX-License-Identifier: Apache-2.0
package dev.recordio.image;

import dev.recordio.bytes.MalformedRecordException;

/**
 * Counts the records of an InsightFace set, part by part and in any order, to find out at the end
 * whether they are those that key 0 announces: the images have the keys 1 to N, each once, the
 * identities the keys after them, and the ranges of the identities have every image once.
 *
 * <p>Sets of keys are compared by sums of a 64-bit mix of each key. Of the ranges {@code [a, b)}
 * the mix of a is subtracted and the mix of b added: where each range begins as another one ends,
 * all but the first and last bound cancel out.
 */
public final class InsightFaceTally {
  private long images;
  private long imageKeys; // sum of mixes
  private long identities;
  private long identityKeys; // sum of mixes
  private long ranges; // sum of mixes
  private long zeros; // records with key 0
  private long zeroOffset;
  private float zeroFirst;
  private float zeroSecond;

  /** Adds a record that {@link InsightFaceDialect#isImage} has taken for an image. */
  public void addImage(long key) {
    images++;
    imageKeys += mix(key);
  }

  /**
   * Adds a bookkeeping record.
   *
   * @param start its payload
   * @param key the key in it
   * @param offset where the record is in its file
   */
  public void addBookkeeping(byte[] start, long key, long offset) {
    float first = InsightFaceDialect.label(start, 0);
    float second = InsightFaceDialect.label(start, 1);
    if (key != 0) {
      identities++;
      identityKeys += mix(key);
      ranges += mix((long) second) - mix((long) first);
    } else if (zeros++ == 0) {
      zeroOffset = offset;
      zeroFirst = first;
      zeroSecond = second;
    }
  }

  /**
   * Adds a record of an InsightFace set, after its dialect has checked it.
   *
   * @param start the first 32 bytes of the payload, or all if there are fewer
   * @param length bytes of the whole payload
   * @param offset where the record is in its file
   * @return whether it is an image
   * @throws MalformedRecordException as {@link InsightFaceDialect#isImage} does
   */
  public boolean add(InsightFaceDialect dialect, byte[] start, int length, long offset)
      throws MalformedRecordException {
    boolean isImage = dialect.isImage(start, length, offset);
    long key = ImageRecordHeader.id(start, length, offset);
    if (isImage) {
      addImage(key);
    } else {
      addBookkeeping(start, key, offset);
    }
    return isImage;
  }

  /** Adds what another part of the same file has. */
  public void add(InsightFaceTally part) {
    images += part.images;
    imageKeys += part.imageKeys;
    identities += part.identities;
    identityKeys += part.identityKeys;
    ranges += part.ranges;
    if (zeros == 0) {
      zeroOffset = part.zeroOffset;
      zeroFirst = part.zeroFirst;
      zeroSecond = part.zeroSecond;
    }
    zeros += part.zeros;
  }

  /** Returns the number of images. */
  public long images() {
    return images;
  }

  /** Returns the number of records that are not images. */
  public long bookkeeping() {
    return zeros + identities;
  }

  /**
   * Returns what the record with key 0 says; null when there is none, or it says something else.
   */
  public InsightFaceDialect dialect() {
    return zeros == 0 ? null : InsightFaceDialect.of(zeroFirst, zeroSecond);
  }

  /**
   * Checks, after all records of a file, that they are those that key 0 announces.
   *
   * @return what key 0 says
   * @throws MalformedRecordException when they are not; without the file's name
   */
  public InsightFaceDialect check() throws MalformedRecordException {
    if (zeros != 1) {
      throw InsightFaceDialect.contradicts(
          zeroOffset,
          "one record with key 0, and no image in it",
          zeros == 0 ? "none" : "" + zeros);
    }
    InsightFaceDialect dialect = dialect();
    if (dialect == null) {
      throw InsightFaceDialect.contradicts(
          zeroOffset, "the labels of key 0 to be bounds of keys", zeroFirst + " and " + zeroSecond);
    }
    if (dialect.isExact()) {
      checkImages(dialect);
      checkIdentities(dialect);
    }
    return dialect;
  }

  private void checkImages(InsightFaceDialect dialect) throws MalformedRecordException {
    long expected = dialect.images();
    if (images != expected) {
      throw InsightFaceDialect.contradicts(
          zeroOffset, expected + " images, as key 0 says", images + " images");
    }
    if (imageKeys != sum(1, expected)) {
      throw InsightFaceDialect.contradicts(
          zeroOffset,
          "images with the keys 1 to " + expected + ", each once",
          "other keys, or one more than once");
    }
  }

  private void checkIdentities(InsightFaceDialect dialect) throws MalformedRecordException {
    long before = dialect.images();
    long expected = dialect.hasIdentityRecords() ? dialect.identities() : 0;
    if (identities != expected) {
      throw InsightFaceDialect.contradicts(
          zeroOffset, expected + " records of identities, as key 0 says", identities + " of them");
    }
    if (identityKeys != sum(before + 1, before + expected)) {
      throw InsightFaceDialect.contradicts(
          zeroOffset,
          "identities with the keys " + (before + 1) + " to " + (before + expected),
          "other keys, or one more than once");
    }
    if (expected > 0 && ranges != mix(before + 1) - mix(1)) {
      throw InsightFaceDialect.contradicts(
          zeroOffset,
          "the ranges of the identities to have each of the keys 1 to " + before + " once",
          "ranges that leave keys out, or overlap");
    }
  }

  private static long sum(long first, long last) {
    long sum = 0;
    for (long key = first; key <= last; key++) {
      sum += mix(key);
    }
    return sum;
  }

  /** SplitMix64's finalizer: a permutation of 64 bits, so different keys have different mixes. */
  private static long mix(long key) {
    long z = key + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
