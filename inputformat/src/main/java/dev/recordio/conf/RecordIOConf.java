// SPDX-License-Identifier: Apache-2.0
package dev.recordio.conf;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.bytesOrAuto;
import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.fraction;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** The keys of how files are read and written: records, gathers, damage, indexes. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum RecordIOConf implements ConfKey {
  INPUT_BUFFER_SIZE(
      "recordio.input.buffer-size",
      "1m",
      bytes(16, 1 << 30),
      "Bytes that one read of an input file asks for; each reader has a buffer of this size."),
  INPUT_SKIP_ABOVE(
      "recordio.input.skip-above",
      "64k",
      bytes(0),
      "Where only headers are read: payloads of at least this size are skipped by a seek,"
          + " shorter ones are read along."),
  INPUT_SCAN_PAYLOADS(
      "recordio.input.scan-payloads",
      "false",
      flag(),
      "Whether a payload with an aligned magic word is damage. This finds a wrong length"
          + " that ends where a later record begins, but refuses files whose writer does not"
          + " escape the magic word. Payloads are then read even where headers would do."),
  INPUT_DIALECT(
      "recordio.input.dialect",
      "auto",
      oneOf("auto", "plain", "insightface"),
      "Which files are InsightFace sets; commands take only the images of such sets: auto"
          + " (files whose .idx has the key 0 and the record that belongs to it), plain (none),"
          + " insightface (all; the keys are the ids of the headers)."),
  INPUT_PARTS(
      "recordio.input.parts",
      "0",
      whole(0, 1_000_000),
      "Cut the input into exactly this many splits, the parts of dmlc-core's InputSplit;"
          + " split sizes are then ignored. 0: by split sizes."),
  INPUT_PARTS_RULE(
      "recordio.input.parts.rule",
      "dmlc",
      oneOf("dmlc", "equal"),
      "How IndexedRecordIOInputFormat divides n records into parts: dmlc (ceil(n / parts)"
          + " each; the last parts may be short or empty), equal (sizes differ by at most one)."),
  INPUT_ROWS(
      "recordio.input.rows",
      "",
      text("a range A-B of numbers, such as 0-9, A not above B", RecordNumberRange::parse),
      "The indexed input formats read only records A to B, both included, counted from 0"
          + " over the whole input."),
  INPUT_KEYS(
      "recordio.input.keys",
      "",
      text("numbers from 0 to 2^64 - 1 with commas between", UnsignedKeys::parse),
      "The indexed input formats read only the records with these keys in their indexes."),
  INPUT_KEY_COLUMN(
      "recordio.input.key-column",
      "false",
      flag(),
      "Whether rows of Spark's source recordio have a column key, from the .ridx or .idx of"
          + " the file. A file without an index that fits is then an error."),
  INPUT_SHUFFLE(
      "recordio.input.shuffle",
      "false",
      flag(),
      "Whether records are read in the shuffled order of an epoch: by cat over the whole"
          + " input, by the indexed input formats within each split."),
  INPUT_SEED("recordio.input.seed", "0", whole(Long.MIN_VALUE), "The seed of the shuffled order."),
  INPUT_EPOCH(
      "recordio.input.epoch",
      "0",
      whole(Long.MIN_VALUE),
      "The epoch of the shuffled order: each has another one."),
  INPUT_SHUFFLE_BLOCK(
      "recordio.input.shuffle.block",
      "64",
      whole(1, Integer.MAX_VALUE),
      "Consecutive records that the shuffled order moves together, before it mixes records"
          + " within windows."),
  INPUT_SHUFFLE_WINDOW(
      "recordio.input.shuffle.window",
      "16384",
      whole(1, Integer.MAX_VALUE),
      "Records of a window, within which the shuffled order mixes the records of different"
          + " blocks."),
  INPUT_COMBINE_MAX_SIZE(
      "recordio.input.combine.max-size",
      "128m",
      bytes(1),
      "The most bytes of a split of CombineRecordIOInputFormat, unless"
          + " mapreduce.input.fileinputformat.split.maxsize is set."),
  CORRUPT_POLICY(
      "recordio.input.corrupt-record.policy",
      "fail",
      oneOf("fail", "skip", "quarantine"),
      "What to do with damaged records: fail (an error with file and offset), skip (go on"
          + " at the next record start and count), quarantine (skip, and write file, range and"
          + " reason to a side file)."),
  CORRUPT_MAX_FRACTION(
      "recordio.input.corrupt-record.max-fraction",
      "0.5",
      fraction(0, 1),
      "With skip and quarantine: a split fails if more than this fraction of its records or"
          + " bytes, and at least min-count records, are damaged. 1 accepts everything."),
  CORRUPT_MIN_COUNT(
      "recordio.input.corrupt-record.min-count",
      "1",
      whole(0),
      "With skip and quarantine: fewer damaged records are never too many, for a split or"
          + " for the whole input of a command. A stretch of damage counts as one record."),
  CORRUPT_QUARANTINE_DIR(
      "recordio.input.corrupt-record.quarantine-dir",
      "",
      text(),
      "Where quarantine writes its side files. Default: _quarantine in the job's output"
          + " folder."),
  GATHER_MAX_GAP(
      "recordio.gather.max-gap",
      "auto",
      bytesOrAuto(0, 1 << 30),
      "Reading records by number: a gap between two wanted records is read along up to this"
          + " size. auto: 4k for local files, the file system's own value for vectored reads"
          + " (S3A: fs.s3a.vectored.read.min.seek.size), else 64k."),
  GATHER_MAX_READ(
      "recordio.gather.max-read",
      "auto",
      bytesOrAuto(1, 1 << 30),
      "Reading records by number: the most bytes of one read of several records. auto: the"
          + " file system's own value for vectored reads (local files: 1m, S3A:"
          + " fs.s3a.vectored.read.max.merged.size), else 4m."),
  GATHER_BATCH_SIZE(
      "recordio.gather.batch-size",
      "32m",
      bytes(1, 1 << 30),
      "Reading records by number: the most bytes of records held in memory, unless one"
          + " record has more; at most 4m for local files."),
  GATHER_THREADS(
      "recordio.gather.threads",
      "8",
      whole(1, 1024),
      "Reading records by number: the most reads at a time. Local files have one, unless"
          + " reads wait for a disk."),
  SPLIT_VERIFY_RECORDS(
      "recordio.split.verify-records",
      "0",
      whole(0, Integer.MAX_VALUE),
      "How many records a reader checks, by their headers, before it trusts a record start"
          + " that it searched for. 0 is right for writers that escape the magic word; set 10 for"
          + " others, such as SageMaker."),
  PAYLOAD(
      "recordio.payload",
      "binary",
      oneOf("binary", "image", "text"),
      "The columns of a payload, as a table property in Hive or an option in Spark: binary"
          + " (offset or key, and bytes), image (header fields, labels, image), text (one column"
          + " of text; Hive only)."),
  OUTPUT_INDEX(
      "recordio.output.index",
      "true",
      flag(),
      "Whether RecordIOOutputFormat writes an .idx file beside each .rec file."),
  OUTPUT_INDEX_KEYS(
      "recordio.output.index.keys",
      "ordinal",
      oneOf("ordinal", "global", "key"),
      "The keys of the .idx file: ordinal (0, 1, 2, ... in each file, as rec2idx), global"
          + " (partition * 2^40 + ordinal, unique in a job), key (the record's key, a"
          + " LongWritable or IntWritable)."),
  OUTPUT_INDEX_BINARY(
      "recordio.output.index.binary",
      "true",
      flag(),
      "Whether a binary index, .ridx, with lengths and checksums is written beside each"
          + " .idx file."),
  OUTPUT_BUFFER_SIZE(
      "recordio.output.buffer-size",
      "256k",
      bytes(16, 1 << 30),
      "Bytes of records gathered before they are written."),
  LINE_MAX_SIZE(
      "libsvm.line.max-size",
      "512m",
      bytes(1, 1023 << 20),
      "The most bytes of a line of text; a longer one is an error. Lines up to"
          + " recordio.input.buffer-size are always read.");

  private final Definition definition;

  RecordIOConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @InterfaceAudience.Private
  @Override
  public Definition definition() {
    return definition;
  }

  /** Whether another value may change the records of a range of a file. */
  @InterfaceAudience.Private
  public boolean changesRecords() {
    return this == CORRUPT_POLICY || this == SPLIT_VERIFY_RECORDS || this == INPUT_SCAN_PAYLOADS;
  }

  /** Returns the key, as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
