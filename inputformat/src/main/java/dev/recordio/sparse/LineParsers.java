// SPDX-License-Identifier: Apache-2.0
package dev.recordio.sparse;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;

/** Makes parsers. The grammars stand in docs/libsvm.md. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public final class LineParsers {
  private LineParsers() {}

  /** Makes a parser of {@code label[:weight] [qid:id] index[:value] ...}. */
  public static LineParser libSvm(ParseOptions options) {
    return options.mode() == ParseMode.DMLC
        ? new DmlcLibSvmParser(options)
        : new LibSvmParser(options);
  }

  /** Makes a parser of {@code label[:weight] field:index[:value] ...}. */
  public static LineParser libFm(ParseOptions options) {
    return options.mode() == ParseMode.DMLC
        ? new DmlcLibFmParser(options)
        : new LibFmParser(options);
  }

  /** Makes a parser of cells between delimiters. */
  public static LineParser csv(CsvOptions options) {
    return options.mode() == ParseMode.DMLC ? new DmlcCsvParser(options) : new CsvParser(options);
  }
}
