// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.ConfKey;
import dev.recordio.testing.ConfigurationDocs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** The documented lists of keys are those of the code. */
class ConfigurationDocsTest {
  private static final String COMMAND =
      "mvn -pl jobs -am test -Dtest=ConfigurationDocsTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Drecordio.regenerate=true";

  private static void check(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("recordio.regenerate")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, expected);
    }
    String found = Files.exists(file) ? Files.readString(file) : "";
    assertEquals(
        expected, found, () -> file.getFileName() + " is not as the code; run: " + COMMAND);
  }

  @Test
  void defaultXmlIsAsTheCode() throws IOException {
    check(
        ConfigurationDocs.projectFile("conf/recordio-default.xml"),
        ConfigurationDocs.defaultXml(ConfKeys.ALL));
  }

  @Test
  void tableOfTheDocsIsAsTheCode() throws IOException {
    Path page = ConfigurationDocs.projectFile("docs/settings.md");
    String text = Files.readString(page);
    check(page, ConfigurationDocs.withTable(text, ConfKeys.ALL));
    assertTrue(text.contains(COMMAND), "the page tells how to generate it");
  }

  @Test
  void hadoopReadsTheDefaultsAsTheCodeHasThem() {
    var conf = new Configuration(false);
    byte[] xml = ConfigurationDocs.defaultXml(ConfKeys.ALL).getBytes(StandardCharsets.UTF_8);
    conf.addResource(new ByteArrayInputStream(xml));
    for (ConfKey key : ConfKeys.ALL) {
      // Hadoop ignores a property without a value, which is the same to readers.
      assertEquals(key.defaultValue(), conf.get(key.key(), ""));
    }
  }

  @Test
  void keysAreUniqueAndDescribed() {
    var keys = new HashSet<String>();
    for (ConfKey key : ConfKeys.ALL) {
      assertTrue(keys.add(key.key()), () -> key.key() + " stands twice");
      assertTrue(key.key().matches("(recordio|libsvm)(\\.[a-z0-9-]+)+"), key.key());
      assertFalse(key.description().isBlank(), key.key());
    }
  }
}
