// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the README and the pages of {@code docs} name exists: pages, headings, keys. */
class DocsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s\"]+)\\)");
  private static final Pattern KEY =
      Pattern.compile("(?<![\\w.-])(?:recordio|libsvm)(?:\\.[a-z0-9]+(?:-[a-z0-9]+)*)+(?:\\.\\*)?");
  private static final Pattern NAME = Pattern.compile("<name>(.+)</name>");

  /** What looks like a key but is not: files, and the property that makes the table of keys. */
  private static final Set<String> NO_KEYS =
      Set.of(
          "libsvm.svg",
          "recordio.fish",
          "recordio.deb",
          "recordio.regenerate",
          "recordio.columns",
          "recordio.index-base"); // of Parquet's footers

  private static List<Path> pages() throws IOException {
    List<Path> pages = ConfigurationDocs.pages();
    assertTrue(pages.size() > 10, pages.toString());
    return pages;
  }

  /** Returns the names that GitHub gives to the headings of a page. */
  private static Set<String> anchors(Path page) throws IOException {
    return Files.readString(page)
        .lines()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** Returns what is wrong with a link; null if nothing is. */
  private static String fault(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    if (!Files.isRegularFile(target)) {
      return "no such file";
    }
    return parts.length < 2 || anchors(target).contains(parts[1]) ? null : "no such heading";
  }

  @Test
  void linksLeadToPagesAndHeadings() throws IOException {
    var wrong = new ArrayList<String>();
    int links = 0;
    for (Path page : pages()) {
      for (MatchResult match : LINK.matcher(Files.readString(page)).results().toList()) {
        String link = match.group(1);
        String fault = link.contains("://") ? null : fault(page, link);
        if (fault != null) {
          wrong.add(page.getFileName() + ": " + link + ": " + fault);
        }
        links++;
      }
    }
    assertTrue(links > 50, links + " links");
    assertEquals(List.of(), wrong);
  }

  /** Returns the names of all keys; a test of the tools holds the file to the code. */
  private static List<String> names() throws IOException {
    String xml = Files.readString(ConfigurationDocs.projectFile("conf/recordio-default.xml"));
    return NAME.matcher(xml).results().map(match -> match.group(1)).toList();
  }

  private static boolean known(List<String> keys, String name) {
    return name.endsWith(".*")
        ? keys.stream().anyMatch(key -> key.startsWith(name.substring(0, name.length() - 1)))
        : NO_KEYS.contains(name) || keys.contains(name);
  }

  @Test
  void keysAreThoseOfTheCode() throws IOException {
    var wrong = new ArrayList<String>();
    List<String> names = names();
    int keys = 0;
    for (Path page : pages()) {
      String text = Files.readString(page).replace("spark.hadoop.", "");
      for (MatchResult match : KEY.matcher(text).results().toList()) {
        if (!known(names, match.group())) {
          wrong.add(page.getFileName() + ": " + match.group());
        }
        keys++;
      }
    }
    assertTrue(keys > 100, keys + " keys");
    assertEquals(List.of(), wrong);
  }

  @Test
  void sentencesNameWhatTheyMean() throws IOException {
    var wrong = new ArrayList<String>();
    for (Path page : pages()) {
      String name = page.getFileName().toString();
      SourceStructure.phrases(Files.readString(page))
          .forEach(place -> wrong.add(name + ": " + place));
    }
    assertEquals(List.of(), wrong, "write the noun, or the number");
  }
}
