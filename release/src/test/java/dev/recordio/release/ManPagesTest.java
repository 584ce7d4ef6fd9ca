// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual pages of the Debian package. */
class ManPagesTest {
  private static final String ENDING = ".1.gz";

  @TempDir Path folder;
  private DebianPackage installed;

  @BeforeEach
  void unpack() throws Exception {
    installed = new DebianPackage(folder);
  }

  @Test
  void everyCommandOfHelpHasAPage() throws Exception {
    Set<String> wanted = new TreeSet<>(Set.of("recordio"));
    for (String command : commands(installed.run("help"))) {
      wanted.add("recordio-" + command);
      for (String member : commands(installed.run("help", command))) {
        wanted.add("recordio-" + command + "-" + member);
      }
    }
    assertTrue(wanted.contains("recordio-pack") && wanted.contains("recordio-store-import"));
    assertEquals(
        wanted,
        pages().stream().map(page -> name(page)).collect(Collectors.toCollection(TreeSet::new)));
  }

  /** The names of the list of commands that help has; none of the help of a command. */
  private static List<String> commands(String help) {
    return help.contains("\nCommands:\n")
        ? Pattern.compile("^  ([a-z-]+)  ", Pattern.MULTILINE)
            .matcher(help.substring(help.indexOf("\nCommands:\n")))
            .results()
            .map(found -> found.group(1))
            .toList()
        : List.of();
  }

  @Test
  void manShowsThemWithoutAWarning() throws Exception {
    DebianPackage.assumeOnPath("man");
    for (Path page : pages()) {
      String shown = shown(page);
      assertFalse(shown.contains("warning:"), shown);
      for (String section : List.of("NAME", "SYNOPSIS", "DESCRIPTION")) {
        assertTrue(shown.contains("\n" + section + "\n"), shown);
      }
      assertTrue(shown.contains("\nOPTIONS\n") || shown.contains("\nCOMMANDS\n"), shown);
      assertTrue(shown.contains(" " + name(page) + " - "), shown);
    }
  }

  @Test
  void aPageHasTheOptionsAndTheExamplesOfHelp() throws Exception {
    DebianPackage.assumeOnPath("man");
    String help = installed.run("help", "pack");
    String shown = shown(page("recordio-pack"));
    Pattern.compile("--[a-z-]+")
        .matcher(help)
        .results()
        .forEach(option -> assertTrue(shown.contains(option.group()), option.group()));
    help.substring(help.indexOf("Examples:"))
        .lines()
        .skip(1)
        .forEach(example -> assertTrue(shown.contains(example.strip()), example));
  }

  @Test
  void theyAreReproducible() throws Exception {
    for (Path page : pages()) {
      byte[] bytes = Files.readAllBytes(page);
      // Flags: no name of the file; then four bytes of its time.
      assertEquals(0, bytes[3] | bytes[4] | bytes[5] | bytes[6] | bytes[7], page::toString);
    }
    String date = System.getProperty("release.timestamp").replaceFirst("T.*", "");
    String text =
        ReleaseFiles.run(folder, "gzip", "--decompress", "--stdout", page("recordio").toString());
    assertTrue(text.contains(".TH \"RECORDIO\" \"1\" \"" + date + "\""), text);
  }

  private String shown(Path page) throws IOException, InterruptedException {
    return ReleaseFiles.run(
        folder,
        Map.of("LC_ALL", "C.UTF-8", "MANWIDTH", "100"),
        List.of("man", "--warnings", "--local-file", page.toString()));
  }

  private Path page(String name) {
    return manual().resolve(name + ENDING);
  }

  private static String name(Path page) {
    return page.getFileName().toString().replace(ENDING, "");
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(manual())) {
      return files.sorted().toList();
    }
  }

  private Path manual() {
    return installed.root().resolve("usr/share/man/man1");
  }
}
