// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import dev.recordio.conf.ConfKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Writes down a list of configuration keys: {@code conf/recordio-default.xml} and the docs. */
public final class ConfigurationDocs {
  /** The line before the table in the docs. */
  static final String BEGIN = "<!-- keys: begin (generated, see the last section) -->\n";

  /** The line after it. */
  static final String END = "<!-- keys: end -->\n";

  /** The folders of the modules whose classes are in the one jar. */
  public static final List<String> MODULES =
      List.of("inputformat", "readers", "store", "formats", "images", "jobs");

  private ConfigurationDocs() {}

  /** Returns a file of the project, from its top folder on. */
  public static Path projectFile(String name) {
    Path top = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(top.resolve("inputformat"))) {
      top = top.getParent();
    }
    return top.resolve(name);
  }

  /** Returns the README and the pages of {@code docs}, in the order of their names. */
  public static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(projectFile("docs"))) {
      var pages = new ArrayList<Path>(List.of(projectFile("README.md")));
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
      return pages;
    }
  }

  /** Returns all of {@code conf/recordio-default.xml}, with these keys. */
  public static String defaultXml(List<ConfKey> keys) {
    var xml =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- SPDX-License-Identifier: Apache-2.0 -->
            <!-- Every key with its default, generated from the code: change nothing here. Values of your
                 own go into recordio-site.xml. -->
            <configuration>
            """);
    for (ConfKey key : keys) {
      xml.append("  <property>\n");
      xml.append("    <name>").append(escapeXml(key.key())).append("</name>\n");
      xml.append("    <value>").append(escapeXml(key.defaultValue())).append("</value>\n");
      xml.append("    <description>")
          .append(escapeXml(key.description()))
          .append("</description>\n");
      xml.append("  </property>\n");
    }
    return xml.append("</configuration>\n").toString();
  }

  private static String escapeXml(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Returns {@code page} with the table of keys between its markers made anew. */
  public static String withTable(String page, List<ConfKey> keys) throws IOException {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException("no lines '" + BEGIN.strip() + "' and '" + END.strip() + "' in it");
    }
    return page.substring(0, begin + BEGIN.length()) + table(keys) + page.substring(end);
  }

  private static String table(List<ConfKey> keys) {
    var table = new StringBuilder("| key | default (takes) | what it does |\n|---|---|---|\n");
    for (ConfKey key : keys) {
      String value = key.defaultValue().isEmpty() ? "" : '`' + key.defaultValue() + '`';
      String takes = shortened(key);
      String cell = takes.isEmpty() ? value : (value + " (" + escapeMarkdown(takes) + ')').strip();
      table.append("| `").append(key.key()).append("` |");
      table.append(cell.isEmpty() ? "" : ' ' + cell).append(" | ");
      table.append(escapeMarkdown(key.description())).append(" |\n");
    }
    return table.toString();
  }

  /**
   * Returns what a key takes, in the words that the page explains before the table; empty where the
   * default or the description says it.
   */
  private static String shortened(ConfKey key) {
    String takes = key.takes();
    List<String> words = key.definition().type().words();
    if (takes.equals("any text")
        || takes.startsWith("true or false")
        || takes.startsWith("one of ") && words.stream().allMatch(key.description()::contains)) {
      return "";
    }
    return takes
        .replace(", with k, m, g for powers of 1024", "")
        .replaceFirst("^(auto or )?a number of bytes (from|of) (.*)", "$1$3 bytes")
        .replaceFirst("^a whole number of 64 bits", "64 bits")
        .replaceFirst("^a whole number (from|of) ", "")
        .replaceFirst("^one of ", "")
        .replaceFirst("^a number from ", "a number, ")
        .replaceFirst(" to " + Integer.MAX_VALUE + "$", " or more");
  }

  private static String escapeMarkdown(String text) {
    return text.replaceAll("[\\\\*_<|]", "\\\\$0");
  }
}
