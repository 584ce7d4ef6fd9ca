// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import static dev.recordio.conf.SettingType.bytes;
import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;
import static dev.recordio.conf.SettingType.whole;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys of export. */
public enum ExportConf implements ConfKey {
  TO("recordio.export.to", "", oneOf(Target.names()), "The format to write."),
  SHARDS(
      "recordio.export.shards",
      "0",
      whole(0, 1_000_000),
      "Number of shards that export writes, with equal numbers of records; 0 means by"
          + " recordio.export.shard-size."),
  SHARD_SIZE(
      "recordio.export.shard-size",
      "512m",
      bytes(1),
      "Size that export aims at for a shard, in bytes of the records that it reads: there are as many"
          + " shards as keep the mean at or below it. Takes k, m, g."),
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
      "Write payloads as they are, image header included; for tfrecord."),
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
      "A file with the names of labels 0, 1, 2, ..., a line each, for formats that have a"
          + " place for them: parquet, tfrecord, webdataset, and folder, whose folders they are."
          + " By default the names that the _pack.json of the input has, if there are any."),
  ROW_GROUP_ROWS(
      "recordio.export.row-group-rows",
      "100",
      whole(1, Integer.MAX_VALUE),
      "The most rows of a row group of Parquet; a row group has at most 64 MB too."),
  CODEC(
      "recordio.export.codec",
      "uncompressed",
      oneOf("uncompressed", "snappy", "gzip", "zstd"),
      "How the columns of Parquet files are compressed, but for the images, which are"
          + " compressed by themselves.");

  private final Definition definition;

  ExportConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
  }

  @Override
  public Definition definition() {
    return definition;
  }

  /** Returns the key as users write it. */
  @Override
  public String toString() {
    return key();
  }
}
