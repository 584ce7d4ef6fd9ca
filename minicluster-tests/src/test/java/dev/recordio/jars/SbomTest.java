// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.RecordIO;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The list of libraries that {@code -Prelease} makes has all that are in the jar of the jobs. */
class SbomTest {
  private static final String SHADED = "dev/recordio/shaded/";

  /** What has classes below each package of the jar. */
  private static final Map<String, List<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("picocli", List.of("picocli")),
          Map.entry("jline", List.of("jline-terminal")),
          Map.entry("jackson/annotation", List.of("jackson-annotations")),
          Map.entry("jackson/core", List.of("jackson-core")),
          Map.entry("jackson/databind", List.of("jackson-databind")),
          Map.entry("commons/compress", List.of("commons-compress")),
          Map.entry("commons/codec", List.of("commons-codec")),
          Map.entry("commons/io", List.of("commons-io")),
          Map.entry("commons/lang3", List.of("commons-lang3")),
          Map.entry("aircompressor", List.of("aircompressor")),
          Map.entry("jts", List.of("jts-core")),
          Map.entry(
              "twelvemonkeys",
              List.of(
                  "imageio-webp",
                  "imageio-core",
                  "imageio-metadata",
                  "common-image",
                  "common-io",
                  "common-lang")),
          Map.entry(
              "parquet",
              List.of(
                  "parquet-hadoop",
                  "parquet-column",
                  "parquet-common",
                  "parquet-encoding",
                  "parquet-format-structures")));

  /** Returns the library's package of a class in the jar. */
  private static String packageOf(String entry) {
    String[] names = entry.substring(SHADED.length()).split("/");
    return Set.of("jackson", "commons").contains(names[0]) ? names[0] + "/" + names[1] : names[0];
  }

  @Test
  void itNamesEveryLibraryInTheJarWithVersionAndLicence() throws Exception {
    Path jar = Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path sbom = jar.resolveSibling("sbom.json");
    assumeTrue(Files.isRegularFile(jar) && Files.exists(sbom), "made by -Prelease");
    JsonNode list = new ObjectMapper().readTree(sbom.toFile());
    assertEquals("CycloneDX", list.get("bomFormat").asText());
    assertEquals(
        "recordio-hadoop-jobs", list.get("metadata").get("component").get("name").asText());
    var components = new HashMap<String, JsonNode>();
    list.get("components").forEach(c -> components.put(c.get("name").asText(), c));

    var packages = new HashSet<String>();
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .filter(entry -> entry.getName().startsWith(SHADED) && !entry.isDirectory())
          .forEach(entry -> packages.add(packageOf(entry.getName())));
    }
    assertTrue(packages.size() > 8, packages.toString());
    for (String name : packages) {
      List<String> libraries = LIBRARIES.get(name);
      assertNotNull(libraries, "a library that this test does not know: " + name);
      for (String library : libraries) {
        JsonNode component = components.get(library);
        assertNotNull(component, library + " is in the jar, and not in " + components.keySet());
        assertFalse(component.path("version").asText().isEmpty(), library);
        assertFalse(component.path("licenses").isEmpty(), library + " has no licence");
        assertTrue(component.path("purl").asText().startsWith("pkg:maven/"), library);
      }
    }
  }
}
