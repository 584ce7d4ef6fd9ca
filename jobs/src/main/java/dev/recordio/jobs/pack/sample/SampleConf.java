// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import static dev.recordio.conf.SettingType.flag;
import static dev.recordio.conf.SettingType.oneOf;
import static dev.recordio.conf.SettingType.text;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;

/** The keys of pack about formats of samples. */
public enum SampleConf implements ConfKey {
  FROM(
      "recordio.pack.from",
      "auto",
      oneOf(SampleFormat.words()),
      "What the inputs are: auto (files and archives; Parquet, TFRecord, ArrayRecord and"
          + " MosaicML's are recognised if they are named directly, or if a folder has nothing"
          + " else), files (each file is a record, whatever it holds), a format of samples with"
          + " image, labels and perhaps a key (in a folder, the files of that format are read),"
          + " or annotations of images with boxes (coco, voc, yolo)."),
  RAW(
      "recordio.pack.raw",
      "false",
      flag(),
      "Payloads of TFRecord and ArrayRecord files become records as they are, without a header."),
  IMAGE_FIELD(
      "recordio.pack.image-field",
      "",
      text(),
      "The field of a sample with the image: a suffix of WebDataset's members, a feature, or a"
          + " column; by default the format's usual one."),
  LABEL_FIELD(
      "recordio.pack.label-field",
      "",
      text(),
      "The field of a sample with the label or labels; in JSON and in groups of columns dots"
          + " separate names; by default the format's usual one."),
  KEY_FIELD(
      "recordio.pack.key-field",
      "",
      text(),
      "The field of a sample with the key; by default the format's usual one, or without one the"
          + " sample's number in the input.");

  private final Definition definition;

  SampleConf(String key, String defaultValue, SettingType type, String description) {
    definition = new Definition(key, defaultValue, type, description);
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
