// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.fraction;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** The keys of shuffle, reshard, split, sample, select, normalize, merge and append. */
public enum ArrangeConf implements ConfKey {
  SHARDS(
      "recordio.arrange.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that shuffle, reshard, split, sample, select, normalize and merge write"
          + " (split: for each subset), with equal numbers of records; 0 means by recordio.arrange.shard-size."),
  SHARD_SIZE(
      "recordio.arrange.shard-size",
      "512m",
      bytes(1),
      "Size that these commands aim at for a shard: there are as many shards as keep the mean at"
          + " or below it."
          + " Takes k, m, g."),
  SEED(
      "recordio.arrange.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of the random order or choice, a 64-bit number. The same seed and input give the"
          + " same bytes."),
  KEYS(
      "recordio.arrange.keys",
      "keep",
      oneOf("keep", "new"),
      "The keys of the .idx files that these commands write: keep (the keys of the input's .idx"
          + " files; as new if there is none, or if several files all count 0, 1, 2, ...), new"
          + " (by recordio.output.index.keys, where key is the id of the image header). If"
          + " recordio.output.index.keys is set, keys are new."),
  LABEL_COLUMN(
      "recordio.arrange.label-column",
      "",
      whole(0, Integer.MAX_VALUE - 1),
      "If records have several labels: the number, from 0, of the label that is the class, for"
          + " labels, split"
          + " --stratify, select, normalize and merge. Not needed for records with one label and"
          + " for InsightFace sets."),
  SHUFFLE_BUCKET_SIZE(
      "recordio.shuffle.bucket-size",
      "8m",
      bytes(1),
      "Mean size of a bucket of shuffle: consecutive records of the output, which a reduce task"
          + " puts into their order at once. Larger if there would be more than"
          + " 65,536 buckets. Takes k, m, g."),
  SHUFFLE_MEMORY(
      "recordio.shuffle.memory",
      "256m",
      bytes(1),
      "What a reduce task of shuffle keeps of a bucket in memory, at most an eighth of the heap;"
          + " the rest goes to a file on the machine's disk. Takes k, m, g."),
  SHUFFLE_TASK_SIZE(
      "recordio.shuffle.task-size",
      "0",
      bytes(0),
      "The least bytes that a map task of shuffle reads, in consecutive splits. 0 means 64 KiB"
          + " for each"
          + " shard, at most 4 GiB and a thousandth of the input, so that reduce tasks do not fetch"
          + " tiny pieces from very many map tasks; no least, if that is below 32 MiB or"
          + " mapreduce.input.fileinputformat.split.maxsize is set. Takes k, m, g."),
  SPLIT_FRACTIONS(
      "recordio.split.fractions",
      "",
      text(),
      "The subsets and the fraction of the records that each gets:"
          + " train=0.8,val=0.1,test=0.1. The fractions sum up to 1."),
  SPLIT_STRATIFY(
      "recordio.split.stratify",
      "false",
      flag(),
      "Give every subset the same mix of labels: classes of records, or labels of rows."),
  SPLIT_GROUP_BY(
      "recordio.split.group-by",
      "",
      oneOf("key", "qid"),
      "Keep together in one subset: records with the same key (id of the image header), or rows"
          + " with the same qid (query id). Sizes are then approximate."),
  SAMPLE_COUNT("recordio.sample.count", "", whole(0), "Copy exactly this many records."),
  SAMPLE_FRACTION(
      "recordio.sample.fraction",
      "",
      fraction(0, 1),
      "Copy this fraction of the records, 0 to 1, rounded to a whole number."),
  SELECT_KEYS(
      "recordio.select.keys",
      "",
      text(),
      "Copy the records with these keys: K,K,..., or a file with a key as the first word of each"
          + " line."),
  SELECT_LABEL(
      "recordio.select.label",
      "",
      text(),
      "Copy the records with these labels, as 3,7. If pack made the input, names of classes work"
          + " too."),
  SELECT_LABELS(
      "recordio.select.labels",
      "",
      text(),
      "Copy the records with the labels in a file: each line begins with a label, or is the name"
          + " of a class."),
  SELECT_MIN_PER_LABEL(
      "recordio.select.min-per-label",
      "0",
      whole(0),
      "Copy the records of all labels that have at least this many records; 0 is off."),
  NORMALIZE_TO(
      "recordio.normalize.to",
      "flat",
      oneOf("flat", "insightface"),
      "What to write: flat (records as im2rec packs them, with their labels), insightface"
          + " (one set with train.rec, train.idx and property, as face2rec2 writes it)."),
  NORMALIZE_RELABEL(
      "recordio.normalize.relabel",
      "false",
      flag(),
      "Renumber the labels as 0, 1, 2, ... in their order."),
  MERGE_LABEL_OFFSETS(
      "recordio.merge.label-offsets",
      "auto",
      text(),
      "Numbers to add to the labels of each input, as 0,1000; or auto (one more than the largest"
          + " label of the inputs before it)."),
  APPEND_RENUMBER(
      "recordio.append.renumber",
      "false",
      flag(),
      "Give new records the keys that follow the largest one of the set, instead of the"
          + " keys of their own indexes."),
  APPEND_PUBLISH(
      "recordio.append.publish",
      "auto",
      oneOf("auto", "conditional", "link", "rename", "refuse"),
      "How append claims the name of its part, so that only one of several appends gets it: as"
          + " recordio.store.publish.");

  private final Definition definition;

  ArrangeConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  /** Returns in how many ways settings say which records select takes; it needs one. */
  public static long waysToSelect(Configuration conf) {
    return Stream.of(SELECT_KEYS, SELECT_LABEL, SELECT_LABELS)
            .filter(key -> !key.get(conf).isEmpty())
            .count()
        + (SELECT_MIN_PER_LABEL.getLong(conf) > 0 ? 1 : 0);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  @Override
  public String toString() {
    return key();
  }
}
