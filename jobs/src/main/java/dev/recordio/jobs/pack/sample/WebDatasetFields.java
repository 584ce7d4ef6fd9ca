// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.jobs.pack.source.PackConf;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/**
 * Which members of WebDataset's samples have the image, the label and the key.
 *
 * <p>A field is a suffix, or a suffix and the name of something in its JSON: {@code json.meta.age}.
 * Of several suffixes that fit the longest is taken: {@code seg.json} is that member, if a sample
 * has one, and else {@code json} in the JSON of {@code seg}.
 */
final class WebDatasetFields {
  /** The suffix of a label that is a whole number. */
  static final String CLS = "cls";

  /** The suffix of labels, key and whatever else. */
  static final String JSON = "json";

  /** The suffix that export gives to an image of unknown format. */
  private static final String UNKNOWN = "bin";

  private static final Set<String> IMAGES =
      Set.of(
          "jpg", "jpeg", "png", "ppm", "pgm", "pbm", "pnm", "gif", "webp", "bmp", "tif", "tiff",
          "jp2", "avif");

  private final String image;
  private final String label;
  private final String key;
  private final boolean labelled;

  private WebDatasetFields(String image, String label, String key, boolean labelled) {
    this.image = image;
    this.label = label;
    this.key = key;
    this.labelled = labelled;
  }

  /**
   * Returns the configured fields.
   *
   * @throws InvalidSettingException when settings contradict each other
   */
  static WebDatasetFields of(Configuration conf) {
    if (PackConf.RAW.getBoolean(conf)) {
      throw new InvalidSettingException(
          "--raw is for TFRecord files: WebDataset has no payloads of records");
    }
    boolean labelled = !PackConf.HEADER.getChoice(conf).equals("none");
    String label = PackConf.LABEL_FIELD.get(conf);
    if (!labelled && !label.isEmpty()) {
      throw new InvalidSettingException(
          PackConf.LABEL_FIELD + " is " + label + ", but records without a header have no labels");
    }
    return new WebDatasetFields(
        PackConf.IMAGE_FIELD.get(conf).toLowerCase(Locale.ROOT),
        label,
        PackConf.KEY_FIELD.get(conf),
        labelled);
  }

  /** Whether records have labels. */
  boolean labelled() {
    return labelled;
  }

  /** Returns the field with the label; empty for the usual ones. */
  String label() {
    return label;
  }

  /** Returns the field with the key; empty for the usual one. */
  String key() {
    return key;
  }

  /** Returns what the member of the image is called, for errors. */
  String imageText() {
    return image.isEmpty()
        ? "an image's suffix: jpg, png, webp, ... (another one: --image-field)"
        : "the suffix " + image;
  }

  /** Returns the member with the image; null when there is none. */
  WebDatasetMember imageOf(List<WebDatasetMember> members) {
    if (!image.isEmpty()) {
      return find(members, image);
    }
    for (WebDatasetMember member : members) {
      if (IMAGES.contains(member.suffix())) {
        return member;
      }
    }
    return find(members, UNKNOWN);
  }

  /** Returns the member with the labels; null when there is none. */
  WebDatasetMember labelOf(List<WebDatasetMember> members) {
    if (!label.isEmpty()) {
      return resolve(members, label);
    }
    WebDatasetMember cls = find(members, CLS);
    return cls == null ? find(members, JSON) : cls;
  }

  /** Returns the member with the key; null when there is none. */
  WebDatasetMember keyOf(List<WebDatasetMember> members) {
    return resolve(members, key.isEmpty() ? JSON : key);
  }

  /** Returns the member of a suffix, in lower case; null when there is none. */
  static WebDatasetMember find(List<WebDatasetMember> members, String suffix) {
    for (WebDatasetMember member : members) {
      if (member.suffix().equals(suffix)) {
        return member;
      }
    }
    return null;
  }

  private static WebDatasetMember resolve(List<WebDatasetMember> members, String field) {
    WebDatasetMember best = null;
    for (WebDatasetMember member : members) {
      boolean longer = best == null || member.suffix().length() > best.suffix().length();
      if (longer && leadsTo(field, member.suffix())) {
        best = member;
      }
    }
    return best;
  }

  private static boolean leadsTo(String field, String suffix) {
    int length = suffix.length();
    return !suffix.isEmpty()
        && field.regionMatches(true, 0, suffix, 0, length)
        && (field.length() == length || field.charAt(length) == '.');
  }

  /** Returns what of a field follows a member's suffix: a name in its JSON, or nothing. */
  static String pathIn(String field, WebDatasetMember member) {
    int length = member.suffix().length();
    return field.length() <= length ? "" : field.substring(length + 1);
  }
}
