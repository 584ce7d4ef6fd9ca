// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Inputs of reports, and the pages that are made of them. */
abstract class ReportTestBase extends CommandTestBase {
  /** Makes a folder of images of three classes, the last of which is no image, and packs it. */
  final Path images(String name) throws IOException {
    return images(name, "");
  }

  final Path images(String name, String options) throws IOException {
    for (int i = 0; i < 60; i++) {
      byte[] image = Images.tiles(i % 5 == 0 ? "png" : "jpg", 20 + i, 20 + i % 7 * 9, i);
      write(name + "-images/class" + i % 2 + "/i" + i + ".jpg", image);
    }
    byte[] broken = Images.tiles("jpg", 90, 60, 1);
    for (int i = 0; i < 30; i++) {
      byte[] bytes = i % 2 == 0 ? Arrays.copyOf(broken, 700) : ("no image " + i).getBytes();
      write(name + "-images/class2/b" + i + ".jpg", bytes);
    }
    ok("pack {} {} " + options, path(name + "-images"), path(name));
    return path(name);
  }

  /** Writes rows with query ids and a malformed line. */
  final Path rows(String name) throws IOException {
    var rows = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      rows.append(i % 3).append(" qid:").append(i / 7).append(" 1:").append(i / 4.0);
      rows.append(' ').append(2 + i % 50).append(":-1.5 900:0\n");
    }
    return write(name, rows + "none 1:1\n");
  }

  /** Writes rows whose indices have ten digits. */
  final Path wideRows(String name) throws IOException {
    var rows = new StringBuilder();
    for (long i = 0; i < 300; i++) {
      rows.append(i % 40 * 1_000_003).append(" qid:").append(i / 7);
      rows.append(' ').append(4_294_966_990L + i).append(":1\n");
    }
    return write(name, rows.toString());
  }

  /** Makes a store of two fields. */
  final Path store(String name) throws IOException {
    ok("store create {} --field image=bytes --field label=f4", path(name));
    Path rec = images(name + "-records").resolve("part-00000.rec");
    ok("store append {} image={} label={}#label", path(name), rec, rec);
    return path(name);
  }

  /** Makes a report, and returns the page. */
  final String page(Path input, String name) throws IOException {
    return page(input, name, "");
  }

  final String page(Path input, String name, String options) throws IOException {
    Recordio run = run("report {} -o {} " + options, input, path(name));
    assertEquals(0, run.code() % 5, run.err());
    return text(name);
  }

  /** Returns a page without the time at which it was made. */
  static String undated(String page) {
    return page.replaceAll("\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\dZ?", "TIME");
  }

  /** Returns the text of a page. */
  static String textOf(String page) {
    return page.replaceAll("(?s)<style>.*?</style>", "")
        .replaceAll("<[^>]+>", " ")
        .replace("&lt;", "<")
        .replace("&amp;", "&")
        .replaceAll("\\s+", " ");
  }
}
