// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.conf.SettingType;
import dev.recordio.sparse.IndexType;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.text.CsvColumns;
import dev.recordio.sparse.text.CsvFormat;
import dev.recordio.sparse.text.HeaderParser;
import dev.recordio.sparse.text.LineParser;
import dev.recordio.sparse.text.TextFormats;
import dev.recordio.sparse.text.TextOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * How text is read, as the keys {@code libsvm.*} specify.
 *
 * @param format the name of the format, in lower case
 * @param base the first index as the text writes it
 * @param mode what happens to text outside of the grammar
 * @param features the number of columns; 0 when it is not known
 * @param arguments further arguments of the format
 * @param filter which entries are left out
 */
public record TextSettings(
    String format,
    IndexBase base,
    ParseMode mode,
    long features,
    Map<String, String> arguments,
    EntryFilter filter) {
  /** Makes settings that leave no entry out. */
  public TextSettings(
      String format, IndexBase base, ParseMode mode, long features, Map<String, String> arguments) {
    this(format, base, mode, features, arguments, EntryFilter.NONE);
  }

  /**
   * Returns the settings of the keys.
   *
   * @throws InvalidSettingException when one of them is invalid
   */
  public static TextSettings of(Configuration conf) {
    String format = LibSvmConf.FORMAT.normal(conf);
    Map<String, String> arguments = UriArguments.of(LibSvmConf.ARGUMENTS.get(conf));
    if (conf.get(LibSvmConf.LABELS.key()) != null) {
      String labels = LibSvmConf.LABELS.getChoice(conf);
      if (!labels.equals("first") || WITH_LABELS.contains(format)) { // others need not know them
        arguments.put(LABELS, labels);
      }
    }
    if (format.equals(CsvFormat.NAME)) {
      LibSvmConf.csv(conf, arguments);
    }
    if (ALL_LABELS.equals(arguments.get(LABELS))) {
      arguments.putIfAbsent(LABEL_COLUMNS, LibSvmConf.LABEL_COLUMNS.get(conf));
    }
    return new TextSettings(
        format,
        IndexBase.of(LibSvmConf.INDEX_BASE.getChoice(conf)),
        LibSvmConf.MODE.getEnum(conf, ParseMode.class),
        LibSvmConf.FEATURES.getLong(conf),
        arguments,
        EntryFilter.of(conf));
  }

  /** The argument that {@code libsvm.labels} sets; absent where nothing is said. */
  private static final String LABELS = "labels";

  private static final String NO_LABELS = "none";
  private static final String ALL_LABELS = "all";
  private static final String LABEL_COLUMNS = "label_columns";
  private static final Set<String> WITH_LABELS = Set.of("libsvm", "libfm");

  /** The name of the format whose files are RecordIO, each record holding saved row blocks. */
  public static final String ROW_BLOCK = "rowblock";

  /** The name of the format whose files are RecordIO, each record a row as SageMaker writes it. */
  public static final String SAGE_MAKER = "sagemaker";

  static final String INDEX_TYPE = "index_type";

  /** Returns the same settings for another index base. */
  public TextSettings withBase(IndexBase other) {
    return new TextSettings(format, other, mode, features, arguments, filter);
  }

  /** Returns the same settings for another format. */
  public TextSettings withFormat(String name) {
    return new TextSettings(name, base, mode, features, arguments, filter);
  }

  /** Whether the files are RecordIO that holds row blocks, not text. */
  public boolean isRowBlock() {
    return format.equals(ROW_BLOCK);
  }

  /** Whether the files are RecordIO, whose records hold rows, not text. */
  public boolean isRecords() {
    return isRowBlock() || isSageMaker();
  }

  private boolean isSageMaker() {
    return format.equals(SAGE_MAKER);
  }

  /**
   * Whether a row that begins with {@code label:weight} after rows without weights is an error in
   * lenient mode: unless labels are said to be first, it may have no label.
   */
  public boolean refusesLaterWeights() {
    return mode == ParseMode.LENIENT
        && WITH_LABELS.contains(format)
        && !arguments.containsKey(LABELS);
  }

  /** Whether rows have any number of labels ({@link dev.recordio.sparse.CsrBlock#labelSets}). */
  public boolean hasLabelSets() {
    return ALL_LABELS.equals(arguments.get(LABELS));
  }

  /** Returns the number of labels of {@link #hasLabelSets}; 0 when it is not known. */
  public long labelColumns() {
    return Long.parseLong(arguments.getOrDefault(LABEL_COLUMNS, "0"));
  }

  /** Whether rows are cells of a table, whose empty ones are columns too. */
  public boolean isTable() {
    return format.equals(CsvFormat.NAME);
  }

  /** Whether options name columns of a table. */
  public boolean hasNames() {
    return isTable() && CsvColumns.areNamed(arguments);
  }

  /** Returns the columns of a table by their names; null where options name none, or not yet. */
  public CsvColumns columns() {
    return hasNames() ? ((HeaderParser) withBase(IndexBase.ZERO).parser()).columns() : null;
  }

  /** Whether each row has the number of columns of all rows with it. */
  public boolean hasColumns() {
    return isSageMaker();
  }

  /**
   * Checks that files can be read with these settings, and says what they assume.
   *
   * @throws InvalidSettingException when they can't
   */
  public void check() {
    if (isRowBlock()) {
      indexType();
    } else if (isSageMaker()) {
      requireNoArguments();
    } else {
      parser();
      if (isTable()
          && !arguments.containsKey(CsvFormat.LABEL_COLUMN)
          && !arguments.containsKey(CsvColumns.LABEL)
          && !NO_LABELS.equals(arguments.get(LABELS))) {
        Notes.say(
            "csv without label_column: all labels are 0; label_column=0 takes them from the first"
                + " column, libsvm.labels=none says that there are none");
      }
    }
  }

  private void requireNoArguments() {
    if (!arguments.isEmpty()) {
      throw new InvalidSettingException(
          "the format "
              + format
              + " has no argument '"
              + arguments.keySet().iterator().next()
              + "'; it takes none");
    }
  }

  /**
   * Returns the index type of saved row blocks.
   *
   * @throws InvalidSettingException when there are other arguments, or no index type
   */
  IndexType indexType() {
    for (String name : arguments.keySet()) {
      if (!name.equals(INDEX_TYPE)) {
        throw new InvalidSettingException(
            "the format " + ROW_BLOCK + " has no argument '" + name + "'; it takes " + INDEX_TYPE);
      }
    }
    String type =
        SettingType.choose(
            INDEX_TYPE,
            arguments.getOrDefault(INDEX_TYPE, "uint32"),
            new String[] {"uint32", "uint64"},
            name -> name);
    return type.equals("uint32") ? IndexType.UINT32 : IndexType.UINT64;
  }

  /**
   * Creates a parser.
   *
   * @throws InvalidSettingException when the settings are invalid, such as an undecided base
   */
  public LineParser parser() {
    if (base == IndexBase.AUTO) {
      throw new InvalidSettingException(
          LibSvmConf.INDEX_BASE
              + " is auto: a reader of a part of the input can't decide it; set 0 or 1 (the command"
              + " stats tells which)");
    }
    try {
      return TextFormats.parser(
          format, new TextOptions(mode, base.first(), features - 1, arguments));
    } catch (IllegalArgumentException e) {
      var invalid = new InvalidSettingException(explain(e));
      invalid.initCause(e);
      throw invalid;
    }
  }

  private String explain(IllegalArgumentException e) {
    return TextFormats.all().containsKey(format)
        ? e.getMessage()
        : String.format(
            "%s is '%s'; it takes one of %s",
            LibSvmConf.FORMAT, format, String.join(", ", formats()));
  }

  /** Returns the names of all formats. */
  public static List<String> formats() {
    var names = new ArrayList<>(TextFormats.namesOfRows());
    names.add(ROW_BLOCK);
    names.add(SAGE_MAKER);
    return names;
  }
}
