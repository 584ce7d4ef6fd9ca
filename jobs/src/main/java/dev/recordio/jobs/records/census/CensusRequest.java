// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

/**
 * What a census counts.
 *
 * @param format of the input's records
 * @param note what is noted of each record
 * @param wanted the notes of the records that are counted; null: all are
 * @param indexes where records are known from indexes, without being read
 */
public record CensusRequest(
    RecordFormat format, CensusNote note, WantedValues wanted, IndexedCensus.Use indexes) {
  /** Returns a request for all records of RecordIO files. */
  public static CensusRequest of(CensusNote note) {
    return of(RecordFormat.RECORDS, note);
  }

  /** Returns a request for all records of some files. */
  public static CensusRequest of(RecordFormat format, CensusNote note) {
    return new CensusRequest(format, note, null, IndexedCensus.Use.NONE);
  }
}
