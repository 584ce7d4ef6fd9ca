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
          + " MosaicML's if they are named directly, or if a folder has nothing else), files"
          + " (each file is a record), a format of samples with image, labels and perhaps a key,"
          + " or annotations with boxes (coco, voc, yolo)."),
  RAW(
      "recordio.pack.raw",
      "false",
      flag(),
      "Take payloads of TFRecord and ArrayRecord files as they are, without a header."),
  IMAGE_FIELD(
      "recordio.pack.image-field",
      "",
      text(),
      "The field with the image: a suffix of WebDataset's members, a feature, or a column."
          + " Default: the format's usual one."),
  LABEL_FIELD(
      "recordio.pack.label-field",
      "",
      text(),
      "The field with the label or labels; dots separate nested names. Default: the"
          + " format's usual one."),
  KEY_FIELD(
      "recordio.pack.key-field",
      "",
      text(),
      "The field with the key. Default: the format's usual one, else the sample's number in"
          + " the input.");

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
