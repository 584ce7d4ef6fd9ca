// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.images.ImageConf;
import dev.recordio.images.codec.ImageColor;
import dev.recordio.images.codec.ImageEncoding;
import dev.recordio.images.resample.Interpolation;
import dev.recordio.images.transcode.TranscodeOptions;
import dev.recordio.images.transcode.Transcoder;
import dev.recordio.jobs.pack.source.PackConf;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** What pack makes of the pixels of images, from its keys. */
final class PixelSettings {
  private static final List<PackConf> FLAGS = List.of(PackConf.NO_ENLARGE, PackConf.CENTER_CROP);

  /** Keys that are empty where they are not set. */
  private static final List<PackConf> TEXTS =
      List.of(PackConf.QUALITY, PackConf.ENCODING, PackConf.COLOR, PackConf.INTER);

  private PixelSettings() {}

  /** Whether images are decoded and encoded again; else files are packed byte for byte. */
  static boolean isWanted(Configuration conf) {
    return PackConf.RESIZE.getInt(conf) > 0
        || FLAGS.stream().anyMatch(key -> key.getBoolean(conf))
        || TEXTS.stream().anyMatch(key -> !key.get(conf).isEmpty());
  }

  /**
   * Checks the keys together, and that the codec is there, before anything is read.
   *
   * @throws InvalidSettingException with all that is wrong
   */
  static void check(Configuration conf) {
    var faults = new ArrayList<String>();
    var keys = new ArrayList<ConfKey>(List.of(PackConf.RESIZE, PackConf.SEED));
    keys.addAll(FLAGS);
    keys.addAll(TEXTS);
    keys.addAll(List.of(ImageConf.values()));
    keys.forEach(key -> collect(faults, () -> key.get(conf)));
    if (faults.isEmpty() && isWanted(conf)) {
      collect(faults, () -> of(conf));
      collect(faults, () -> ImageConf.checkCodec(conf));
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingException(String.join("; ", faults));
    }
  }

  private static void collect(List<String> faults, Runnable check) {
    try {
      check.run();
    } catch (InvalidSettingException e) {
      faults.add(e.getMessage());
    }
  }

  /** Creates what makes the images, for one task; null when nothing is wanted of their pixels. */
  static Transcoder newTranscoder(Configuration conf) {
    return isWanted(conf)
        ? new Transcoder(
            of(conf), ImageConf.newCodec(conf), ImageConf.decoding(conf, ImageColor.COLOR))
        : null;
  }

  /**
   * Returns the options.
   *
   * @throws InvalidSettingException when the encoding does not take the quality
   */
  static TranscodeOptions of(Configuration conf) {
    ImageEncoding encoding =
        PackConf.ENCODING.get(conf).isEmpty()
            ? ImageEncoding.JPEG
            : PackConf.ENCODING.getOneOf(conf, ImageEncoding.values(), ImageEncoding::extension);
    return new TranscodeOptions(
        PackConf.RESIZE.getInt(conf),
        !PackConf.NO_ENLARGE.getBoolean(conf),
        PackConf.CENTER_CROP.getBoolean(conf),
        encoding,
        quality(conf, encoding),
        color(conf),
        interpolation(conf),
        PackConf.SEED.getLong(conf));
  }

  private static int quality(Configuration conf, ImageEncoding encoding) {
    if (PackConf.QUALITY.get(conf).isEmpty()) {
      return TranscodeOptions.defaultQuality(encoding);
    }
    int quality = PackConf.QUALITY.getInt(conf);
    if (quality > TranscodeOptions.maxQuality(encoding)) {
      throw new InvalidSettingException(
          PackConf.QUALITY
              + " is '"
              + quality
              + "'; of "
              + encoding.extension()
              + " it is the level of compression, 0 to "
              + TranscodeOptions.maxQuality(encoding)
              + " (im2rec.py takes more, and means "
              + TranscodeOptions.maxQuality(encoding)
              + ")");
    }
    return quality;
  }

  private static ImageColor color(Configuration conf) {
    return switch (PackConf.COLOR.get(conf)) {
      case "0" -> ImageColor.GRAY;
      case "-1" -> ImageColor.UNCHANGED;
      default -> ImageColor.COLOR;
    };
  }

  private static Interpolation interpolation(Configuration conf) {
    String number = PackConf.INTER.get(conf);
    return number.isEmpty() ? Interpolation.BILINEAR : Interpolation.of(Integer.parseInt(number));
  }
}
