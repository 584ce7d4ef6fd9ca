// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.recordio.jobs.report.HealthSection.Verdict;
import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import dev.recordio.jobs.report.tally.RecordSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The section with the records of the sample, which are read again, one at a time: images as
 * thumbnails, others as text.
 */
final class SampleSection {
  private static final int MAX_TEXT = 160;
  private static final int MAX_NAME = 40;

  private final List<SampleReader.Shown> shown;
  private final long broken;
  private final long seed;

  private SampleSection(List<SampleReader.Shown> shown, long seed) {
    this.shown = shown;
    this.seed = seed;
    broken = shown.stream().filter(SampleReader.Shown::isBroken).count();
  }

  /**
   * Reads the records, in the order of their files.
   *
   * @param ofImages whether payloads should be images, so that others are broken
   */
  static SampleSection of(Configuration conf, RecordSample sample, boolean ofImages, long seed)
      throws IOException {
    var sorted = new ArrayList<>(sample.records());
    sorted.sort(
        Comparator.comparing(RecordSample.Drawn::path)
            .thenComparingLong(RecordSample.Drawn::offset));
    var shown = new ArrayList<SampleReader.Shown>();
    try (var reader = new SampleReader(conf, ofImages)) {
      for (RecordSample.Drawn record : sorted) {
        shown.add(reader.read(record));
      }
    }
    return new SampleSection(shown, seed);
  }

  /** Adds the check of the records. */
  void check(HealthSection health) {
    String records = Texts.count(shown.size(), "record");
    health.check(
        Verdict.badIf(broken > 0),
        "Sample",
        broken == 0
            ? "no damage found in the sample of " + records
            : Texts.say(
                "%,d of %s %s not decode; recordio verify --images tries all",
                broken, records, Texts.of(broken, "does", "do")));
  }

  /** Adds what is wrong with single records. */
  void addProblems(HealthSection health) {
    shown.stream()
        .filter(SampleReader.Shown::isBroken)
        .forEach(one -> health.problem(one.record().path(), one.record().offset(), one.text()));
  }

  /** Adds the counts to an object. */
  void toJson(ObjectNode root) {
    root.put("sampled", shown.size()).put("sampledBroken", broken);
  }

  /** Writes the section. */
  void write(Page page) {
    Markup to = page.section("Sample");
    if (shown.isEmpty()) {
      to.element("p", "There are no records to show.");
      return;
    }
    to.paragraph("%s, drawn by the seed %d alone.", Texts.count(shown.size(), "record"), seed);
    to.open("ul", "class", "sheet");
    shown.forEach(record -> write(to, record));
    to.close();
  }

  private static void write(Markup to, SampleReader.Shown shown) {
    String file = Texts.shorten(new Path(shown.record().path()).getName(), MAX_NAME);
    String place = file + " @ " + shown.record().offset();
    String name = shown.key() == null ? place : "key " + shown.key();
    to.open("li", "class", shown.isBroken() ? "broken" : null).open("div", "class", "frame");
    Thumbnails.Thumbnail image = shown.thumbnail();
    if (image == null) {
      to.element("p", Texts.shorten(shown.text(), MAX_TEXT));
    } else {
      String label = shown.label() == null ? "" : ", label " + shown.label();
      to.single(
          "img",
          "src",
          image.uri(),
          "width",
          image.width(),
          "height",
          image.height(),
          "alt",
          name + label + ", " + shown.kind());
    }
    to.close();
    to.element("b", name);
    if (shown.label() != null) {
      to.element("span", "label " + shown.label());
    }
    to.open("span").element("i", shown.kind() + ",").text(" ");
    to.element("i", Texts.bytes(shown.record().length())).close();
    if (shown.key() != null) {
      to.element("small", place);
    }
    to.close().line();
  }
}
