// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import dev.recordio.jobs.report.chart.Markup;
import dev.recordio.jobs.report.chart.Texts;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** The section with the records of the sample: images as thumbnails, others as text. */
final class ContactSheet {
  private static final int MAX_TEXT = 160;
  private static final int MAX_NAME = 40;

  private ContactSheet() {}

  /** Writes the section. */
  static void write(Page page, List<ShownRecord> records, long seed) {
    Markup to = page.section("Sample");
    if (records.isEmpty()) {
      to.element("p", "There are no records to show.");
      return;
    }
    to.element(
        "p", Texts.count(records.size(), "record") + ", drawn by the seed " + seed + " alone.");
    to.open("ul", "class", "sheet");
    records.forEach(record -> write(to, record));
    to.close();
  }

  private static void write(Markup to, ShownRecord shown) {
    String name = shown.key() == null ? place(shown) : "key " + shown.key();
    to.open("li", "class", shown.isBroken() ? "broken" : null).open("div", "class", "frame");
    Thumbnails.Thumbnail image = shown.thumbnail();
    if (image == null) {
      to.element("p", Texts.shorten(shown.text(), MAX_TEXT));
    } else {
      String alt = name + (shown.label() == null ? "" : ", label " + shown.label());
      to.single(
          "img",
          "src",
          image.uri(),
          "width",
          image.width(),
          "height",
          image.height(),
          "alt",
          alt + ", " + shown.kind());
    }
    to.close();
    to.element("b", name);
    if (shown.label() != null) {
      to.element("span", "label " + shown.label());
    }
    to.open("span").element("i", shown.kind() + ",").text(" ");
    to.element("i", SampleReader.size(shown.record())).close();
    if (shown.key() != null) {
      to.element("small", place(shown));
    }
    to.close().line();
  }

  private static String place(ShownRecord shown) {
    String name = new Path(shown.record().path()).getName();
    return Texts.shorten(name, MAX_NAME) + " @ " + shown.record().offset();
  }
}
