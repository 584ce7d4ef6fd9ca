// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs;

import dev.recordio.sparse.LineParser;
import dev.recordio.sparse.ParseMode;
import dev.recordio.sparse.TextFormats;
import dev.recordio.sparse.TextOptions;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;

/**
 * How text is read, as the keys {@code libsvm.*} say.
 *
 * @param format the name of the format
 * @param base the first index as the text writes it
 * @param mode what happens to text outside of the grammar
 * @param features the number of columns, unsigned; 0 when it is not told
 * @param arguments what else the format is told
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record TextSettings(
    String format, IndexBase base, ParseMode mode, long features, Map<String, String> arguments) {

  /** Returns what the keys say. */
  public static TextSettings of(Configuration conf) {
    return new TextSettings(
        RecordIOConf.LIBSVM_FORMAT.get(conf),
        IndexBase.of(RecordIOConf.LIBSVM_INDEX_BASE.get(conf)),
        RecordIOConf.LIBSVM_MODE.getEnum(conf, ParseMode.class),
        RecordIOConf.LIBSVM_FEATURES.getLong(conf),
        Map.of());
  }

  /**
   * Makes a parser.
   *
   * @throws InvalidSettingException when the settings can't be, an undecided base among them
   */
  public LineParser parser() {
    if (base == IndexBase.AUTO) {
      throw new InvalidSettingException(
          RecordIOConf.LIBSVM_INDEX_BASE
              + " is auto: a reader of a part of the input can't decide it; set 0 or 1 (the command"
              + " stats tells which)");
    }
    try {
      return TextFormats.of(format)
          .parser(new TextOptions(mode, base.first(), features - 1, arguments));
    } catch (IllegalArgumentException e) {
      var invalid = new InvalidSettingException(e.getMessage());
      invalid.initCause(e);
      throw invalid;
    }
  }
}
