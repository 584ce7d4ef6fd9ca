// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.bytes.NameText;
import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.rows.stats.TextGuess;
import dev.recordio.store.manifest.StorePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** What an input is: by its format if one is given, else by its folder, first bytes and name. */
enum InputKind {
  /** Files of records. */
  RECORDS,
  /** Files of sparse rows. */
  ROWS,
  /** A record store. */
  STORE;

  private static final Map<String, String> FORMATS =
      Map.of(
          "csv", "csv",
          "libsvm", "libsvm",
          "svm", "libsvm",
          "svmlight", "libsvm",
          "libfm", "libfm",
          "libffm", "libfm",
          "ffm", "libfm");

  private static final int LOOK = 4096;

  /**
   * Recognizes an input. Where it is text, {@code libsvm.format} is set, unless it is already.
   *
   * @throws MalformedRecordException when the first file is none of these
   * @throws FileNotFoundException when there is no such input, or no file in it
   */
  static InputKind of(Configuration conf, List<Path> paths) throws IOException {
    if (conf.get(LibSvmConf.FORMAT.key()) != null) {
      return ROWS;
    }
    Path path = paths.get(0);
    if (paths.size() == 1 && path.getFileSystem(conf).exists(new StorePaths(path).manifests())) {
      return STORE;
    }
    FileStatus first = null;
    for (FileStatus file : InputListing.listWithEmpty(conf, paths, null)) {
      first = first == null || first.getLen() == 0 && file.getLen() > 0 ? file : first;
    }
    if (first == null) {
      throw new FileNotFoundException("the input has no files: " + path);
    }
    String suffix = suffix(first.getPath().getName());
    String format = FORMATS.get(suffix);
    if (first.getLen() > 0 && !suffix.equals("rec")) {
      format = format(conf, first.getPath(), format);
    }
    if (format == null) {
      return RECORDS;
    }
    LibSvmConf.FORMAT.set(conf, format);
    return ROWS;
  }

  /** Returns the ending of a name, without the one of a codec. */
  private static String suffix(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|bz2|zst|deflate|lz4)$", "");
    return plain.substring(plain.lastIndexOf('.') + 1);
  }

  /** Returns the format that a file has by its first bytes and its name; null for records. */
  private static String format(Configuration conf, Path file, String named) throws IOException {
    try (ChunkReader in = InputOpener.pieces(conf, new InputRange(file, 0, Long.MAX_VALUE))) {
      in.fill(0, LOOK, LOOK);
      byte[] head = in.buffer();
      int length = Math.min(LOOK, in.filled());
      if (FileSignature.of(head, length) == FileSignature.RECORD_IO) {
        return null;
      }
      if (length > 0 && !RowInputs.isText(conf, file)) {
        throw new MalformedRecordException(
            "neither records nor rows",
            file.toString(),
            0,
            -1,
            "a RecordIO file, text, or the folder of a record store",
            "bytes of another kind" + FileSignature.hint(head, length));
      }
      String text = new String(head, 0, length, StandardCharsets.UTF_8);
      return named == null ? guess(file, text) : named;
    }
  }

  private static String guess(Path file, String text) {
    String usual = LibSvmConf.FORMAT.definition().defaultValue();
    String format = TextGuess.of(text);
    if (format == null || format.equals(usual)) {
      return usual;
    }
    String name = NameText.shown(file.toString());
    Notes.say(name + " is taken for " + format + ", by its first line; --format says otherwise");
    return format;
  }
}
