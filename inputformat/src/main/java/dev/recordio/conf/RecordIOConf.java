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
      "Bytes of one read of an input file. Reads begin at multiples of it, but payloads of a"
          + " sixteenth of it or more are read one by one, directly into their values."
          + " Takes k, m, g."),
  INPUT_SKIP_ABOVE(
      "recordio.input.skip-above",
      "64k",
      bytes(0),
      "When only the headers of records are needed: payloads of at least this size are skipped"
          + " with a seek, shorter ones are read. Takes k, m, g."),
  INPUT_SCAN_PAYLOADS(
      "recordio.input.scan-payloads",
      "false",
      flag(),
      "Whether readers look for an aligned magic word in every payload, and treat a record that"
          + " holds one as damaged. This finds a wrong length that ends where a later record "
          + "begins. Files whose writer does not escape the magic word fail. Readers of"
          + " headers then read payloads, too."),
  INPUT_DIALECT(
      "recordio.input.dialect",
      "auto",
      oneOf("auto", "plain", "insightface"),
      "Whether files of records are InsightFace sets, from which commands take only the images:"
          + " auto (files whose .idx has a key 0, with the record that such sets have there), "
          + "plain (no file), insightface (all files; the ids of the headers are the keys)."),
  INPUT_PARTS(
      "recordio.input.parts",
      "0",
      whole(0, 1_000_000),
      "When positive, the input is cut into exactly this many splits, the parts that dmlc-core's"
          + " InputSplit gives over the same list of files; split sizes are then ignored."),
  INPUT_PARTS_RULE(
      "recordio.input.parts.rule",
      "dmlc",
      oneOf("dmlc", "equal"),
      "How IndexedRecordIOInputFormat cuts n records into recordio.input.parts: dmlc (ceil(n / parts)"
          + " records a part, as dmlc-core; the last parts may be short or empty), equal (sizes differ by"
          + " at most one)."),
  INPUT_ROWS(
      "recordio.input.rows",
      "",
      text("a range A-B of numbers, such as 0-9, A not above B", RecordNumberRange::parse),
      "A range A-B of records, both included, counted from 0 over the whole input: the indexed"
          + " input formats read only these. Empty: all."),
  INPUT_KEYS(
      "recordio.input.keys",
      "",
      text("numbers from 0 to 2^64 - 1 with commas between", UnsignedKeys::parse),
      "Keys of records, with commas between: the indexed input formats read only these records,"
          + " by the keys of their indexes. Empty: all."),
  INPUT_KEY_COLUMN(
      "recordio.input.key-column",
      "false",
      flag(),
      "Spark's source recordio: whether rows have a column key, the record's key in the index of its"
          + " file, .ridx or .idx; a file without an index that fits is then an error."),
  INPUT_SHUFFLE(
      "recordio.input.shuffle",
      "false",
      flag(),
      "Whether records are read in the order of an epoch instead of the order of files: by cat over the"
          + " whole input, by the indexed input formats within each split."),
  INPUT_SEED(
      "recordio.input.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of the shuffle, a 64-bit number."),
  INPUT_EPOCH(
      "recordio.input.epoch",
      "0",
      whole(Long.MIN_VALUE),
      "The epoch of the shuffle: each epoch has another order."),
  INPUT_SHUFFLE_BLOCK(
      "recordio.input.shuffle.block",
      "64",
      whole(1, Integer.MAX_VALUE),
      "Consecutive records that the shuffle moves together, before it mixes records within"
          + " windows."),
  INPUT_SHUFFLE_WINDOW(
      "recordio.input.shuffle.window",
      "16384",
      whole(1, Integer.MAX_VALUE),
      "Records of a window, within which the shuffle mixes the records of different blocks."),
  INPUT_COMBINE_MAX_SIZE(
      "recordio.input.combine.max-size",
      "128m",
      bytes(1),
      "The most bytes of a split of CombineRecordIOInputFormat, where"
          + " mapreduce.input.fileinputformat.split.maxsize is not set. Takes k, m, g."),
  CORRUPT_POLICY(
      "recordio.input.corrupt-record.policy",
      "fail",
      oneOf("fail", "skip", "quarantine"),
      "What a reader does with damaged records: fail (an error that names file and offset), skip"
          + " (go on at the next record start and count), quarantine (skip, and write file, range and"
          + " reason to a side file)."),
  CORRUPT_MAX_FRACTION(
      "recordio.input.corrupt-record.max-fraction",
      "0.5",
      fraction(0, 1),
      "Under skip and quarantine: a reader fails at the end of its split when more than this"
          + " fraction of its records or of its bytes is damaged, and at least min-count records "
          + "are. 0 fails at the first damaged record that counts; 1 accepts all damage,"
          + " even if nothing could be read."),
  CORRUPT_MIN_COUNT(
      "recordio.input.corrupt-record.min-count",
      "1",
      whole(0),
      "Under skip and quarantine: a split with fewer damaged records than this does not fail;"
          + " commands apply the number to the whole input. A stretch of damage counts as one"
          + " record."),
  CORRUPT_QUARANTINE_DIR(
      "recordio.input.corrupt-record.quarantine-dir",
      "",
      text(),
      "Where quarantine writes its side files. Empty: _quarantine in the job's output folder, through"
          + " the job's committer."),
  GATHER_MAX_GAP(
      "recordio.gather.max-gap",
      "auto",
      bytesOrAuto(0, 1 << 30),
      "Reading records by number: the longest gap between two records, in bytes, that is read"
          + " along; a longer gap is skipped with another read. Takes k, m, g; auto is 4k for "
          + "local files, the value of the file system's streams if they have vectored reads"
          + " (fs.s3a.vectored.read.min.seek.size for S3A), and 64k for others, such as "
          + "HDFS."),
  GATHER_MAX_READ(
      "recordio.gather.max-read",
      "auto",
      bytesOrAuto(1, 1 << 30),
      "Reading records by number: the most bytes of a read that brings several records. Takes k, m,"
          + " g; auto is the value of the file system's streams if they have vectored reads (1m"
          + " for local"
          + " files, fs.s3a.vectored.read.max.merged.size for S3A), and 4m for others, such as HDFS."),
  GATHER_BATCH_SIZE(
      "recordio.gather.batch-size",
      "32m",
      bytes(1, 1 << 30),
      "Reading records by number: the most bytes of records that are read together and held in"
          + " memory; a single record may be longer. The first batch has 4m at most, and batches "
          + "of local files"
          + " do not grow. Takes k, m, g."),
  GATHER_THREADS(
      "recordio.gather.threads",
      "8",
      whole(1, 1024),
      "Reading records by number: the most reads that run in parallel. Local files are read by"
          + " one thread, unless the reads wait for a disk."),
  SPLIT_VERIFY_RECORDS(
      "recordio.split.verify-records",
      "0",
      whole(0, Integer.MAX_VALUE),
      "How many records a reader walks ahead, header by header, before it trusts a record start that"
          + " it searched for. 0 trusts at once, which is right for every writer that escapes the magic"
          + " word; set it to 10 for files of writers that do not (SageMaker's). If a start"
          + " turns out false, the reader walks to its range from an earlier start that is "
          + "true, to tell a false start from damage."),
  PAYLOAD(
      "recordio.payload",
      "binary",
      oneOf("binary", "image", "text"),
      "How engines with columns read payloads; a table property in Hive, an option in Spark: binary"
          + " (offset or key, and bytes), image (the fields of the image record header, the labels and"
          + " the image, each a column), text (one column of text; Hive only)."),
  OUTPUT_INDEX(
      "recordio.output.index",
      "true",
      flag(),
      "Whether RecordIOOutputFormat writes an .idx file beside each .rec file."),
  OUTPUT_INDEX_KEYS(
      "recordio.output.index.keys",
      "ordinal",
      oneOf("ordinal", "global", "key"),
      "The keys of the .idx file: ordinal (0, 1, 2, ... in each file, as MXNet's rec2idx), global"
          + " (partition * 2^40 + ordinal, unique over all files of the job), key (the record's own key,"
          + " which must be a LongWritable or IntWritable)."),
  OUTPUT_INDEX_BINARY(
      "recordio.output.index.binary",
      "true",
      flag(),
      "Whether a binary index, .ridx, with lengths and checksums is written beside each .idx file."),
  OUTPUT_BUFFER_SIZE(
      "recordio.output.buffer-size",
      "256k",
      bytes(16, 1 << 30),
      "Bytes of framed records gathered before they are written. Takes k, m, g."),
  LINE_MAX_SIZE(
      "libsvm.line.max-size",
      "512m",
      bytes(1, 1023 << 20),
      "The most bytes of a line of text, without its end: a longer line is an error, so that a"
          + " file that is no text does not fill the memory. Lines up to "
          + "recordio.input.buffer-size are always"
          + " read. Takes k, m, g.");

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
