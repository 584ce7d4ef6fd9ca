// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.image.ImageContent;
import java.util.List;

/**
 * What all shards of an output share: facts about all of its records.
 *
 * @param records their number
 * @param header whether payloads begin with an image header
 * @param integral whether all have one label, a whole number ({@link
 *     SampleRecord#hasIntegralLabel}); false without headers
 * @param identities whether all are images of InsightFace sets, whose first label is a whole
 *     number: the identity
 * @param minLabel the smallest label or identity where all are integral or have one, else 0
 * @param maxLabel the largest label or identity where all are integral or have one, else 0
 * @param id2 whether the high half of some key is not 0
 * @param oddHeaders whether key and labels alone do not give back some header: one label in a
 *     vector, a label beside a vector
 * @param largeKey whether some key is 2^63 or more
 * @param formats the formats of images that occur
 * @param classNames the names of the labels 0, 1, 2, …; null where they have none
 * @param columns further columns; records of RecordIO files have none
 */
public record SampleFacts(
    long records,
    boolean header,
    boolean integral,
    boolean identities,
    long minLabel,
    long maxLabel,
    boolean id2,
    boolean oddHeaders,
    boolean largeKey,
    List<ImageContent> formats,
    List<String> classNames,
    List<SampleColumn> columns) {
  /** Digits of numbers in names, at least. */
  private static final int MIN_DIGITS = 9;

  /** Returns the facts about payloads that are written whatever they hold. */
  public static SampleFacts ofPayloads(long records) {
    return new SampleFacts(
        records, false, false, false, 0, 0, false, false, false, List.of(), null, List.of());
  }

  /** Returns the same facts with the names of the labels 0, 1, 2, …; null for none. */
  public SampleFacts with(List<String> names) {
    return new SampleFacts(
        records,
        header,
        integral,
        identities,
        minLabel,
        maxLabel,
        id2,
        oddHeaders,
        largeKey,
        formats,
        names,
        columns);
  }

  /** Returns how many digits names have for numbers of records: all the same, and at least nine. */
  public int digits() {
    return Math.max(MIN_DIGITS, Long.toString(Math.max(0, records - 1)).length());
  }

  /** Returns the name of a record by its number: all names have equally many digits. */
  public String name(long ordinal) {
    return TextBytes.padded(ordinal, digits());
  }
}
