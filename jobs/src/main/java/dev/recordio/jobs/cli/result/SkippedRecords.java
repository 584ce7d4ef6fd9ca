// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli.result;

import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.task.RecordIOCounter;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;

/**
 * What a command skipped of its whole input, all splits together.
 *
 * @param sound the records that were read
 * @param damaged the damaged ranges; each counts as one record
 * @param soundBytes the bytes of the sound records, headers and padding included
 * @param damagedBytes the bytes of the damage
 */
public record SkippedRecords(long sound, long damaged, long soundBytes, long damagedBytes) {
  /** Returns what the tasks of a job counted. */
  public static SkippedRecords of(Counters counters) {
    return new SkippedRecords(
        counters.findCounter(RecordIOCounter.RECORDS_READ).getValue(),
        counters.findCounter(RecordIOCounter.DAMAGED_RECORDS).getValue(),
        counters.findCounter(RecordIOCounter.SOUND_BYTES).getValue(),
        counters.findCounter(RecordIOCounter.DAMAGED_BYTES).getValue());
  }

  /** Returns what was counted without a job. */
  public static SkippedRecords of(DamageTracker damage) {
    return new SkippedRecords(
        damage.soundRecords(), damage.damagedRecords(), damage.soundBytes(), damage.damagedBytes());
  }

  /**
   * Applies to the whole input the thresholds that readers apply to their splits: each split may
   * have had too few damaged records to count.
   *
   * @throws BadInputException when more is damaged than the thresholds accept
   */
  public void check(Configuration conf) throws BadInputException {
    DamageSettings settings = DamageSettings.of(conf);
    if (settings.isTooMuch(sound, damaged, soundBytes, damagedBytes)) {
      throw new BadInputException(
          "too many damaged records: expected "
              + settings.limit()
              + " of the input's records and of its bytes, found "
              + damaged
              + " of "
              + (sound + damaged)
              + " records, "
              + damagedBytes
              + " of "
              + (soundBytes + damagedBytes)
              + " bytes",
          null);
    }
  }

  /** Returns the line for users. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "skipped %,d damaged record%s of %,d, %,d bytes of %,d",
        damaged,
        damaged == 1 ? "" : "s",
        sound + damaged,
        damagedBytes,
        soundBytes + damagedBytes);
  }
}
