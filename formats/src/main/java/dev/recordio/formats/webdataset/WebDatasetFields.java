// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.webdataset;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.formats.Sample;
import dev.recordio.formats.SampleFields;
import dev.recordio.formats.SampleJson;
import dev.recordio.formats.SampleText;
import dev.recordio.formats.webdataset.WebDatasetSample.Member;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which members of WebDataset's samples have the image, the label and the key.
 *
 * <p>A field is a suffix, or a suffix and the name of something in its JSON: {@code json.meta.age}.
 * Of several suffixes that fit the longest is taken: {@code seg.json} is that member, if a sample
 * has one, and else {@code json} in the JSON of {@code seg}.
 */
public final class WebDatasetFields {
  /** The largest label or JSON; they are read into memory beside the image. */
  private static final int MAX_TEXT = 16 << 20;

  /** Members shown in an error. */
  private static final int MAX_SHOWN = 8;

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

  public WebDatasetFields(SampleFields fields) {
    image = fields.image().toLowerCase(Locale.ROOT);
    label = fields.label();
    key = fields.key();
    labelled = fields.labelled();
  }

  /**
   * Chooses the members that are read.
   *
   * @param end of the last member, for a sample without any
   * @throws MalformedRecordException without a name, when one is missing
   */
  public WebDatasetSample choose(List<Member> members, boolean compressed, long end)
      throws MalformedRecordException {
    Member images = imageOf(members);
    Member labels = labelled ? labelOf(members) : null;
    Member keys = resolve(members, key.isEmpty() ? JSON : key);
    String missing = null;
    if (images == null) {
      missing =
          image.isEmpty()
              ? "with an image's suffix: jpg, png, webp, ... (another one: --image-field)"
              : "with the suffix " + image;
    } else if (labelled && labels == null) {
      missing =
          label.isEmpty()
              ? ".cls or .json with the label (another member: --label-field; to pack without"
                  + " labels: --header none)"
              : "for the label field " + label;
    } else if (!key.isEmpty() && keys == null) {
      missing = "for the key field " + key;
    }
    if (missing != null) {
      long offset = members.isEmpty() ? end : members.get(0).offset();
      throw malformed(offset, "a member " + missing, found(members));
    }
    var read =
        members.stream()
            .map(
                member ->
                    member.as(
                        (member == images ? WebDatasetSample.IMAGE : 0)
                            | (member == labels ? WebDatasetSample.LABEL : 0)
                            | (member == keys ? WebDatasetSample.KEY : 0)))
            .filter(member -> member.role() != 0)
            .toList();
    return new WebDatasetSample(compressed, read);
  }

  private static String found(List<Member> members) {
    String shown =
        members.stream()
            .limit(MAX_SHOWN)
            .map(member -> "." + member.field())
            .collect(Collectors.joining(" "));
    return shown + (members.size() > MAX_SHOWN ? " and more" : "");
  }

  /** Returns an error about a sample, without its name. */
  public static MalformedRecordException malformed(long offset, String expected, String found) {
    return new MalformedRecordException("malformed sample", null, offset, -1, expected, found);
  }

  private Member imageOf(List<Member> members) {
    if (!image.isEmpty()) {
      return find(members, image);
    }
    for (Member member : members) {
      if (IMAGES.contains(member.suffix())) {
        return member;
      }
    }
    return find(members, UNKNOWN);
  }

  private Member labelOf(List<Member> members) {
    if (!label.isEmpty()) {
      return resolve(members, label);
    }
    Member cls = find(members, SampleFields.CLS);
    return cls == null ? find(members, JSON) : cls;
  }

  /** Returns the member of a suffix, in lower case; null when there is none. */
  private static Member find(List<Member> members, String suffix) {
    for (Member member : members) {
      if (member.suffix().equals(suffix)) {
        return member;
      }
    }
    return null;
  }

  private static Member resolve(List<Member> members, String field) {
    Member best = null;
    for (Member member : members) {
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
  private static String pathIn(String field, Member member) {
    int length = member.suffix().length();
    return field.length() <= length ? "" : field.substring(length + 1);
  }

  /**
   * Checks that a label or key is not too long to be read.
   *
   * @throws MalformedRecordException without a name
   */
  public static void checkText(Member member) throws MalformedRecordException {
    if (member.length() > MAX_TEXT) {
      throw malformed(
          member.offset(), "at most " + MAX_TEXT + " bytes of text", member.length() + " bytes");
    }
  }

  /**
   * Reads the labels, and the key, that a member has; nothing of the image.
   *
   * @param from index of the first byte of its content
   * @throws MalformedRecordException without a name
   */
  public void read(Member member, byte[] bytes, int from, Sample sample)
      throws MalformedRecordException {
    if ((member.role() & ~WebDatasetSample.IMAGE) == 0) {
      return;
    }
    checkText(member);
    var content = new Text(member, bytes, from, sample);
    if ((member.role() & WebDatasetSample.LABEL) != 0) {
      addLabels(content);
    }
    if ((member.role() & WebDatasetSample.KEY) != 0) {
      setKey(content);
    }
  }

  private void addLabels(Text content) throws MalformedRecordException {
    String path = pathIn(label, content.member);
    String suffix = content.member.suffix();
    if (!path.isEmpty()) {
      SampleJson.addLabels(content.field(path), path, content.offset(), content.sample);
    } else if (suffix.equals(JSON) || suffix.endsWith(".json")) {
      addUsualLabels(content);
    } else if (suffix.equals(SampleFields.CLS) || isWhole(suffix)) {
      SampleText.addWhole(
          content.bytes, content.from, content.count, content.offset(), content.sample);
    } else {
      SampleText.addNumbers(
          content.bytes, content.from, content.count, content.offset(), content.sample);
    }
  }

  /** Suffixes that WebDataset reads as whole numbers, besides {@code cls}. */
  private static boolean isWhole(String suffix) {
    return suffix.equals("id") || suffix.equals("index");
  }

  private static void addUsualLabels(Text content) throws MalformedRecordException {
    for (String name : List.of(SampleFields.LABELS, SampleFields.LABEL)) {
      JsonNode labels = content.json().get(name);
      if (labels != null) {
        SampleJson.addLabels(labels, name, content.offset(), content.sample);
        return;
      }
    }
    throw content.malformed(
        "'labels' or 'label' (another field: --label-field json.NAME; to pack without labels:"
            + " --header none)");
  }

  private void setKey(Text content) throws MalformedRecordException {
    Sample sample = content.sample;
    if (key.isEmpty()) {
      setOwnKey(content);
      return;
    }
    String path = pathIn(key, content.member);
    if (!path.isEmpty()) {
      sample.setKey(SampleJson.key(content.field(path), path, content.offset()));
    } else if (content.member.suffix().equals(JSON)) {
      sample.setKey(
          SampleJson.key(content.field(SampleFields.KEY), SampleFields.KEY, content.offset()));
    } else {
      String digits =
          new String(content.bytes, content.from, content.count, StandardCharsets.UTF_8).strip();
      try {
        sample.setKey(SampleText.key(digits));
      } catch (NumberFormatException e) {
        throw new MalformedRecordException(
            "malformed key", null, content.offset(), -1, e.getMessage(), SampleText.found(digits));
      }
    }
  }

  /** Other programs' keys may be any string, which no record can have: its number is its key. */
  private static void setOwnKey(Text content) throws MalformedRecordException {
    JsonNode key = content.json().get(SampleFields.KEY);
    if (key != null && (!key.isTextual() || isDigits(key.textValue()))) {
      content.sample.setKey(SampleJson.key(key, SampleFields.KEY, content.offset()));
    }
    JsonNode id2 = content.json().get(SampleFields.ID2);
    if (id2 != null) {
      content.sample.setId2(SampleJson.key(id2, SampleFields.ID2, content.offset()));
    }
    JsonNode header = content.json().get(SampleFields.HEADER);
    if (header != null && header.isTextual()) {
      content.sample.setHeader(header.textValue());
    }
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** A label's or key's member, and the JSON in it once it is asked for. */
  private static final class Text {
    private final Member member;
    private final byte[] bytes;
    private final int from;
    private final int count;
    private final Sample sample;
    private JsonNode json;

    Text(Member member, byte[] bytes, int from, Sample sample) {
      this.member = member;
      this.bytes = bytes;
      this.from = from;
      this.count = (int) member.length();
      this.sample = sample;
    }

    long offset() {
      return member.offset();
    }

    JsonNode json() throws MalformedRecordException {
      if (json == null) {
        json = SampleJson.parse(bytes, from, count, member.offset());
      }
      return json;
    }

    JsonNode field(String path) throws MalformedRecordException {
      JsonNode found = SampleJson.find(json(), path);
      if (found == null) {
        throw malformed("a field '" + path + "'");
      }
      return found;
    }

    MalformedRecordException malformed(String expected) {
      return WebDatasetFields.malformed(member.offset(), expected, "JSON without it");
    }
  }
}
