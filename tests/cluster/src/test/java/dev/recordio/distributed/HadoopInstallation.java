// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Hadoop as its release unpacks it: {@code bin}, {@code etc/hadoop}, {@code share/hadoop/common},
 * {@code hdfs}, {@code mapreduce}, {@code yarn} and {@code tools}, with Hadoop's own jars in the
 * folders of the release. Third-party jars are all in {@code common/lib}, where the release has
 * those of YARN and HDFS alone in their own {@code lib}: the class path has the same jars.
 */
final class HadoopInstallation {
  private static final Path BUILT = Path.of("target/hadoop").toAbsolutePath();
  private static final long MINUTES = 10;

  /** What only S3A uses; the release has it in tools, which are not on the class path. */
  private static final Pattern TOOLS = Pattern.compile("hadoop-aws-.*|.*-2\\.35\\.\\d+\\.jar");

  private final Path home;
  private final Path printed;

  /**
   * Lays it out.
   *
   * @param home a new folder
   * @param printed an empty folder for what commands print
   * @param site what core-site.xml says
   */
  HadoopInstallation(Path home, Path printed, Map<String, String> site) throws IOException {
    assumeTrue(Files.isDirectory(BUILT.resolve("lib")), "no Hadoop in " + BUILT);
    this.home = home;
    this.printed = printed;
    try (Stream<Path> jars = Files.list(BUILT.resolve("lib"))) {
      for (Path jar : jars.toList()) {
        String name = jar.getFileName().toString();
        link(jar, folder(name), name);
      }
    }
    link(BUILT.resolve("tools/hadoop-streaming.jar"), "tools/lib", "hadoop-streaming.jar");
    Path bin = Files.createDirectories(home.resolve("bin"));
    copy("hadoop", bin);
    bin.resolve("hadoop").toFile().setExecutable(true);
    Path etc = Files.createDirectories(home.resolve("etc/hadoop"));
    copy("log4j.properties", etc);
    var conf = new Configuration(false);
    site.forEach(conf::set);
    try (OutputStream xml = Files.newOutputStream(etc.resolve("core-site.xml"))) {
      conf.writeXml(xml);
    }
  }

  private static String folder(String jar) {
    if (TOOLS.matcher(jar).matches()) {
      return "tools/lib";
    }
    if (jar.startsWith("hadoop-hdfs")) {
      return "hdfs";
    }
    if (jar.startsWith("hadoop-mapreduce")) {
      return "mapreduce";
    }
    if (jar.startsWith("hadoop-yarn")) {
      return "yarn";
    }
    return jar.startsWith("hadoop-common") || jar.startsWith("hadoop-registry")
        ? "common"
        : "common/lib";
  }

  private void link(Path jar, String folder, String name) throws IOException {
    Path target = Files.createDirectories(home.resolve("share/hadoop").resolve(folder));
    Files.createSymbolicLink(target.resolve(name), jar);
  }

  private static void copy(String name, Path folder) throws IOException {
    try (InputStream in = HadoopInstallation.class.getResourceAsStream("/installation/" + name)) {
      Files.copy(in, folder.resolve(name));
    }
  }

  /** Returns the folder that HADOOP_HOME names. */
  Path home() {
    return home;
  }

  /** Returns the jar of Hadoop Streaming. */
  Path streaming() {
    return home.resolve("share/hadoop/tools/lib/hadoop-streaming.jar");
  }

  /** Returns the jars of the class path. */
  List<Path> classPath() throws IOException {
    var jars = new ArrayList<Path>();
    for (String part : List.of("common/lib", "common", "hdfs", "mapreduce", "yarn")) {
      try (Stream<Path> files = Files.list(home.resolve("share/hadoop").resolve(part))) {
        files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
      }
    }
    return jars;
  }

  /** Runs {@code hadoop ARGS} to its end. */
  Ended hadoop(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    var line = new ArrayList<String>(List.of(home.resolve("bin/hadoop").toString()));
    line.addAll(List.of(args));
    return run(environment, line);
  }

  /** Runs a program to its end. */
  Ended run(Map<String, String> environment, List<String> line)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(line);
    for (String inherited : List.of("HADOOP_HOME", "HADOOP_CONF_DIR", "HADOOP_CLASSPATH")) {
      builder.environment().remove(inherited);
    }
    builder.environment().putAll(environment);
    Path out = Files.createTempFile(printed, "out", ".txt");
    Path err = Files.createTempFile(printed, "err", ".txt");
    return Ended.of(builder, out, err, MINUTES);
  }
}
