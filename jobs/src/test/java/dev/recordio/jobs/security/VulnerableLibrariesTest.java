// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No library on the class path has a version of which {@code known-vulnerable.tsv} says it is. */
class VulnerableLibrariesTest {
  private record Advisory(String library, String first, String fixed, String ids) {
    boolean holdsFor(String version) {
      return compare(version, first) >= 0 && (fixed.equals("-") || compare(version, fixed) < 0);
    }
  }

  private static List<Advisory> advisories() throws IOException {
    try (InputStream in =
        VulnerableLibrariesTest.class.getResourceAsStream("/known-vulnerable.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(cells -> new Advisory(cells[0], cells[1], cells[2], cells[3]))
          .toList();
    }
  }

  /** Versions of libraries, which are in the paths of a Maven repository. */
  private static Map<String, String> resolved() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var versions = new HashMap<String, String>();
    for (String entry : classPath.split(File.pathSeparator)) {
      Path path = Path.of(entry);
      int names = path.getNameCount();
      if (!entry.endsWith(".jar") || names < 4) {
        continue;
      }
      String artifact = path.getName(names - 3).toString();
      String version = path.getName(names - 2).toString();
      if (path.getFileName().toString().startsWith(artifact + "-" + version)) {
        String folders = path.subpath(0, names - 3).toString().replace(File.separator, ".");
        versions.put(folders + ":" + artifact, version);
      }
    }
    return versions;
  }

  /** Returns the version of a library; the folders of the repository come before its group. */
  private static String version(Map<String, String> resolved, String library) {
    return resolved.entrySet().stream()
        .filter(found -> ("." + found.getKey()).endsWith("." + library))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** Compares numbers between dots; what is no number counts as 0. */
  private static int compare(String a, String b) {
    String[] left = a.split("[.-]");
    String[] right = b.split("[.-]");
    for (int i = 0; i < Math.max(left.length, right.length); i++) {
      int order = Integer.compare(number(left, i), number(right, i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int number(String[] parts, int i) {
    return i < parts.length && parts[i].matches("[0-9]{1,9}") ? Integer.parseInt(parts[i]) : 0;
  }

  @Test
  void noLibraryIsKnownToBeVulnerable() throws IOException {
    Map<String, String> resolved = resolved();
    var found = new ArrayList<String>();
    for (Advisory advisory : advisories()) {
      String version = version(resolved, advisory.library());
      if (version != null && advisory.holdsFor(version)) {
        found.add(advisory.library() + " " + version + ": " + advisory.ids());
      }
    }
    assertEquals(List.of(), found);
    for (String shipped :
        List.of(
            "com.fasterxml.jackson.core:jackson-databind",
            "com.fasterxml.jackson.core:jackson-core",
            "org.apache.commons:commons-compress",
            "org.apache.commons:commons-lang3",
            "commons-io:commons-io",
            "io.airlift:aircompressor",
            "org.apache.parquet:parquet-hadoop",
            "org.apache.hadoop:hadoop-common")) {
      assertNotNull(version(resolved, shipped), shipped + " was not looked at");
    }
  }

  @Test
  void versionsAreComparedByTheirNumbers() {
    var advisory = new Advisory("a:b", "1.3", "1.26.0", "X");
    assertTrue(advisory.holdsFor("1.25.0") && advisory.holdsFor("1.3"));
    assertTrue(!advisory.holdsFor("1.26.0") && !advisory.holdsFor("1.2.9"));
    assertTrue(new Advisory("a:b", "0", "-", "X").holdsFor("99.1-SNAPSHOT"));
  }
}
