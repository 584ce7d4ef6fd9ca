// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.source;

import dev.recordio.bytes.FileSignature;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageSettings;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.RowNotes;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.reader.Items;
import dev.recordio.reader.Ordering;
import dev.recordio.reader.PlacedItems;
import dev.recordio.reader.ReaderConf;
import dev.recordio.reader.Row;
import dev.recordio.reader.Source;
import dev.recordio.reader.SourceProvider;
import dev.recordio.reader.Stage.Hint;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.sparse.ParseMode;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The sparse rows of text files, or of records that hold rows, in file order. */
public final class RowSource extends FileSource<Row> {
  private static final long MAX_WAITING_BYTES = 64 << 20; // of rows parsed by several threads

  private final TextSettings settings;
  private final int threads;
  private final Row view = new Row();
  private RowReading reading;
  private ShareOrdinals wanted;
  private int firstFile; // that is read
  private CsrBlock block;
  private int row; // of the block, to be looked at next
  private long blockOrdinal; // of the block's first row
  private int file; // of the block
  private Hint fileStart; // where the file is read from
  private final RowSource whole; // of a file; null: this is it
  private final RowNotes notes; // of the first time that each file is read
  private final Set<Integer> noted = ConcurrentHashMap.newKeySet(); // files read by themselves
  private boolean isNoted;

  /**
   * Creates the source.
   *
   * @param text the source as texts of pipelines have it
   * @param settings how rows are written
   * @param files the files, in the order of the input
   * @param threads how many parse, at least 1; the rows and their order do not depend on it
   */
  public RowSource(
      Configuration conf, String text, TextSettings settings, List<FileStatus> files, int threads) {
    this(conf, text, settings, files, threads, null);
  }

  private RowSource(
      Configuration conf,
      String text,
      TextSettings settings,
      List<FileStatus> files,
      int threads,
      RowSource whole) {
    super(conf, text, files);
    settings.check();
    this.whole = whole;
    notes = new RowNotes(settings.format());
    this.threads = threads;
    this.settings = settings;
  }

  @Override
  public void order(Ordering orders) {
    if (!orders.isSequential()) {
      throw new InvalidSettingException(
          orders
              + " needs items that can be read by number, but rows are read in file order; to mix"
              + " them, write shuffle(window=16384), or convert them to RecordIO");
    }
    super.order(orders);
  }

  @Override
  protected void begin(long from) throws IOException {
    closeReading();
    wanted = new ShareOrdinals(isPlain() ? null : turn(), order(Long.MAX_VALUE), from);
    Hint start = lastUpTo(wanted.ordinal(), hints());
    firstFile = start.file();
    blockOrdinal = start.ordinal();
    fileStart = start;
    file = -1;
    block = null;
    boolean comesAfterLine = start.offset() > 0 && !settings.isRecords();
    // a line that begins where a range does belongs to the range before
    List<InputRange> ranges = rangesFrom(firstFile, start.offset() - (comesAfterLine ? 1 : 0));
    reading =
        threads > 1 && canBeCut()
            ? new ParallelRows(conf, settings, ranges, threads, MAX_WAITING_BYTES)
            : new OneThreadRows(conf, settings, ranges);
  }

  /**
   * Whether rows do not depend on where files are cut: dmlc-core's errors do, and so do the
   * thresholds for damage that is passed over.
   */
  private boolean canBeCut() {
    return settings.isRecords()
        ? DamageSettings.of(conf).failsFast()
        : settings.mode() != ParseMode.DMLC;
  }

  @Override
  protected boolean read() throws IOException {
    long want = wanted.ordinal();
    if (want == ShareOrdinals.NONE) {
      return false;
    }
    while (block == null || want - blockOrdinal >= block.rows()) {
      if (block != null) {
        blockOrdinal += block.rows();
        block = null; // also when there is an error
      }
      block = reading.next();
      if (block == null) {
        return false;
      }
      if (reading.file() != file) {
        file = reading.file();
        fileStart = file == 0 ? fileStart : new Hint(firstFile + file, 0, blockOrdinal);
      }
    }
    row = (int) (want - blockOrdinal);
    view.setRow(block, row);
    view.setPlace(wanted.position(), want, reading.path(), block.positions()[row]);
    handed(wanted.taken());
    return true;
  }

  @Override
  protected Row item() {
    return view;
  }

  @Override
  public Items<Row> items() {
    return PlacedItems.ROWS;
  }

  @Override
  public Hint hint() {
    if (block == null || file < 0) {
      return firstPlace();
    }
    boolean plain = SplitPlanner.uncompressed(conf).test(reading.path());
    if (!plain) {
      return fileStart;
    }
    long offset = block.positions()[row];
    int first = row; // rows of one record, or line, have one position
    while (first > 0 && block.positions()[first - 1] == offset) {
      first--;
    }
    // The first row of a record may be in a block before this one: begin with the file then.
    return first == 0 && settings.isRowBlock()
        ? fileStart
        : new Hint(firstFile + file, offset, blockOrdinal + first);
  }

  @Override
  Source<Row> file(int file) {
    var source = new RowSource(conf, text(), settings, List.of(files.get(file)), 1, this);
    source.isNoted = !noted.add(file);
    return source;
  }

  @Override
  long count(int file) throws IOException {
    return Counts.rows(conf, settings, files.get(file));
  }

  private void closeReading() throws IOException {
    RowReading closing = reading;
    reading = null;
    block = null;
    if (closing != null) {
      if (!isNoted) {
        isNoted = true;
        (whole == null ? this : whole).addNotes(closing.notes());
      }
      closing.close();
    }
  }

  private synchronized void addNotes(RowNotes more) {
    notes.add(more);
  }

  @Override
  protected void end() throws IOException {
    closeReading();
    if (whole == null) {
      notes.say();
    }
  }

  /**
   * {@code libsvm:INPUT}, which is also what text is that nothing else is said of, {@code libfm:},
   * {@code libffm:}, which is the same, {@code csv:}, {@code rowblock:} and {@code sagemaker:},
   * read as the keys {@code libsvm.*}, and arguments after a question mark, specify.
   */
  public static final class Provider implements SourceProvider {
    @Override
    public List<String> prefixes() {
      return List.of("libsvm", "libfm", "libffm", "csv", "rowblock", "sagemaker");
    }

    @Override
    public boolean fits(byte[] head, int length) {
      return length > 0 && FileSignature.isText(head, length);
    }

    @Override
    public Source<?> open(ReaderContext context, String prefix, String text, String input)
        throws IOException {
      var conf = new Configuration(context.conf());
      LibSvmConf.FORMAT.set(conf, prefix);
      List<Path> paths = RowInputs.parse(conf, input);
      TextSettings settings = TextSettings.of(conf);
      return new RowSource(
          conf,
          text,
          settings,
          RowInputs.list(conf, settings, paths, null),
          ReaderConf.THREADS.getInt(conf));
    }
  }

  /** Blocks of rows of an input, in its order. */
  interface RowReading extends Closeable {
    /** Returns the next rows, at least one, valid until the next call; null after the last ones. */
    CsrBlock next() throws IOException;

    /** Returns which file, from the first one that is read, the rows are of. */
    int file();

    /** Returns that file. */
    Path path();

    /** Returns what is said of the rows so far. */
    RowNotes notes();
  }
}
