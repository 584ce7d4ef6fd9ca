// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.InputStream;
import java.net.URL;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The default settings that the build shortens for {@code bin/recordio} are Hadoop's. */
class DefaultSettingsTest {
  private static final File FOLDER = new File("target/default-settings/short");

  @ParameterizedTest
  @ValueSource(strings = {"core-default.xml", "mapred-default.xml", "yarn-default.xml"})
  void shortFilesHaveTheKeysAndValuesOfHadoops(String file) throws Exception {
    URL hadoops = Configuration.class.getClassLoader().getResource(file);
    URL ours = new File(FOLDER, file).toURI().toURL();
    Map<String, String> expected = settings(hadoops);
    assertTrue(expected.size() > 100, file);
    assertEquals(expected, settings(ours));
    assertTrue(bytes(ours) < bytes(hadoops) / 2, "without descriptions");
  }

  private static Map<String, String> settings(URL file) throws Exception {
    var conf = new Configuration(false);
    try (InputStream in = file.openStream()) {
      conf.addResource(in, file.toString());
      var all = new TreeMap<String, String>();
      for (Map.Entry<String, String> each : conf) {
        all.put(each.getKey(), conf.getRaw(each.getKey()));
      }
      return all;
    }
  }

  private static int bytes(URL file) throws Exception {
    try (InputStream in = file.openStream()) {
      return in.readAllBytes().length;
    }
  }
}
