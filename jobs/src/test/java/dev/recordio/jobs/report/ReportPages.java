// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.Images;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/** Inputs of reports, and the pages that are made of them. */
final class ReportPages {
  private final Configuration conf;
  private final Path dir;

  ReportPages(Configuration conf, Path dir) {
    this.conf = conf;
    this.dir = dir;
  }

  Recordio run(String... args) {
    return Recordio.run(conf, args);
  }

  private void ok(String... args) {
    Recordio run = run(args);
    assertEquals(0, run.code(), run.err());
  }

  /** Returns a path below the folder. */
  String path(String name) {
    return dir.resolve(name).toString();
  }

  /** Writes a text. */
  String text(String name, String text) throws IOException {
    Files.writeString(dir.resolve(name), text);
    return path(name);
  }

  /** Makes a folder of images of three classes, the last of which is no image, and packs it. */
  String images(String name, String... options) throws IOException {
    Path images = Files.createDirectories(dir.resolve(name + "-images"));
    for (int i = 0; i < 60; i++) {
      Path folder = Files.createDirectories(images.resolve("class" + i % 2));
      byte[] image = Images.tiles(i % 5 == 0 ? "png" : "jpg", 20 + i, 20 + i % 7 * 9, i);
      Files.write(folder.resolve("i" + i + ".jpg"), image);
    }
    byte[] broken = Images.tiles("jpg", 90, 60, 1);
    Path folder = Files.createDirectories(images.resolve("class2"));
    for (int i = 0; i < 30; i++) {
      byte[] bytes = i % 2 == 0 ? Arrays.copyOf(broken, 700) : ("no image " + i).getBytes();
      Files.write(folder.resolve("b" + i + ".jpg"), bytes);
    }
    String[] args = new String[options.length + 3];
    args[0] = "pack";
    System.arraycopy(options, 0, args, 1, options.length);
    args[options.length + 1] = images.toString();
    args[options.length + 2] = path(name);
    ok(args);
    return path(name);
  }

  /** Writes rows with query ids and a malformed line. */
  String rows(String name) throws IOException {
    var rows = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      rows.append(i % 3).append(" qid:").append(i / 7).append(" 1:").append(i / 4.0);
      rows.append(' ').append(2 + i % 50).append(":-1.5 900:0\n");
    }
    return text(name, rows + "none 1:1\n");
  }

  /** Writes rows whose indices have ten digits. */
  String wideRows(String name) throws IOException {
    var rows = new StringBuilder();
    for (long i = 0; i < 300; i++) {
      rows.append(i % 40 * 1_000_003).append(" qid:").append(i / 7);
      rows.append(' ').append(4_294_966_990L + i).append(":1\n");
    }
    return text(name, rows.toString());
  }

  /** Makes a store of two fields. */
  String store(String name) throws IOException {
    ok("store", "create", path(name), "--field", "image=bytes", "--field", "label=f4");
    String records = images(name + "-records");
    String rec = records + "/part-00000.rec";
    ok("store", "append", path(name), "image=" + rec, "label=" + rec + "#label");
    return path(name);
  }

  /** Makes a report, and returns the page. */
  String page(String input, String name, String... options) throws IOException {
    String[] args = new String[options.length + 4];
    args[0] = "report";
    args[1] = input;
    args[2] = "-o";
    args[3] = path(name);
    System.arraycopy(options, 0, args, 4, options.length);
    Recordio run = run(args);
    assertEquals(0, run.code() % 5, run.err());
    return Files.readString(dir.resolve(name));
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
