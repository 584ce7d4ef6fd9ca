// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

/**
 * A file with records that are not where its index has them, or with damage and no index.
 *
 * @param inPlace the stretches of the records that are in their places without doubt
 * @param kept the stretches of all records that are kept in their places
 * @param chained the records that headers and magic words show, which the index need not have
 * @param placed how many records are in place
 * @param by what the records are known by
 * @param fits whether the index is the file's as far as that goes
 * @param whole whether it is the file's to the end, so that no records are elsewhere
 * @param perhapsOther whether the index may be another file's, as headers and magic words are sound
 * @param checksums whether the checksums of the index count
 * @param asked whether records with other checksums are not wanted at all
 */
public record Doubt(
    String file,
    Runs inPlace,
    Runs kept,
    Runs chained,
    long placed,
    By by,
    boolean fits,
    boolean whole,
    boolean perhapsOther,
    boolean checksums,
    boolean asked) {
  /** What records are known by. */
  public enum By {
    /** The binary index, or else the text index. */
    INDEX,
    /** The text index, as the binary one is damaged. */
    TEXT,
    /** Headers and magic words alone. */
    HEADERS
  }

  /** Returns the doubt about a file whose index does not count, or that has none. */
  static Doubt withoutIndex(String file, Runs chained, By by, boolean asked) {
    return new Doubt(
        file, new Runs(), new Runs(), chained, 0, by, false, false, true, false, asked);
  }

  /** Returns the same without the index. */
  public Doubt by(By other) {
    return withoutIndex(file, chained, other, asked);
  }
}
