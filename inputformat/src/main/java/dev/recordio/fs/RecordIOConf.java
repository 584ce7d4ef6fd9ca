// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import static dev.recordio.fs.SettingType.bytes;
import static dev.recordio.fs.SettingType.bytesOrAuto;
import static dev.recordio.fs.SettingType.flag;
import static dev.recordio.fs.SettingType.fraction;
import static dev.recordio.fs.SettingType.oneOf;
import static dev.recordio.fs.SettingType.text;
import static dev.recordio.fs.SettingType.whole;

import java.util.Locale;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

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
      bytes(16, 1 << 30),
      "Bytes that one read of an input file asks for. Reads begin at multiples of it, save where"
          + " payloads of a sixteenth of it and more are read one by one, straight into their values."
          + " Takes k, m, g."),
  INPUT_SKIP_ABOVE(
      "recordio.input.skip-above",
      "64k",
      bytes(0),
      "Where only the headers of records are wanted: payloads of at least so many bytes are stepped"
          + " over with a seek, shorter ones are read along. Takes k, m, g."),
  INPUT_SCAN_PAYLOADS(
      "recordio.input.scan-payloads",
      "false",
      flag(),
      "Whether readers look for an aligned magic word in every payload and take a record that holds"
          + " one for damaged: so a wrong length is found out that ends where a later record"
          + " begins. Files of writers that do not escape the magic word fail by it. Readers of"
          + " headers read payloads then, too."),
  INPUT_PARTS(
      "recordio.input.parts",
      "0",
      whole(0, 1_000_000),
      "When positive, the input is cut into exactly this many splits, the parts that dmlc-core's"
          + " InputSplit gives over the same list of files; split sizes are then not looked at."),
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
      text("a range A-B of numbers, such as 0-9, A not above B", Rows::parse),
      "A range A-B of records, both included, counted from 0 over the whole input: the indexed input"
          + " formats read these alone. Empty: all."),
  INPUT_KEYS(
      "recordio.input.keys",
      "",
      text("numbers from 0 to 2^64 - 1 with commas between", UnsignedKeys::parse),
      "Keys of records, with commas between: the indexed input formats read these records alone, by"
          + " the keys of their indexes. Empty: all."),
  INPUT_BATCH(
      "recordio.input.batch",
      "256",
      whole(1, 1 << 30),
      "The records of a value of IndexedBatchInputFormat; the last batch of a split may have fewer."),
  INPUT_SHUFFLE(
      "recordio.input.shuffle",
      "false",
      flag(),
      "Whether records are read in the order of an epoch instead of that of the files: by cat over the"
          + " whole input, by the indexed input formats within each split."),
  INPUT_SEED(
      "recordio.input.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of that order, a 64-bit number."),
  INPUT_EPOCH(
      "recordio.input.epoch",
      "0",
      whole(Long.MIN_VALUE),
      "The epoch of that order: each has another one."),
  INPUT_SHUFFLE_BLOCK(
      "recordio.input.shuffle.block",
      "64",
      whole(1, Integer.MAX_VALUE),
      "Consecutive records that are moved together in that order, before records are mixed within"
          + " windows."),
  INPUT_SHUFFLE_WINDOW(
      "recordio.input.shuffle.window",
      "16384",
      whole(1, Integer.MAX_VALUE),
      "Records of a window, within which that order mixes the records of different blocks."),
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
          + " fraction of the split is damaged, of its records or of its bytes, and at least"
          + " min-count records are. 0 fails at the first that counts; 1 accepts all, even where"
          + " nothing could be read."),
  CORRUPT_MIN_COUNT(
      "recordio.input.corrupt-record.min-count",
      "1",
      whole(0),
      "Under skip and quarantine: fewer damaged records than this are never too many for a split;"
          + " the commands ask the same of the whole input. A stretch of damage counts as one"
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
      "Reading records by number: bytes between two wanted records that are rather read along than"
          + " skipped with a read of their own. Takes k, m, g; auto is what the file system's streams"
          + " say where they have vectored reads (16k for local files, 4k before Hadoop 3.5;"
          + " fs.s3a.vectored.read.min.seek.size for S3A), and 64k for others, such as HDFS."),
  GATHER_MAX_READ(
      "recordio.gather.max-read",
      "auto",
      bytesOrAuto(1, 1 << 30),
      "Reading records by number: the most bytes of a read that brings several records. Takes k, m,"
          + " g; auto is what the file system's streams say where they have vectored reads (1m for local"
          + " files, fs.s3a.vectored.read.max.merged.size for S3A), and 4m for others, such as HDFS."),
  GATHER_BATCH_SIZE(
      "recordio.gather.batch-size",
      "32m",
      bytes(1, 1 << 30),
      "Reading records by number: the most bytes of records that are sought together and held in"
          + " memory; one record may have more. The first batch has 4m at most, and batches of local files"
          + " without checksums do not grow. Takes k, m, g."),
  GATHER_THREADS(
      "recordio.gather.threads",
      "8",
      whole(1, 1024),
      "Reading records by number: how many reads run side by side."),
  SPLIT_VERIFY_RECORDS(
      "recordio.split.verify-records",
      "0",
      whole(0, Integer.MAX_VALUE),
      "How many records a reader walks ahead, header by header, before it trusts a record start that"
          + " it searched for. 0 trusts at once, which is right for every writer that escapes the magic"
          + " word; set it to 10 for files of writers that do not (SageMaker's do not). Where a start"
          + " does not hold, the reader walks to its range from a start before it that does, to tell"
          + " a false start from damage."),
  PAYLOAD(
      "recordio.payload",
      "binary",
      oneOf("binary", "image", "text"),
      "What engines with columns take payloads for; a table property in Hive, an option in Spark: binary"
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
      "Whether a binary index, .ridx, with lengths and checksums stands beside each .idx file that is"
          + " written."),
  OUTPUT_BUFFER_SIZE(
      "recordio.output.buffer-size",
      "256k",
      bytes(16, 1 << 30),
      "Bytes of framed records gathered before they are written. Takes k, m, g."),
  THREADS(
      "recordio.threads",
      "0",
      whole(0, Integer.MAX_VALUE),
      "Worker threads of a command that runs on this machine alone; 0 means one for each processor."),
  JOB_ERROR_DIR(
      "recordio.job.error-dir",
      "",
      text(),
      "Set by the tools: where failing tasks leave their message for the command that waits."),
  INFO_JOB_ABOVE(
      "recordio.info.job-above",
      "4g",
      bytes(0),
      "Input of more bytes than this is summed up by info in a MapReduce job. Takes k, m, g."),
  INDEX_KEYS(
      "recordio.index.keys",
      "keep",
      oneOf("ordinal", "id", "keep"),
      "The keys that index writes: ordinal (0, 1, 2, ... in each file, as MXNet's rec2idx), id (the id"
          + " of each record's image header), keep (those of the file's .idx if that fits the file, else"
          + " ordinal)."),
  INDEX_CHECKSUMS(
      "recordio.index.checksums",
      "false",
      flag(),
      "Whether index reads all payloads, for a CRC32C of each record and of the file in the .ridx."),
  INDEX_CHECK(
      "recordio.index.check",
      "false",
      flag(),
      "Whether index compares with the indexes that are there, and writes nothing."),
  LIBSVM_FORMAT(
      "libsvm.format",
      "libsvm",
      text(),
      "The format of rows: libsvm, libfm, csv, one that a jar on the class path adds, or rowblock"
          + " (RecordIO files whose records are dmlc-core's saved row blocks)."),
  LIBSVM_ARGUMENTS(
      "libsvm.arguments",
      "",
      text("name=value with & between", UriArguments::of),
      "What else the format is told, as in a URI of dmlc-core: name=value with & between. csv takes"
          + " label_column, weight_column, delimiter (a character, tab, comma or semicolon) and header"
          + " (auto, yes, no); rowblock takes index_type (uint32, uint64). Arguments behind the ? of an"
          + " input come before these."),
  LIBSVM_INDEX_BASE(
      "libsvm.index.base",
      "0",
      oneOf("0", "1", "auto"),
      "The first index as the text writes it: 0 (as dmlc-core and XGBoost have it), 1, or auto, which"
          + " the commands decide by a pass over the whole input and readers refuse."),
  LIBSVM_MODE(
      "libsvm.mode",
      "strict",
      oneOf("strict", "lenient", "dmlc"),
      "What is done with text outside of the grammar: strict (an error), lenient (repaired by the"
          + " rules of docs/libsvm.md, and counted), dmlc (read as dmlc-core reads it)."),
  LIBSVM_FEATURES(
      "libsvm.features",
      "0",
      whole(0),
      "The number of columns: an index that is not below it is an error. 0 means that it is not told."),
  LIBSVM_LINE_MAX_SIZE(
      "libsvm.line.max-size",
      "512m",
      bytes(1, 1023 << 20),
      "The most bytes of a line of text, without its end: a longer one is an error, not memory"
          + " filled with what may be no text. Lines up to recordio.input.buffer-size are always"
          + " read. Takes k, m, g."),
  LIBSVM_OUTPUT_INDEX_BASE(
      "libsvm.output.index.base",
      "0",
      oneOf("0", "1"),
      "What LibSVMOutputFormat calls the first column: 0 or 1."),
  PACK_SHARDS(
      "recordio.pack.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that pack writes; 0 means by recordio.pack.shard-size."),
  PACK_SHARD_SIZE(
      "recordio.pack.shard-size",
      "512m",
      bytes(1),
      "Size that pack aims at for a shard: there are as many shards of equal bytes as keep the mean at"
          + " or below it. Takes k, m, g."),
  PACK_HEADER(
      "recordio.pack.header",
      "auto",
      oneOf("auto", "image", "none"),
      "The header of packed records: image (24 bytes and the labels, as MXNet's im2rec), none (the"
          + " file's bytes alone), auto (image for lists, and for input that holds images)."),
  PACK_SHUFFLE(
      "recordio.pack.shuffle", "false", flag(), "Whether pack orders its records by the seed."),
  PACK_SEED(
      "recordio.pack.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of pack's order, a 64-bit number."),
  PACK_ON_ERROR(
      "recordio.pack.on-error",
      "fail",
      oneOf("fail", "skip"),
      "What pack does with a source that can't be read: fail, or skip (left out, counted and listed"
          + " with the reason under _rejects in the output)."),
  PACK_CHECK_MODIFIED(
      "recordio.pack.check-modified",
      "true",
      flag(),
      "Whether pack compares length and modification time of each file, after reading it, with what"
          + " they were when it was listed. false saves one request to the file system a file;"
          + " archives and SequenceFiles are compared all the same."),
  PACK_LIST(
      "recordio.pack.list", "", text(), "The im2rec list (.lst) that names the files to pack."),
  PACK_ROOT(
      "recordio.pack.root",
      "",
      text(),
      "The folder that relative paths of the list start from; empty means the list's own folder."),
  PACK_LIST_CONFINE(
      "recordio.pack.list.confine",
      "root",
      oneOf("root", "file-system", "none"),
      "Which files the lines of a list may name: root (what lies below the root; links there are"
          + " followed), file-system (all of the file systems of root and list), none (any file"
          + " system but web servers)."),
  PACK_EXTENSIONS(
      "recordio.pack.exts",
      "",
      text(),
      "Extensions of the files that pack takes from folders and archives, with commas, or all; empty"
          + " means jpg,jpeg,png under image headers and all otherwise."),
  ARRANGE_SHARDS(
      "recordio.arrange.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that shuffle, reshard, split, sample and select write (split: for each"
          + " subset), with equal numbers of records; 0 means by recordio.arrange.shard-size."),
  ARRANGE_SHARD_SIZE(
      "recordio.arrange.shard-size",
      "512m",
      bytes(1),
      "Size that they aim at for a shard: there are as many shards as keep the mean at or below it."
          + " Takes k, m, g."),
  ARRANGE_SEED(
      "recordio.arrange.seed",
      "0",
      whole(Long.MIN_VALUE),
      "The seed of shuffle, split and sample, a 64-bit number: the same seed and input give the same"
          + " bytes."),
  ARRANGE_KEYS(
      "recordio.arrange.keys",
      "keep",
      oneOf("keep", "new"),
      "The keys of the .idx files that they write: keep (those that the .idx files of the input give; as"
          + " new where it has none, or several files that are all numbered 0, 1, 2, ...), new (by"
          + " recordio.output.index.keys, where key is the id of the image header). Where"
          + " recordio.output.index.keys is set, it is new."),
  SPLIT_FRACTIONS(
      "recordio.split.fractions",
      "",
      text(),
      "The subsets of split and what each gets of the records: train=0.8,val=0.1,test=0.1. The"
          + " fractions sum up to 1."),
  SPLIT_STRATIFY(
      "recordio.split.stratify",
      "false",
      flag(),
      "Whether split gives each subset its fraction of every label: the first of the image header, or"
          + " the label of the row."),
  SPLIT_GROUP_BY(
      "recordio.split.group-by",
      "",
      oneOf("key", "qid"),
      "key: split puts records with the same id in the image header into the same subset; qid: rows"
          + " of text with the same query id."),
  SAMPLE_COUNT(
      "recordio.sample.count",
      "-1",
      whole(-1),
      "How many records sample takes; -1 means not told."),
  SAMPLE_FRACTION(
      "recordio.sample.fraction",
      "-1",
      fraction(-1, 1),
      "What sample takes of the records, 0 to 1; -1 means not told."),
  SELECT_KEYS(
      "recordio.select.keys",
      "",
      text(),
      "The keys of the records that select takes, with commas, or the file that lists them."),
  SELECT_LABEL(
      "recordio.select.label",
      "",
      text(),
      "The labels of the records that select takes, with commas: the first of the image header."),
  CSR_TO(
      "recordio.csr.to",
      "npz",
      oneOf("npz", "dmatrix-1.6", "dmatrix-3.1", "rowblock", "libsvm"),
      "The layout that csr writes: npz (SciPy's), dmatrix-1.6, dmatrix-3.1 (XGBoost's binary files),"
          + " rowblock (dmlc-core's), libsvm (text)."),
  CSR_SHARD_ROWS(
      "recordio.csr.shard-rows",
      "0",
      whole(0),
      "The most rows of a shard of csr; 0 means no such bound."),
  CSR_SHARD_SIZE(
      "recordio.csr.shard-size",
      "128m",
      bytes(0),
      "The most bytes of the main file of a shard of csr, before compression; 0 means no such bound."
          + " Takes k, m, g."),
  CSR_KEEP_GROUPS(
      "recordio.csr.keep-groups",
      "false",
      flag(),
      "Whether csr cuts shards only where the query id changes."),
  CSR_IF_CHANGED(
      "recordio.csr.if-changed",
      "false",
      flag(),
      "Whether csr leaves an output alone that it made from the same files with the same settings, and"
          + " replaces one that it made from others; otherwise an output must not exist."),
  STATS_SIDECAR(
      "recordio.stats.sidecar",
      "none",
      text(),
      "Where stats leaves its result for csr: none, auto (_stats.json in the folder that is the input,"
          + " .NAME.stats.json beside the file that is), or a file's path. csr takes what is at that path,"
          + " else what auto has left, when the files are still the same."),
  CSR_SEGMENT_SIZE(
      "recordio.csr.segment-size",
      "256m",
      bytes(1),
      "stats and csr cut their input into equal segments of at most this many bytes, whatever the tasks;"
          + " no shard of csr goes beyond its segment. Takes k, m, g."),
  CSR_MEMORY(
      "recordio.csr.memory",
      "192m",
      bytes(0),
      "Bytes of a shard's rows that a task of csr keeps in memory; the rest waits in a local file."
          + " Takes k, m, g."),
  CSR_SIDE_FILES(
      "recordio.csr.side-files",
      "auto",
      oneOf("auto", "none"),
      "Whether csr reads FILE.group, FILE.weight and FILE.base_margin beside an input FILE: auto (where"
          + " there are any), none. split, which does not cut them, refuses an input with such files"
          + " unless it is none."),
  CSR_DEFLATE(
      "recordio.csr.deflate",
      "false",
      flag(),
      "Whether the arrays of .npz files are deflated; SciPy loads both, but only stored ones can be read"
          + " in part."),
  CSR_ROWBLOCK_INDEX_TYPE(
      "recordio.csr.rowblock.index-type",
      "u32",
      oneOf("u32", "u64", "uint32", "uint64"),
      "The type of indices in .rowblock files, which the reader must know: u32 (dmlc-core's usual one)"
          + " or u64; uint32 and uint64 are the same.");

  private final String key;
  private final String defaultValue;
  private final SettingType type;
  private final String description;

  /** A key whose default tells what it takes ({@link SettingType#of}). */
  RecordIOConf(String key, String defaultValue, String description) {
    this(key, defaultValue, SettingType.of(defaultValue), description);
  }

  RecordIOConf(String key, String defaultValue, SettingType type, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.type = type;
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

  /** Returns which values the key takes, in a few words, such as "true or false". */
  public String takes() {
    return type.takes();
  }

  /** Returns what the key does, in a sentence or two. */
  public String description() {
    return description;
  }

  /**
   * Checks the values of all keys, so that a job with an invalid one does not begin.
   *
   * @throws InvalidSettingException when a value is none that its key takes
   */
  public static void checkAll(Configuration conf) {
    for (RecordIOConf key : values()) {
      key.get(conf);
    }
  }

  /**
   * Returns the value as text, trimmed. Nothing but blanks is the same as no value: the default is
   * returned, which may be empty.
   *
   * @throws InvalidSettingException when it is none that the key takes
   */
  public String get(Configuration conf) {
    String text = written(conf);
    value(text);
    return text;
  }

  private String written(Configuration conf) {
    String text = conf.getTrimmed(key, defaultValue);
    return text.isEmpty() ? defaultValue : text;
  }

  /** Returns what a value means, which is the text itself for none and no default. */
  private Object value(String text) {
    return text.isEmpty() ? text : type.read(key, text);
  }

  private <T> T value(Configuration conf, Class<T> wanted) {
    Object value = value(written(conf));
    if (!wanted.isInstance(value)) {
      throw new IllegalStateException(key + " has no value of " + wanted + ", but " + takes());
    }
    return wanted.cast(value);
  }

  /**
   * Returns the value as a truth value.
   *
   * @throws InvalidSettingException when it is neither {@code true} nor {@code false}
   */
  public boolean getBoolean(Configuration conf) {
    return value(conf, Boolean.class);
  }

  /**
   * Returns the value as a number.
   *
   * @throws InvalidSettingException when it is none, or one out of the key's range
   */
  public int getInt(Configuration conf) {
    long value = getLong(conf);
    if (value != (int) value) {
      throw new InvalidSettingException(
          key + " is '" + written(conf) + "'; it takes a whole number up to " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  /**
   * Returns the value as a number.
   *
   * @throws InvalidSettingException when it is none, or one out of the key's range
   */
  public long getLong(Configuration conf) {
    return value(conf, Long.class);
  }

  /**
   * Returns the value as a number.
   *
   * @throws InvalidSettingException when it is none, or one out of the key's range
   */
  public double getDouble(Configuration conf) {
    return value(conf, Double.class);
  }

  /**
   * Returns the value in bytes; 64k, 1m and 2g are understood.
   *
   * @throws InvalidSettingException when it is no number of bytes, or one out of the key's range
   */
  public long getBytes(Configuration conf) {
    return getLong(conf);
  }

  /** Returns the default in bytes. */
  long defaultBytes() {
    return (Long) value(defaultValue);
  }

  /** Whether the value is {@code auto}, for a key that takes that in the place of a number. */
  boolean isAuto(Configuration conf) {
    return value(written(conf)) instanceof String;
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
   * Returns the value as one of the words that the key takes, in the case in which they are listed.
   *
   * @throws InvalidSettingException when it is none of them; the message lists them
   */
  public String getChoice(Configuration conf) {
    return value(conf, String.class);
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
