// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import dev.recordio.conf.Notes;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.census.Census;
import dev.recordio.jobs.records.census.KeySpan;
import dev.recordio.jobs.records.census.NumberedSplit;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Whether the shards get the keys from the indexes of the input, and what to report about these
 * keys.
 *
 * <p>The keys 0, 1, 2, ... of one file are kept; if all indexes of several files have them, they do
 * not identify records, and each shard is numbered in the same way.
 */
public final class SourceKeys {
  private static final String KEPT = "recordio.arrange.keeps-keys";
  private static final int MAX_MISFITS_SHOWN = 3;

  private final Census census;
  private final boolean kept;
  private final long filesWithout;

  /** Evaluates the keys that the census found, and passes to the writing tasks whether to keep. */
  SourceKeys(Census census, Configuration writer) {
    this.census = census;
    int file = -1;
    long files = 0;
    long indexed = 0;
    boolean numbers = true;
    long before = 0; // records of the file in the splits before
    for (NumberedSplit split : census.splits()) {
      KeySpan keys = census.keys(split);
      if (split.file() != file) {
        file = split.file();
        before = 0;
        files++;
        indexed += keys == null ? 0 : 1;
      }
      if (keys != null) {
        numbers &= keys.countsFrom(before);
        before += keys.count();
      }
    }
    kept = areWanted(writer) && indexed > 0 && (files == 1 || !numbers);
    filesWithout = files - indexed;
    writer.setBoolean(KEPT, kept);
  }

  /** Whether the settings ask for the keys of the input's indexes. */
  static boolean areWanted(Configuration conf) {
    boolean keep = ArrangeConf.KEYS.getChoice(conf).equals("keep");
    return keep
        && conf.get(RecordIOConf.OUTPUT_INDEX_KEYS.key()) == null
        && RecordIOConf.OUTPUT_INDEX.getBoolean(conf);
  }

  /** Whether a writing task keeps keys. */
  public static boolean areKept(Configuration writer) {
    return writer.getBoolean(KEPT, false);
  }

  /** Whether keys are kept. */
  public boolean areKept() {
    return kept;
  }

  /**
   * Says what the user should know of the keys.
   *
   * @param repeated how many records have a key that an earlier one has; -1: not known
   */
  void say(long repeated) {
    List<String> misfits = census.misfits();
    misfits.stream()
        .limit(MAX_MISFITS_SHOWN)
        .forEach(misfit -> Notes.say(misfit + "; its keys are not kept"));
    if (misfits.size() > MAX_MISFITS_SHOWN) {
      say("%,d indexes do not fit", misfits.size());
    }
    if (kept && filesWithout > 0) {
      say(
          filesWithout == 1
              ? "%,d file has no .idx that fits; the keys of its records are their numbers in the"
                  + " input"
              : "%,d files have no .idx that fits; the keys of their records are their numbers in"
                  + " the input",
          filesWithout);
    }
    if (repeated > 0) {
      say("%,d records have the key of an earlier record; all are kept", repeated);
    }
    if (repeated < 0) {
      Notes.say("there are too many records to check whether keys repeat");
    }
  }

  private static void say(String note, long number) {
    Notes.say(String.format(Locale.ROOT, note, number));
  }

  /**
   * Whether the smallest and largest keys of the splits prove that no two records get the same kept
   * key.
   */
  boolean areUnique() {
    if (!kept) {
      return true;
    }
    List<KeySpan> spans =
        spans().sorted(Comparator.comparing(KeySpan::least, Long::compareUnsigned)).toList();
    boolean unique = spans.stream().allMatch(KeySpan::ascends);
    for (int i = 1; i < spans.size(); i++) {
      unique &= Long.compareUnsigned(spans.get(i - 1).most(), spans.get(i).least()) < 0;
    }
    return unique;
  }

  private Stream<KeySpan> spans() {
    return census.splits().stream().filter(split -> split.records() > 0).map(this::span);
  }

  private KeySpan span(NumberedSplit split) {
    KeySpan keys = census.keys(split);
    if (keys == null) { // numbers
      keys = new KeySpan();
      keys.add(split.first());
      keys.add(split.first() + split.records() - 1);
    }
    return keys;
  }

  /**
   * Prepares to count the records with a repeated key.
   *
   * @return null if there are too many for the memory of this process
   */
  RepeatCount newCount() {
    long least = spans().map(KeySpan::least).min(Long::compareUnsigned).orElse(0L);
    long most = spans().map(KeySpan::most).max(Long::compareUnsigned).orElse(0L);
    long memory = Runtime.getRuntime().maxMemory() / 4;
    return RepeatCount.of(census.records(), least, most, memory);
  }

  /**
   * Counts the census records that have a kept key of an earlier one; -1 if there are too many to
   * count.
   */
  public long countRepeated() throws IOException {
    if (areUnique()) {
      return 0;
    }
    RepeatCount count = newCount();
    if (count == null) {
      return -1;
    }
    census.forEach((number, split, offset, length, value, key) -> count.add(key));
    return count.repeated();
  }
}
