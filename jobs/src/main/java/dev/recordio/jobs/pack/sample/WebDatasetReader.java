// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.pack.source.PayloadBuilder;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceReader;
import dev.recordio.wire.RecordIOFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Progressable;

/**
 * Reads the samples that a {@link WebDatasetScan} has found: of each the members that are needed,
 * in one read where little is between them.
 */
final class WebDatasetReader implements SampleReader {
  /** Bytes between the members of a sample that are read rather than skipped. */
  private static final int MAX_GAP = 1 << 16;

  /** The largest label or JSON; they are read into memory beside the image. */
  private static final int MAX_TEXT = 16 << 20;

  private static final String KEY = "key";
  private static final String ID2 = "id2";
  private static final String[] LABELS = {"labels", "label"};

  private final WebDatasetFields fields;
  private final SourceReader content;
  private final Source slice = new Source();
  private final PayloadBuilder text = new PayloadBuilder();

  WebDatasetReader(Configuration conf, Progressable progress) throws IOException {
    fields = WebDatasetFields.of(conf);
    content = new SourceReader(conf, progress);
  }

  @Override
  public void read(Source source, Sample sample) throws IOException {
    WebDatasetMember.Wanted wanted = WebDatasetMember.Wanted.of(source);
    if (wanted.compressed() || !readAtOnce(source, wanted, sample)) {
      readEach(source, wanted, sample);
    }
  }

  /** Reads all members in one read; false when that is too much. */
  private boolean readAtOnce(Source source, WebDatasetMember.Wanted wanted, Sample sample)
      throws IOException {
    long from = Long.MAX_VALUE;
    long to = 0;
    for (WebDatasetMember member : wanted.members()) {
      from = Math.min(from, member.offset());
      to = Math.max(to, member.offset() + member.length());
    }
    PayloadBuilder all = sample.image();
    int start = all.length();
    boolean few = to - from - source.length <= MAX_GAP;
    if (!few || start + to - from > RecordIOFormat.MAX_PAYLOAD_BYTES) {
      return false;
    }
    slice(source, source.name, from, to - from);
    content.read(slice, all);
    int image = 0;
    for (int i = 0; i < wanted.members().size(); i++) {
      WebDatasetMember member = wanted.members().get(i);
      int at = start + (int) (member.offset() - from);
      if ((wanted.roles().get(i) & WebDatasetMember.IMAGE) != 0) {
        image = at;
      }
      parse(source, member, wanted.roles().get(i), all.bytes(), at, sample);
    }
    all.keep(image, (int) source.length);
    return true;
  }

  private void readEach(Source source, WebDatasetMember.Wanted wanted, Sample sample)
      throws IOException {
    for (int i = 0; i < wanted.members().size(); i++) {
      WebDatasetMember member = wanted.members().get(i);
      int role = wanted.roles().get(i);
      String name = source.name + "." + member.field();
      if (wanted.compressed()) {
        slice
            .set(
                Source.Kind.TAR_ENTRY,
                source.path,
                name,
                0,
                member.length(),
                member.ordinal(),
                member.length())
            .within(source);
      } else {
        slice(source, name, member.offset(), member.length());
      }
      boolean image = (role & WebDatasetMember.IMAGE) != 0;
      if (!image) {
        checkText(source, member);
      }
      PayloadBuilder target = image ? sample.image() : text;
      if (!image) {
        text.begin(0);
      }
      int at = target.length();
      content.read(slice, target);
      parse(source, member, role, target.bytes(), at, sample);
    }
  }

  private void slice(Source source, String name, long offset, long length) {
    slice.set(Source.Kind.SLICE, source.path, name, offset, length, 0, length).within(source);
  }

  private static void checkText(Source source, WebDatasetMember member)
      throws MalformedRecordException {
    if (member.length() > MAX_TEXT) {
      throw new MalformedRecordException(
          "malformed sample",
          name(source, member),
          member.offset(),
          -1,
          "at most " + MAX_TEXT + " bytes of text",
          member.length() + " bytes");
    }
  }

  private static String name(Source source, WebDatasetMember member) {
    return source.path + "!" + source.name + "." + member.field();
  }

  private void parse(
      Source source, WebDatasetMember member, int role, byte[] bytes, int at, Sample sample)
      throws IOException {
    if ((role & ~WebDatasetMember.IMAGE) == 0) {
      return;
    }
    checkText(source, member);
    var content = new Text(member, bytes, at, (int) member.length(), sample);
    try {
      if ((role & WebDatasetMember.LABEL) != 0) {
        addLabels(content);
      }
      if ((role & WebDatasetMember.KEY) != 0) {
        setKey(content);
      }
    } catch (MalformedRecordException e) {
      throw e.at(name(source, member));
    }
  }

  private void addLabels(Text content) throws MalformedRecordException {
    String path = WebDatasetFields.pathIn(fields.label(), content.member);
    String suffix = content.member.suffix();
    if (!path.isEmpty()) {
      JsonFields.addLabels(content.field(path), path, content.offset(), content.sample);
    } else if (suffix.equals(WebDatasetFields.JSON) || suffix.endsWith(".json")) {
      addUsualLabels(content);
    } else if (suffix.equals(WebDatasetFields.CLS) || isWhole(suffix)) {
      TextLabels.addWhole(
          content.bytes, content.from, content.count, content.offset(), content.sample);
    } else {
      TextLabels.addNumbers(
          content.bytes, content.from, content.count, content.offset(), content.sample);
    }
  }

  /** Suffixes that WebDataset reads as whole numbers, besides {@code cls}. */
  private static boolean isWhole(String suffix) {
    return suffix.equals("id") || suffix.equals("index");
  }

  private static void addUsualLabels(Text content) throws MalformedRecordException {
    for (String name : LABELS) {
      JsonNode labels = content.json().get(name);
      if (labels != null) {
        JsonFields.addLabels(labels, name, content.offset(), content.sample);
        return;
      }
    }
    throw content.malformed(
        "'labels' or 'label' (another field: --label-field json.NAME; to pack without labels:"
            + " --header none)");
  }

  private void setKey(Text content) throws MalformedRecordException {
    Sample sample = content.sample;
    if (fields.key().isEmpty()) {
      setOwnKey(content);
      return;
    }
    String path = WebDatasetFields.pathIn(fields.key(), content.member);
    if (!path.isEmpty()) {
      sample.setKey(JsonFields.key(content.field(path), path, content.offset()));
    } else if (content.member.suffix().equals(WebDatasetFields.JSON)) {
      sample.setKey(JsonFields.key(content.field(KEY), KEY, content.offset()));
    } else {
      String digits =
          new String(content.bytes, content.from, content.count, StandardCharsets.UTF_8).strip();
      try {
        sample.setKey(KeyText.parse(digits));
      } catch (NumberFormatException e) {
        throw new MalformedRecordException(
            "malformed key", null, content.offset(), -1, e.getMessage(), KeyText.found(digits));
      }
    }
  }

  /** Other programs' keys may be any string, which no record can have: its number is its key. */
  private static void setOwnKey(Text content) throws MalformedRecordException {
    JsonNode key = content.json().get(KEY);
    if (key != null && (!key.isTextual() || isDigits(key.textValue()))) {
      content.sample.setKey(JsonFields.key(key, KEY, content.offset()));
    }
    JsonNode id2 = content.json().get(ID2);
    if (id2 != null) {
      content.sample.setId2(JsonFields.key(id2, ID2, content.offset()));
    }
    JsonNode header = content.json().get(ExactHeader.FIELD);
    if (header != null && header.isTextual()) {
      content.sample.setHeader(ExactHeader.parse(header.textValue()));
    }
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  @Override
  public void close() throws IOException {
    content.close();
  }

  /** A label's or key's member, and the JSON in it once it is asked for. */
  private static final class Text {
    private final WebDatasetMember member;
    private final byte[] bytes;
    private final int from;
    private final int count;
    private final Sample sample;
    private JsonNode json;

    Text(WebDatasetMember member, byte[] bytes, int from, int count, Sample sample) {
      this.member = member;
      this.bytes = bytes;
      this.from = from;
      this.count = count;
      this.sample = sample;
    }

    long offset() {
      return member.offset();
    }

    JsonNode json() throws MalformedRecordException {
      if (json == null) {
        json = JsonFields.parse(bytes, from, count, member.offset());
      }
      return json;
    }

    JsonNode field(String path) throws MalformedRecordException {
      JsonNode found = JsonFields.find(json(), path);
      if (found == null) {
        throw malformed("a field '" + path + "'");
      }
      return found;
    }

    MalformedRecordException malformed(String expected) {
      return new MalformedRecordException(
          "malformed sample", null, member.offset(), -1, expected, "JSON without it");
    }
  }
}
