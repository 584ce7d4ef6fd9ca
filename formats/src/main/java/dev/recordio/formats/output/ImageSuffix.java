// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.conf.InvalidSettingException;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** The suffix of the names of images: by their content, or the configured one. */
public final class ImageSuffix {
  private static final Pattern VALID =
      Pattern.compile("[A-Za-z0-9]{1,16}(?:[._-][A-Za-z0-9]{1,16}){0,3}");

  private final String configured;

  private ImageSuffix(String configured) {
    this.configured = configured;
  }

  /**
   * Returns the configured suffix.
   *
   * @param taken suffixes that other files have
   * @throws InvalidSettingException when it is none
   */
  public static ImageSuffix of(Configuration conf, Set<String> taken) {
    String suffix = OutputConf.EXT.get(conf);
    if (!suffix.isEmpty() && (!VALID.matcher(suffix).matches() || taken.contains(suffix))) {
      throw new InvalidSettingException(
          OutputConf.EXT
              + " is '"
              + suffix
              + "': expected letters and digits, such as jpg"
              + (taken.isEmpty() ? "" : ", and none of " + String.join(", ", taken)));
    }
    return new ImageSuffix(suffix);
  }

  /** Returns the suffix of a record's image, without the dot. */
  public String of(SampleRecord record) {
    return configured.isEmpty() ? record.content().suffix() : configured;
  }

  /** Whether all images have the same one, whatever their content. */
  public boolean isFixed() {
    return !configured.isEmpty();
  }
}
