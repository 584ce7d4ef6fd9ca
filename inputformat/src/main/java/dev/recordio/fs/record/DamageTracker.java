// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import dev.recordio.bytes.MalformedRecordException;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about the damaged records of a split and counts them.
 *
 * <p>One stretch of damage, from the bad bytes to the next record start, counts as one damaged
 * record: the number of lost records can't be known. So the threshold applies to the bytes, too.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class DamageTracker {
  /** Takes a damaged stretch {@code [begin, end)} of the file that {@code why} names. */
  @FunctionalInterface
  public interface Quarantine {
    /** Writes the stretch down. */
    void add(MalformedRecordException why, long begin, long end) throws IOException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(DamageTracker.class);

  private final DamageSettings settings;
  private final Quarantine quarantine;
  private final boolean isPart;
  private boolean logs = true;

  private long soundRecords;
  private long soundBytes;
  private long damagedRecords;
  private long damagedBytes;
  private long resyncs;
  private long leftOut;
  private MalformedRecordException last;

  private DamageTracker(DamageSettings settings, Quarantine quarantine, boolean isPart) {
    this.settings = settings;
    this.quarantine = quarantine;
    this.isPart = isPart;
  }

  /**
   * Returns a tracker for a part of the input, for another thread. The thresholds apply when {@link
   * #include} has added its counts; the policy "fail" applies at once.
   */
  @InterfaceAudience.Private
  public DamageTracker part() {
    Quarantine one =
        quarantine == null
            ? null
            : (why, begin, end) -> {
              synchronized (this) {
                quarantine.add(why, begin, end);
              }
            };
    return new DamageTracker(settings, one, true);
  }

  /**
   * Returns a tracker with the same policy whose counts are not used, for input that is read twice.
   */
  @InterfaceAudience.Private
  public DamageTracker uncounted() {
    return new DamageTracker(
        settings, settings.quarantines() ? (why, begin, end) -> {} : null, true);
  }

  /** Adds the counts of a part. */
  @InterfaceAudience.Private
  public void include(DamageTracker part) {
    soundRecords += part.soundRecords;
    soundBytes += part.soundBytes;
    damagedRecords += part.damagedRecords;
    damagedBytes += part.damagedBytes;
    resyncs += part.resyncs;
    leftOut += part.leftOut;
    last = part.last == null ? last : part.last;
  }

  /** Creates a tracker for which any damage is an error. */
  public static DamageTracker failing() {
    return new DamageTracker(DamageSettings.FAILING, null, false);
  }

  /** Creates a tracker that accepts any damage, and reports it to {@code each} only. */
  @InterfaceAudience.Private
  public static DamageTracker reporting(Quarantine each) {
    var tracker =
        new DamageTracker(new DamageSettings(DamagePolicy.QUARANTINE, 1, 0, null), each, true);
    tracker.logs = false;
    return tracker;
  }

  /**
   * Creates a tracker from the keys {@code recordio.input.corrupt-record.*}.
   *
   * @param quarantine used under the policy "quarantine", where it must not be null
   */
  public static DamageTracker of(Configuration conf, Quarantine quarantine) {
    return of(DamageSettings.of(conf), quarantine);
  }

  /** Creates a tracker from settings. */
  @InterfaceAudience.Private
  public static DamageTracker of(DamageSettings settings, Quarantine quarantine) {
    if (settings.quarantines() && quarantine == null) {
      throw DamageSettings.noQuarantineFolder();
    }
    return new DamageTracker(settings, quarantine, false);
  }

  /**
   * Counts a sound record.
   *
   * @param bytes its length in the file, headers and padding included
   */
  @InterfaceAudience.Private
  public void sound(long bytes) {
    soundRecords++;
    soundBytes += bytes;
  }

  /** Counts sound records that are left out because they are no images. */
  @InterfaceAudience.Private
  public void leaveOut(long records) {
    leftOut += records;
  }

  /** Returns how many sound records were left out. */
  @InterfaceAudience.Private
  public long leftOut() {
    return leftOut;
  }

  /** Throws {@code why} when damage is an error. */
  @InterfaceAudience.Private
  public void check(MalformedRecordException why) throws MalformedRecordException {
    if (settings.failsFast()) {
      throw why;
    }
  }

  /**
   * Counts a damaged stretch. If no damage is accepted, throws at once; else {@link #finish}
   * applies the thresholds, when all sound records are known.
   *
   * @param resynced whether a record start was found after it
   */
  @InterfaceAudience.Private
  public void add(MalformedRecordException why, long begin, long end, boolean resynced)
      throws IOException {
    damagedRecords++;
    resyncs += resynced ? 1 : 0;
    damagedBytes += end - begin;
    last = why;
    if (logs) {
      LOG.warn("{}; skipped up to offset {}", why.getMessage(), end);
    }
    if (settings.quarantines()) {
      quarantine.add(why, begin, end);
    }
    if (settings.maxFraction() == 0) {
      requireLittle();
    }
  }

  /**
   * Applies the thresholds at the end of a split.
   *
   * @throws MalformedRecordException when more of the records, or of the bytes, are damaged than
   *     the thresholds accept
   */
  @InterfaceAudience.Private
  public void finish() throws MalformedRecordException {
    if (!isPart) {
      requireLittle();
    }
  }

  private void requireLittle() throws MalformedRecordException {
    if (!settings.isTooMuch(soundRecords, damagedRecords, soundBytes, damagedBytes)) {
      return;
    }
    throw new MalformedRecordException(
        "too many damaged records, the last one: " + last.what(),
        last.path(),
        last.offset(),
        last.line(),
        settings.limit() + " of the split's records and of its bytes damaged",
        damagedRecords
            + " of "
            + (soundRecords + damagedRecords)
            + " records, "
            + damagedBytes
            + " of "
            + (soundBytes + damagedBytes)
            + " bytes");
  }

  /** Returns the number of sound records. */
  public long soundRecords() {
    return soundRecords;
  }

  /** Returns the bytes of the sound records, headers and padding included. */
  public long soundBytes() {
    return soundBytes;
  }

  /** Returns the number of damaged stretches. */
  public long damagedRecords() {
    return damagedRecords;
  }

  /** Returns the bytes of the damaged stretches. */
  public long damagedBytes() {
    return damagedBytes;
  }

  /** Returns how often reading continued at a record start after damage. */
  public long resyncs() {
    return resyncs;
  }
}
