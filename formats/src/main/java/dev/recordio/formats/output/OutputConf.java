// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The keys of formats that records are written in. */
public enum OutputConf implements ConfKey {
  HEADER(
      "recordio.export.header",
      "auto",
      oneOf("auto", "image", "none"),
      "What payloads begin with: image (the image header: labels and keys are exported, and"
          + " the image alone), none (payloads are exported as they are), auto (image if every"
          + " record has such a header, none if no record has)."),
  RAW(
      "recordio.export.raw",
      "false",
      flag(),
      "Write payloads as they are, image header included; for tfrecord and arrayrecord."),
  EXT(
      "recordio.export.ext",
      "",
      text(),
      "The suffix of all images, without a dot; by default by their content: jpg, png,"
          + " webp, and so on, else bin."),
  CLASS_NAMES(
      "recordio.export.class-names",
      "",
      text(),
      "A file with the names of labels 0, 1, 2, ..., one a line, for formats that can hold them:"
          + " parquet, tfrecord, arrayrecord, webdataset, and folder (as names of folders). By"
          + " default the names in the _pack.json of the input, if any."),
  GROUP_SIZE(
      "recordio.export.group-size",
      "1",
      whole(1, 1 << 20),
      "How many records an ArrayRecord chunk has. A chunk is read as a whole: with 1, each"
          + " record can be read alone."),
  ROW_GROUP_ROWS(
      "recordio.export.row-group-rows",
      "100",
      whole(1, Integer.MAX_VALUE),
      "The most rows of a Parquet row group; a row group has at most 64 MB, too."),
  CODEC(
      "recordio.export.codec",
      "uncompressed",
      text(
          "uncompressed, none, snappy, gzip, zstd or zstd:LEVEL, with a level from 1 to 22",
          OutputConf::levelOf,
          "uncompressed",
          "none",
          "snappy",
          "gzip",
          "zstd"),
      "The compression of Parquet columns (not of images: they are compressed already) and of"
          + " ArrayRecord chunks, for which it is none, snappy or zstd.");

  private static final String LEVEL = ":"; // what comes before it
  private static final int MAX_LEVEL = 22;

  private final Definition definition;

  OutputConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  /** Returns the name of the codec, in lower case and without a level. */
  public static String codecName(Configuration conf) {
    return CODEC.get(conf).toLowerCase(Locale.ROOT).split(LEVEL, 2)[0];
  }

  /** Returns the level of the codec; 0 where none is given. */
  public static int codecLevel(Configuration conf) {
    return levelOf(CODEC.get(conf));
  }

  private static int levelOf(String codec) {
    String[] parts = codec.toLowerCase(Locale.ROOT).split(LEVEL, 2);
    boolean hasLevel = parts.length == 2 && parts[0].equals("zstd");
    int level = hasLevel ? Integer.parseInt(parts[1]) : 0;
    boolean isName = parts.length == 1 && CODEC.definition().type().words().contains(parts[0]);
    if (!isName && (!hasLevel || level < 1 || level > MAX_LEVEL)) {
      throw new IllegalArgumentException(codec);
    }
    return level;
  }

  @Override
  public Definition definition() {
    return definition;
  }

  @Override
  public String toString() {
    return key();
  }
}
