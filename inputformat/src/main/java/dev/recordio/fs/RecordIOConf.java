// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import java.util.Locale;
import java.util.function.Supplier;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/**
 * Every configuration key of the project, with its default and its description.
 *
 * <p>{@code conf/recordio-default.xml} and the table of {@code docs/configuration.md} are generated
 * from this list, and a test holds them to it.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public enum RecordIOConf {
  INPUT_BUFFER_SIZE(
      "recordio.input.buffer-size",
      "1m",
      "Bytes that one read of an input file asks for. Reads begin at multiples of it, save where"
          + " payloads of a sixteenth of it and more are read one by one, straight into their"
          + " values. Takes k, m, g."),
  INPUT_SKIP_ABOVE(
      "recordio.input.skip-above",
      "64k",
      "Where only the headers of records are wanted: payloads of at least so many bytes are stepped"
          + " over with a seek, shorter ones are read along. Takes k, m, g."),
  INPUT_PARTS(
      "recordio.input.parts",
      "0",
      "When positive, the input is cut into exactly this many splits, the parts that dmlc-core's"
          + " InputSplit gives over the same list of files; split sizes are then not looked at."),
  INPUT_PARTS_RULE(
      "recordio.input.parts.rule",
      "dmlc",
      "How IndexedRecordIOInputFormat cuts n records into recordio.input.parts: dmlc (ceil(n /"
          + " parts) records a part, as dmlc-core; the last parts may be short or empty), equal"
          + " (sizes differ by at most one)."),
  INPUT_ROWS(
      "recordio.input.rows",
      "",
      "A range A-B of records, both included, counted from 0 over the whole input: the indexed"
          + " input formats read these alone. Empty: all."),
  INPUT_KEYS(
      "recordio.input.keys",
      "",
      "Keys of records, with commas between: the indexed input formats read these records alone, by"
          + " the keys of their indexes. Empty: all."),
  INPUT_BATCH(
      "recordio.input.batch",
      "256",
      "The records of a value of IndexedBatchInputFormat; the last batch of a split may have"
          + " fewer."),
  INPUT_SHUFFLE(
      "recordio.input.shuffle",
      "false",
      "Whether records are read in the order of an epoch instead of that of the files: by cat over"
          + " the whole input, by the indexed input formats within each split."),
  INPUT_SEED("recordio.input.seed", "0", "The seed of that order, a 64-bit number."),
  INPUT_EPOCH("recordio.input.epoch", "0", "The epoch of that order: each has another one."),
  INPUT_SHUFFLE_BLOCK(
      "recordio.input.shuffle.block",
      "64",
      "Consecutive records that are moved together in that order, before records are mixed within"
          + " windows."),
  INPUT_SHUFFLE_WINDOW(
      "recordio.input.shuffle.window",
      "16384",
      "Records of a window, within which that order mixes the records of different blocks."),
  INPUT_COMBINE_MAX_SIZE(
      "recordio.input.combine.max-size",
      "128m",
      "The most bytes of a split of CombineRecordIOInputFormat, where"
          + " mapreduce.input.fileinputformat.split.maxsize is not set. Takes k, m, g."),
  CORRUPT_POLICY(
      "recordio.input.corrupt-record.policy",
      "fail",
      "What a reader does with damaged records: fail (an error that names file and offset), skip"
          + " (go on at the next record start and count), quarantine (skip, and write file, range"
          + " and reason to a side file)."),
  CORRUPT_MAX_FRACTION(
      "recordio.input.corrupt-record.max-fraction",
      "1.0",
      "Under skip and quarantine: a reader fails when more than this fraction of the records of its"
          + " split are damaged, once min-count of them are."),
  CORRUPT_MIN_COUNT(
      "recordio.input.corrupt-record.min-count",
      "1",
      "Under skip and quarantine: the number of damaged records in a split before max-fraction is"
          + " looked at."),
  CORRUPT_QUARANTINE_DIR(
      "recordio.input.corrupt-record.quarantine-dir",
      "",
      "Where quarantine writes its side files. Empty: _quarantine in the job's output folder,"
          + " through the job's committer."),
  GATHER_MAX_GAP(
      "recordio.gather.max-gap",
      "auto",
      "Reading records by number: bytes between two wanted records that are rather read along than"
          + " skipped with a read of their own. Takes k, m, g; auto is what the file system's"
          + " streams say where they have vectored reads (16k for local files, 4k before Hadoop"
          + " 3.5; fs.s3a.vectored.read.min.seek.size for S3A), and 64k for others, such as HDFS."),
  GATHER_MAX_READ(
      "recordio.gather.max-read",
      "auto",
      "Reading records by number: the most bytes of a read that brings several records. Takes k, m,"
          + " g; auto is what the file system's streams say where they have vectored reads (1m for"
          + " local files, fs.s3a.vectored.read.max.merged.size for S3A), and 4m for others, such"
          + " as HDFS."),
  GATHER_BATCH_SIZE(
      "recordio.gather.batch-size",
      "32m",
      "Reading records by number: the most bytes of records that are sought together and held in"
          + " memory; one record may have more. The first batch has 4m at most, and batches of"
          + " local files without checksums do not grow. Takes k, m, g."),
  GATHER_THREADS(
      "recordio.gather.threads",
      "8",
      "Reading records by number: how many reads run side by side."),
  SPLIT_VERIFY_RECORDS(
      "recordio.split.verify-records",
      "0",
      "How many records a reader walks ahead, header by header, before it trusts a record start"
          + " that it searched for. 0 trusts at once, which is right for every writer that escapes"
          + " the magic word; set it to 10 for files of writers that do not (SageMaker's do not)."),
  PAYLOAD(
      "recordio.payload",
      "binary",
      "What engines with columns take payloads for; a table property in Hive, an option in Spark:"
          + " binary (offset or key, and bytes), image (the fields of the image record header, the"
          + " labels and the image, each a column), text (one column of text; Hive only)."),
  OUTPUT_INDEX(
      "recordio.output.index",
      "true",
      "Whether RecordIOOutputFormat writes an .idx file beside each .rec file."),
  OUTPUT_INDEX_KEYS(
      "recordio.output.index.keys",
      "ordinal",
      "The keys of the .idx file: ordinal (0, 1, 2, ... in each file, as MXNet's rec2idx), global"
          + " (partition * 2^40 + ordinal, unique over all files of the job), key (the record's own"
          + " key, which must be a LongWritable or IntWritable)."),
  OUTPUT_INDEX_BINARY(
      "recordio.output.index.binary",
      "true",
      "Whether a binary index, .ridx, with lengths and checksums stands beside each .idx file that"
          + " is written."),
  OUTPUT_BUFFER_SIZE(
      "recordio.output.buffer-size",
      "256k",
      "Bytes of framed records gathered before they are written. Takes k, m, g."),
  THREADS(
      "recordio.threads",
      "0",
      "Worker threads of a command that runs on this machine alone; 0 means one for each"
          + " processor."),
  JOB_ERROR_DIR(
      "recordio.job.error-dir",
      "",
      "Set by the tools: where failing tasks leave their message for the command that waits."),
  INFO_JOB_ABOVE(
      "recordio.info.job-above",
      "4g",
      "Input of more bytes than this is summed up by info in a MapReduce job. Takes k, m, g."),
  INDEX_KEYS(
      "recordio.index.keys",
      "keep",
      "The keys that index writes: ordinal (0, 1, 2, ... in each file, as MXNet's rec2idx), id (the"
          + " id of each record's image header), keep (those of the file's .idx if that fits the"
          + " file, else ordinal)."),
  INDEX_CHECKSUMS(
      "recordio.index.checksums",
      "false",
      "Whether index reads all payloads, for a CRC32C of each record and of the file in the"
          + " .ridx."),
  INDEX_CHECK(
      "recordio.index.check",
      "false",
      "Whether index compares with the indexes that are there, and writes nothing."),
  LIBSVM_FORMAT(
      "libsvm.format",
      "libsvm",
      "The format of rows: libsvm, libfm, csv, one that a jar on the class path adds, or rowblock"
          + " (RecordIO files whose records are dmlc-core's saved row blocks)."),
  LIBSVM_ARGUMENTS(
      "libsvm.arguments",
      "",
      "What else the format is told, as in a URI of dmlc-core: name=value with & between. csv takes"
          + " label_column, weight_column, delimiter (a character, tab, comma or semicolon) and"
          + " header (auto, yes, no); rowblock takes index_type (uint32, uint64). Arguments behind"
          + " the ? of an input come before these."),
  LIBSVM_INDEX_BASE(
      "libsvm.index.base",
      "0",
      "The first index as the text writes it: 0 (as dmlc-core and XGBoost have it), 1, or auto,"
          + " which the commands decide by a pass over the whole input and readers refuse."),
  LIBSVM_MODE(
      "libsvm.mode",
      "strict",
      "What is done with text outside of the grammar: strict (an error), lenient (repaired by the"
          + " rules of docs/libsvm.md, and counted), dmlc (read as dmlc-core reads it)."),
  LIBSVM_FEATURES(
      "libsvm.features",
      "0",
      "The number of columns: an index that is not below it is an error. 0 means that it is not"
          + " told."),
  LIBSVM_OUTPUT_INDEX_BASE(
      "libsvm.output.index.base", "0", "What LibSVMOutputFormat calls the first column: 0 or 1."),
  PACK_SHARDS(
      "recordio.pack.shards",
      "0",
      "Number of shards that pack writes; 0 means by recordio.pack.shard-size."),
  PACK_SHARD_SIZE(
      "recordio.pack.shard-size",
      "512m",
      "Size that pack aims at for a shard: there are as many shards of equal bytes as keep the mean"
          + " at or below it. Takes k, m, g."),
  PACK_HEADER(
      "recordio.pack.header",
      "auto",
      "The header of packed records: image (24 bytes and the labels, as MXNet's im2rec), none (the"
          + " file's bytes alone), auto (image for lists, and for input that holds images)."),
  PACK_SHUFFLE("recordio.pack.shuffle", "false", "Whether pack orders its records by the seed."),
  PACK_SEED("recordio.pack.seed", "0", "The seed of pack's order, a 64-bit number."),
  PACK_ON_ERROR(
      "recordio.pack.on-error",
      "fail",
      "What pack does with a source that can't be read: fail, or skip (left out, counted and listed"
          + " with the reason under _rejects in the output)."),
  PACK_CHECK_MODIFIED(
      "recordio.pack.check-modified",
      "true",
      "Whether pack compares length and modification time of each file, after reading it, with what"
          + " they were when it was listed. false saves one request to the file system a file;"
          + " archives and SequenceFiles are compared all the same."),
  PACK_LIST("recordio.pack.list", "", "The im2rec list (.lst) that names the files to pack."),
  PACK_ROOT(
      "recordio.pack.root",
      "",
      "The folder that relative paths of the list start from; empty means the list's own folder."),
  PACK_LIST_CONFINE(
      "recordio.pack.list.confine",
      "root",
      "Which files the lines of a list may name: root (what lies below the root; links there are"
          + " followed), file-system (all of the file systems of root and list), none (any file"
          + " system but web servers)."),
  PACK_EXTENSIONS(
      "recordio.pack.exts",
      "",
      "Extensions of the files that pack takes from folders and archives, with commas, or all;"
          + " empty means jpg,jpeg,png under image headers and all otherwise."),
  ARRANGE_SHARDS(
      "recordio.arrange.shards",
      "0",
      "Number of shards that shuffle, reshard, split, sample and select write (split: for each"
          + " subset), with equal numbers of records; 0 means by recordio.arrange.shard-size."),
  ARRANGE_SHARD_SIZE(
      "recordio.arrange.shard-size",
      "512m",
      "Size that they aim at for a shard: there are as many shards as keep the mean at or below it."
          + " Takes k, m, g."),
  ARRANGE_SEED(
      "recordio.arrange.seed",
      "0",
      "The seed of shuffle, split and sample, a 64-bit number: the same seed and input give the"
          + " same bytes."),
  SPLIT_FRACTIONS(
      "recordio.split.fractions",
      "",
      "The subsets of split and what each gets of the records: train=0.8,val=0.1,test=0.1. The"
          + " fractions sum up to 1."),
  SPLIT_STRATIFY(
      "recordio.split.stratify",
      "false",
      "Whether split gives each subset its fraction of every label: the first of the image header,"
          + " or the label of the row."),
  SPLIT_GROUP_BY(
      "recordio.split.group-by",
      "",
      "key: split puts records with the same id in the image header into the same subset; qid: rows"
          + " of text with the same query id."),
  SAMPLE_COUNT("recordio.sample.count", "-1", "How many records sample takes; -1 means not told."),
  SAMPLE_FRACTION(
      "recordio.sample.fraction",
      "-1",
      "What sample takes of the records, 0 to 1; -1 means not told."),
  SELECT_KEYS(
      "recordio.select.keys",
      "",
      "The keys of the records that select takes, with commas, or the file that lists them."),
  SELECT_LABEL(
      "recordio.select.label",
      "",
      "The labels of the records that select takes, with commas: the first of the image header."),
  CSR_TO(
      "recordio.csr.to",
      "npz",
      "The layout that csr writes: npz (SciPy's), dmatrix-1.6, dmatrix-3.1 (XGBoost's binary"
          + " files), rowblock (dmlc-core's), libsvm (text)."),
  CSR_SHARD_ROWS(
      "recordio.csr.shard-rows", "0", "The most rows of a shard of csr; 0 means no such bound."),
  CSR_SHARD_SIZE(
      "recordio.csr.shard-size",
      "128m",
      "The most bytes of the main file of a shard of csr, before compression; 0 means no such"
          + " bound. Takes k, m, g."),
  CSR_KEEP_GROUPS(
      "recordio.csr.keep-groups",
      "false",
      "Whether csr cuts shards only where the query id changes."),
  CSR_IF_CHANGED(
      "recordio.csr.if-changed",
      "false",
      "Whether csr leaves an output alone that it made from the same files with the same settings,"
          + " and replaces one that it made from others; otherwise an output must not exist."),
  STATS_SIDECAR(
      "recordio.stats.sidecar",
      "auto",
      "Where stats leaves its result for csr, which takes it when the files are still the same:"
          + " auto (_stats.json in the folder that is the input, .NAME.stats.json beside the file"
          + " that is), a file's path, or none."),
  CSR_SEGMENT_SIZE(
      "recordio.csr.segment-size",
      "256m",
      "stats and csr cut their input into equal segments of at most this many bytes, whatever the"
          + " tasks; no shard of csr goes beyond its segment. Takes k, m, g."),
  CSR_MEMORY(
      "recordio.csr.memory",
      "192m",
      "Bytes of a shard's rows that a task of csr keeps in memory; the rest waits in a local file."
          + " Takes k, m, g."),
  CSR_SIDE_FILES(
      "recordio.csr.side-files",
      "auto",
      "Whether csr reads FILE.group, FILE.weight and FILE.base_margin beside an input FILE: auto"
          + " (where there are any), none. split, which does not cut them, refuses an input with"
          + " such files unless it is none."),
  CSR_DEFLATE(
      "recordio.csr.deflate",
      "false",
      "Whether the arrays of .npz files are deflated; SciPy loads both, but only stored ones can be"
          + " read in part."),
  CSR_ROWBLOCK_INDEX_TYPE(
      "recordio.csr.rowblock.index-type",
      "u32",
      "The type of indices in .rowblock files, which the reader must know: u32 (dmlc-core's usual"
          + " one) or u64; uint32 and uint64 are the same.");

  private final String key;
  private final String defaultValue;
  private final String description;

  RecordIOConf(String key, String defaultValue, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /** Returns the key, as users write it. */
  public String key() {
    return key;
  }

  /** Returns the default, as users would write it. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Returns what the key does, in a sentence or two. */
  public String description() {
    return description;
  }

  /** Returns the value as text, trimmed. */
  public String get(Configuration conf) {
    return conf.getTrimmed(key, defaultValue);
  }

  /**
   * Returns the value as a truth value.
   *
   * @throws InvalidSettingException when it is neither {@code true} nor {@code false}
   */
  public boolean getBoolean(Configuration conf) {
    String value = get(conf);
    String decided = value.isEmpty() ? defaultValue : value;
    if (decided.equalsIgnoreCase("true")) {
      return true;
    }
    if (decided.equalsIgnoreCase("false")) {
      return false;
    }
    throw new InvalidSettingException(key + " is '" + value + "'; it takes true or false");
  }

  /** Returns the value as a number. */
  public int getInt(Configuration conf) {
    return number(() -> conf.getInt(key, Integer.parseInt(defaultValue)));
  }

  /** Returns the value as a number. */
  public long getLong(Configuration conf) {
    return number(() -> conf.getLong(key, Long.parseLong(defaultValue)));
  }

  /** Returns the value as a number. */
  public double getDouble(Configuration conf) {
    return number(() -> conf.getDouble(key, Double.parseDouble(defaultValue)));
  }

  /** Returns the value in bytes; 64k, 1m and 2g are understood. */
  public long getBytes(Configuration conf) {
    return number(() -> TraditionalBinaryPrefix.string2long(get(conf)));
  }

  private <T extends Number> T number(Supplier<T> getter) {
    try {
      return getter.get();
    } catch (IllegalArgumentException e) {
      var named = new InvalidSettingException(key + " takes a number: " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  /**
   * Returns the value as one of {@code type}'s names, which users write in lower case.
   *
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  public <E extends Enum<E>> E getEnum(Configuration conf, Class<E> type) {
    return Choice.of(
        key, get(conf), type.getEnumConstants(), e -> e.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the value as one of {@code names}.
   *
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  public String getChoice(Configuration conf, String... names) {
    return Choice.of(key, get(conf), names, name -> name);
  }

  /** Sets the value. */
  public void set(Configuration conf, Object value) {
    conf.set(key, value.toString());
  }

  @Override
  public String toString() {
    return key;
  }
}
