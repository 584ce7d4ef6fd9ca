// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.conf.RecordIOConf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Whether the shards get the keys from the indexes of the input, and what to report about these
 * keys.
 *
 * <p>The keys 0, 1, 2, ... of one file are kept; if all indexes of several files have them, they do
 * not identify records, and each shard is numbered in the same way.
 */
public final class SourceKeys {
  private static final String READ = "recordio.arrange.reads-keys";
  private static final String KEPT = "recordio.arrange.keeps-keys";

  private final Census census;
  private final boolean kept;
  private final long filesWithout;

  /** Evaluates the keys that the census found, if they were requested. */
  SourceKeys(Census census, boolean wanted) {
    this.census = census;
    int file = -1;
    long filesBefore = 0;
    long indexed = 0;
    boolean numbers = true;
    long before = 0; // records of the file in the splits before
    for (NumberedSplit split : census.splits()) {
      KeySpan keys = split.isKeyed() ? census.total(split).keys() : null;
      if (split.file() != file) {
        file = split.file();
        before = 0;
        filesBefore++;
        indexed += keys == null ? 0 : 1;
      }
      if (keys != null) {
        numbers &= keys.countsFrom(before);
        before += keys.count();
      }
    }
    filesWithout = filesBefore - indexed;
    kept = wanted && indexed > 0 && (filesBefore == 1 || !numbers);
  }

  /** Whether the settings ask for the keys of the input's indexes. */
  static boolean areWanted(Configuration conf) {
    boolean keep = ArrangeConf.KEYS.getChoice(conf).equals("keep");
    return keep
        && conf.get(RecordIOConf.OUTPUT_INDEX_KEYS.key()) == null
        && RecordIOConf.OUTPUT_INDEX.getBoolean(conf);
  }

  /** Makes the tasks of a census read the keys. */
  static void setRead(Configuration census) {
    census.setBoolean(READ, true);
  }

  /** Whether a census reads the keys. */
  static boolean areRead(Configuration census) {
    return census.getBoolean(READ, false);
  }

  /** Passes to the writing tasks whether keys are kept. */
  void setKept(Configuration writer) {
    writer.setBoolean(KEPT, kept);
  }

  /** Whether a writing task keeps keys. */
  public static boolean areKept(Configuration writer) {
    return writer.getBoolean(KEPT, false);
  }

  /** Whether keys are kept. */
  public boolean areKept() {
    return kept;
  }

  /** Returns why the indexes of files do not fit them. */
  Collection<String> misfits() {
    return census.misfits().values();
  }

  /**
   * Returns how many files have no index that fits, if keys are kept: their records are numbered.
   */
  long filesWithout() {
    return kept ? filesWithout : 0;
  }

  /**
   * Whether the smallest and largest keys of the splits prove that no two records get the same kept
   * key.
   */
  public boolean areUnique() {
    if (!kept) {
      return true;
    }
    var spans = new ArrayList<KeySpan>();
    for (NumberedSplit split : census.splits()) {
      if (split.records() > 0) {
        spans.add(span(split));
      }
    }
    spans.sort(Comparator.comparing(KeySpan::least, Long::compareUnsigned));
    boolean unique = spans.stream().allMatch(KeySpan::ascends);
    for (int i = 1; i < spans.size(); i++) {
      unique &= Long.compareUnsigned(spans.get(i - 1).most(), spans.get(i).least()) < 0;
    }
    return unique;
  }

  private KeySpan span(NumberedSplit split) {
    KeySpan keys = split.isKeyed() ? census.total(split).keys() : null;
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
  public RepeatCount newCount() {
    List<KeySpan> spans =
        census.splits().stream().filter(split -> split.records() > 0).map(this::span).toList();
    long least = spans.stream().map(KeySpan::least).min(Long::compareUnsigned).orElse(0L);
    long most = spans.stream().map(KeySpan::most).max(Long::compareUnsigned).orElse(0L);
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
