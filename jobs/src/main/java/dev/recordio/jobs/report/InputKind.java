// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.bytes.FileSignature;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.rows.TextGuess;
import dev.recordio.store.manifest.StorePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    String format = TextGuess.ofName(first.getPath());
    if (first.getLen() > 0 && !TextGuess.suffix(first.getPath()).equals("rec")) {
      format = format(conf, first.getPath());
    }
    if (format == null) {
      return RECORDS;
    }
    LibSvmConf.FORMAT.set(conf, format);
    return ROWS;
  }

  /** Returns the format that a file has by its first bytes and its name; null for records. */
  private static String format(Configuration conf, Path file) throws IOException {
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
      return TextGuess.ofNamed(file, new String(head, 0, length, StandardCharsets.UTF_8));
    }
  }
}
