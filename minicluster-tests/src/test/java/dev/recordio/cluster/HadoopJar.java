// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static dev.recordio.jobs.testing.CommandTestBase.words;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Ended;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.RunJar;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * {@code hadoop jar recordio-hadoop-jobs.jar …} as the {@code hadoop} script starts it: a separate
 * JVM with Hadoop's jars and a folder of site files, and the jar packaged by the build.
 */
final class HadoopJar {
  private static final long MINUTES = 4;

  private final Path dir;
  private final Path jar;
  private final String hadoop;

  /**
   * @param dir an empty local folder for the site files and what commands print
   */
  HadoopJar(MiniYarn yarn, Path dir) throws Exception {
    this.dir = dir;
    jar = Path.of(RecordIO.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(jar), "classes, not yet packed");
    Configuration conf = yarn.jarOnlyConf();
    hadoop = conf.get(YarnConfiguration.YARN_APPLICATION_CLASSPATH);
    // Each of Hadoop's default files is read after the previous site file: so all of them are
    // needed.
    for (String site : List.of("core", "hdfs", "mapred", "yarn")) {
      try (OutputStream out = Files.newOutputStream(dir.resolve(site + "-site.xml"))) {
        conf.writeXml(out);
      }
    }
    try (InputStream log = HadoopJar.class.getResourceAsStream("/log4j.properties")) {
      Files.copy(log, dir.resolve("log4j.properties"));
    }
  }

  /** Runs a command line, with its arguments in place of {@code {}}, to its end. */
  Ended run(String command, Object... arguments) throws IOException, InterruptedException {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of(YarnSettings.JVM.split(" ")));
    line.add("-Dfile.encoding=UTF-8");
    line.addAll(List.of("-cp", dir + File.pathSeparator + hadoop));
    line.addAll(List.of(RunJar.class.getName(), jar.toString()));
    line.addAll(List.of(words(command, arguments)));
    return Ended.of(
        new ProcessBuilder(line), dir.resolve("out.txt"), dir.resolve("err.txt"), MINUTES);
  }
}
