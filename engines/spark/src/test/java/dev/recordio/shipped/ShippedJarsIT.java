// SPDX-License-Identifier: Apache-2.0
package dev.recordio.shipped;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Fixtures;
import java.io.File;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jars that ship, in a Spark without other classes of this project: a separate process with
 * Spark's class path, but without spark-mllib, and {@code --jars}. It runs after they are packaged.
 */
class ShippedJarsIT {
  private static final String JAR = "recordio-hadoop-%s-[0-9][^/]*(?<!-tests)\\.jar";

  @TempDir Path folder;

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  /** A module's folder of classes, or one of its jars. */
  private static boolean isOurs(String entry) {
    return Path.of(entry).startsWith(ConfigurationDocs.projectFile(""))
        || entry.contains("recordio-hadoop-");
  }

  private static Path jobsJar() {
    return classPath().stream()
        .filter(entry -> entry.matches(".*/" + JAR.formatted("jobs")))
        .map(Path::of)
        .findFirst()
        .orElseThrow();
  }

  private static Path sparkJar() throws Exception {
    try (Stream<Path> built = Files.list(Path.of("target"))) {
      return built
          .filter(file -> file.getFileName().toString().matches(JAR.formatted("spark")))
          .findFirst()
          .orElseThrow();
    }
  }

  private Path program() throws Exception {
    Path jar = folder.resolve("program.jar");
    String name = Session.class.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = Session.class.getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    return jar;
  }

  private void input(String name, String fixture) throws Exception {
    Path target =
        Files.createDirectories(folder.resolve(name)).resolve(Path.of(fixture).getFileName());
    try (InputStream in = Fixtures.class.getResourceAsStream("/fixtures/" + fixture)) {
      Files.copy(in, target);
    }
  }

  @Test
  void jarsOptionBringsAllThatSparkNeeds() throws Exception {
    input("records", "recordio/mixed.rec");
    input("rows", "libsvm/agaricus.txt.train");
    input("images", "images/multi.rec");
    Path output = folder.resolve("out.txt");
    Path printed = Path.of("target", "shipped-jars.txt");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("-X") || argument.startsWith("--add-opens"))
            .toList());
    command.addAll(
        List.of(
            "-cp",
            classPath().stream()
                .filter(entry -> !isOurs(entry) && !entry.contains("spark-mllib"))
                .collect(Collectors.joining(File.pathSeparator)),
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            "local[2]",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.driver.bindAddress=127.0.0.1",
            "--conf",
            "spark.driver.host=127.0.0.1",
            "--conf",
            "spark.local.dir=" + folder,
            "--conf",
            "spark.sql.warehouse.dir=" + folder.resolve("warehouse").toUri(),
            "--jars",
            jobsJar() + "," + sparkJar(),
            "--class",
            Session.class.getName(),
            program().toString(),
            folder.toString(),
            output.toString()));
    Process spark =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    assertEquals(0, spark.waitFor(), () -> "see " + printed.toAbsolutePath());
    List<Fixtures.Row> records = Fixtures.records("mixed.rec");
    assertEquals(
        List.of(
            jobsJar().getFileName().toString(),
            sparkJar().getFileName().toString(),
            "DataFrame: " + records.size(),
            "newAPIHadoopFile: " + records.stream().mapToInt(Fixtures.Row::length).sum(),
            "rows: 3140",
            "libsvm-exact: 6513"),
        Files.readAllLines(output));
    try (Stream<Path> copy = Files.list(folder.resolve("copy"))) {
      List<Path> written = copy.filter(file -> file.toString().endsWith(".rec")).toList();
      assertEquals(1, written.size());
      assertEquals(-1, Files.mismatch(folder.resolve("images/multi.rec"), written.get(0)));
    }
  }
}
