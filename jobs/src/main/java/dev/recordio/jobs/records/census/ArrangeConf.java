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
      "Number of shards that shuffle, reshard, split (for each subset), sample, select,"
          + " normalize and merge write, with equal numbers of records; 0: by"
          + " recordio.arrange.shard-size."),
  SHARD_SIZE(
      "recordio.arrange.shard-size",
      "512m",
      bytes(1),
      "The most bytes of a shard on average: as few equal shards as possible are written."),
  SEED(
      "recordio.arrange.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of the random order or choice. The same seed and input give the same bytes."),
  KEYS(
      "recordio.arrange.keys",
      "keep",
      oneOf("keep", "new"),
      "The keys of the .idx files written: keep (the input's; new if it has none, or"
          + " several files that all count from 0), new (by recordio.output.index.keys, where key"
          + " is the id of the image header). If recordio.output.index.keys is set: new."),
  LABEL_COLUMN(
      "recordio.arrange.label-column",
      "",
      whole(0, Integer.MAX_VALUE - 1),
      "If records have several labels: the one, from 0, that is the class, for labels,"
          + " split --stratify, select, normalize and merge. InsightFace sets do not need it."),
  SHUFFLE_BUCKET_SIZE(
      "recordio.shuffle.bucket-size",
      "8m",
      bytes(1),
      "Mean bytes of records that a reduce task of shuffle orders at once. Larger if there"
          + " would be more than 65,536 buckets."),
  SHUFFLE_MEMORY(
      "recordio.shuffle.memory",
      "256m",
      bytes(1),
      "Memory of a reduce task of shuffle for a bucket, at most an eighth of the heap; the"
          + " rest goes to the local disk."),
  SHUFFLE_TASK_SIZE(
      "recordio.shuffle.task-size",
      "0",
      bytes(0),
      "The least bytes that a map task of shuffle reads. 0: 64 KiB for each shard, at most"
          + " 4 GiB and a thousandth of the input; without effect below 32 MiB, and if"
          + " mapreduce.input.fileinputformat.split.maxsize is set."),
  SPLIT_FRACTIONS(
      "recordio.split.fractions",
      "",
      text(),
      "The subsets and their fractions of the records, which sum up to 1:"
          + " train=0.8,val=0.1,test=0.1."),
  SPLIT_STRATIFY(
      "recordio.split.stratify",
      "false",
      flag(),
      "Give every subset the same mix of labels: classes of records, or labels of rows."),
  SPLIT_GROUP_BY(
      "recordio.split.group-by",
      "",
      oneOf("key", "qid"),
      "Keep together in one subset: key (records with the same id of the image header), qid"
          + " (rows with the same query id). Sizes are then approximate."),
  SAMPLE_COUNT("recordio.sample.count", "", whole(0), "Copy exactly this many records."),
  SAMPLE_FRACTION(
      "recordio.sample.fraction",
      "",
      fraction(0, 1),
      "Copy this fraction of the records, rounded to a whole number."),
  SELECT_KEYS(
      "recordio.select.keys",
      "",
      text(),
      "Copy the records with these keys: K,K,..., or a file with a key as the first word of"
          + " each line."),
  SELECT_LABEL(
      "recordio.select.label",
      "",
      text(),
      "Copy the records with these labels, as 3,7. If pack made the input, names of classes"
          + " work too."),
  SELECT_LABELS(
      "recordio.select.labels",
      "",
      text(),
      "Copy the records with the labels in a file: each line begins with a label, or is the"
          + " name of a class."),
  SELECT_MIN_PER_LABEL(
      "recordio.select.min-per-label",
      "0",
      whole(0),
      "Copy the records of all labels that have at least this many records; 0 is off."),
  NORMALIZE_TO(
      "recordio.normalize.to",
      "flat",
      oneOf("flat", "insightface"),
      "What to write: flat (records with their labels, as im2rec), insightface (one set"
          + " with train.rec, train.idx and property, as face2rec2)."),
  NORMALIZE_RELABEL(
      "recordio.normalize.relabel",
      "false",
      flag(),
      "Renumber the labels as 0, 1, 2, ... in their order."),
  MERGE_LABEL_OFFSETS(
      "recordio.merge.label-offsets",
      "auto",
      text(),
      "Numbers to add to the labels of each input, as 0,1000; or auto (one more than the"
          + " largest label of the inputs before it)."),
  APPEND_RENUMBER(
      "recordio.append.renumber",
      "false",
      flag(),
      "Give new records the keys that follow the largest one of the set, instead of their"
          + " own."),
  APPEND_PUBLISH(
      "recordio.append.publish",
      "auto",
      oneOf("auto", "conditional", "link", "rename", "refuse"),
      "How append claims the name of its part: as recordio.store.publish.");

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
