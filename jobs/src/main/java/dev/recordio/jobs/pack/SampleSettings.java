// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.sample.SampleFormat;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.PackConf.BoxFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Checks that the keys about formats of samples fit each other. */
final class SampleSettings {
  private static final List<SampleConf> FIELDS =
      List.of(SampleConf.IMAGE_FIELD, SampleConf.LABEL_FIELD, SampleConf.KEY_FIELD);

  private SampleSettings() {}

  /** Checks the keys together, before anything is read. */
  static void check(Configuration conf) {
    SampleFormat format = SampleFormat.of(conf);
    boolean raw = SampleConf.RAW.getBoolean(conf);
    if (format != null) {
      refuse(conf, PackConf.LIST, "--from " + format + ": it names files");
      refuse(conf, PackConf.EXTENSIONS, "--from " + format + ": samples are no files");
    }
    BoxFormat boxes = BoxFormat.of(SampleConf.FROM.getChoice(conf));
    if (boxes != null) {
      refuse(conf, PackConf.LIST, "--from " + boxes + ": annotations name images");
      refuse(conf, PackConf.EXTENSIONS, "--from " + boxes + ": annotations name images");
    }
    if (boxes == BoxFormat.YOLO) {
      refuse(conf, PackConf.ROOT, "--from yolo: INPUT is the folder of the images");
    }
    boolean files = SampleConf.FROM.getChoice(conf).equals("files");
    for (SampleConf field : FIELDS) {
      if (files) {
        refuse(conf, field, "--from files: name the format, such as --from parquet");
      }
      if (raw) {
        refuse(conf, field, "--raw: payloads are packed whole");
      }
    }
    if (raw && (files || boxes != null || format != null && !format.isOpaque())) {
      throw new InvalidSettingException("--raw is for --from tfrecord and arrayrecord only");
    }
    if (raw && PackConf.HEADER.getChoice(conf).equals("image")) {
      throw new InvalidSettingException(
          "--raw and --header image exclude each other: payloads are packed as they are");
    }
    if (raw && PixelSettings.isWanted(conf)) {
      throw new InvalidSettingException(
          "--raw and options for pixels, such as --resize, exclude each other");
    }
  }

  /**
   * Checks the keys by what was found.
   *
   * @param samples how many samples there are
   * @param others how many records are of something else than TFRecord and ArrayRecord
   */
  static void checkFound(Configuration conf, long samples, long others) {
    if (samples == 0) {
      for (SampleConf field : FIELDS) {
        refuse(conf, field, "files: no input is a data set with fields (--from names its format)");
      }
    }
    if (others > 0 && SampleConf.RAW.getBoolean(conf)) {
      throw new InvalidSettingException(
          "--raw is for TFRecord and ArrayRecord files, and some inputs are none (--from tfrecord,"
              + " or arrayrecord, takes no others)");
    }
  }

  private static void refuse(Configuration conf, ConfKey key, String why) {
    if (!key.get(conf).isEmpty()) {
      String option = key.key().substring(key.key().lastIndexOf('.') + 1);
      throw new InvalidSettingException("--" + option + " has no use beside " + why);
    }
  }
}
