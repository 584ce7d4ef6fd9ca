// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.row;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.sparse.text.CsvColumns;
import dev.recordio.sparse.text.HeaderParser;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Reads the first lines of CSV files whose columns have names. */
public final class CsvHeaders {
  private static final int FIRST_READ = 1 << 12;
  private static final int MAX_BYTES = 1 << 20;

  private CsvHeaders() {}

  /**
   * Sets, where options name columns, the key {@link LibSvmConf#CSV_NAMES} by the first file that
   * has a line, so that the tasks have the same columns whatever their order in a file; and the
   * number of columns. Says what the columns are. Without effect on other input, and where the key
   * is set.
   *
   * @throws InvalidSettingException when a column that an option names is not there
   */
  public static void nameColumns(Configuration conf, List<FileStatus> files) throws IOException {
    TextSettings settings = TextSettings.of(conf);
    if (!settings.hasNames() || LibSvmConf.CSV_NAMES.isSet(conf) || files.isEmpty()) {
      return;
    }
    var parser = (HeaderParser) settings.withBase(IndexBase.ZERO).parser();
    var opener = new InputOpener(conf);
    for (FileStatus file : files) {
      try {
        read(opener, settings.format(), file.getPath(), parser);
      } catch (IllegalArgumentException e) {
        throw new InvalidSettingException(file.getPath() + ": " + e.getMessage());
      }
      if (parser.columns() != null) {
        set(conf, parser.columns());
        say(file.getPath(), parser);
        return;
      }
    }
    throw new MalformedRecordException(
        "no columns", files.get(0).getPath().toString(), 0, 1, "a line", "the end of the file");
  }

  private static void set(Configuration conf, CsvColumns columns) {
    LibSvmConf.CSV_NAMES.set(conf, CsvColumns.list(columns.names()));
    if (!columns.ignored().isEmpty()) {
      LibSvmConf.CSV_IGNORE.set(conf, CsvColumns.list(columns.ignored()));
    }
    if (!columns.categorical().isEmpty()) {
      LibSvmConf.CSV_CATEGORICAL.set(conf, CsvColumns.list(columns.categorical()));
    }
    if (LibSvmConf.FEATURES.getLong(conf) == 0) {
      LibSvmConf.FEATURES.set(conf, columns.size());
    }
  }

  private static void say(Path file, HeaderParser parser) {
    CsvColumns columns = parser.columns();
    Notes.say(
        String.format(
            Locale.ROOT,
            "%s: %,d columns of numbers%s",
            parser.hasHeader()
                ? "the columns have the names of the header of " + file
                : "no header in " + file + ", so the columns are c0, c1 and so on",
            columns.numbers().size(),
            columns.categorical().isEmpty()
                ? ""
                : String.format(
                    Locale.ROOT,
                    ", then %,d for the hashes of %,d categorical ones",
                    1L << columns.hashBits(),
                    columns.categorical().size())));
  }

  /** Gives a parser the beginning of a file. */
  static void read(InputOpener opener, String format, Path file, HeaderParser parser)
      throws IOException {
    try (ChunkReader in = opener.pieces(new InputRange(file, 0, Long.MAX_VALUE))) {
      for (int bytes = FIRST_READ; bytes <= MAX_BYTES; bytes *= 4) {
        in.fill(0, bytes, bytes);
        int length = Math.min(bytes, in.filled());
        TextRowReader.requireText(
            format, file, in.buffer(), Math.min(FileSignature.HEAD_BYTES, length));
        if (parser.header(in.buffer(), length, length < bytes)) {
          return;
        }
      }
    } catch (MalformedRecordException e) {
      throw e.at(file.toString());
    }
    throw new MalformedRecordException(
        "header",
        file.toString(),
        0,
        1,
        "a line end in the first " + MAX_BYTES + " bytes, for the names of columns",
        "none");
  }
}
