// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code spark-submit --packages}: Spark brings the data source and the library by their
 * coordinates.
 */
class SparkPackagesTest {
  @TempDir Path folder;

  @Test
  void packagesBringsTheDataSourceAndTheLibrary() throws Exception {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g"));
    command.addAll(List.of(System.getProperty("spark.opens").trim().split(" +")));
    command.addAll(
        List.of(
            "-cp",
            sparkAlone(),
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            "local[1]",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.driver.bindAddress=127.0.0.1",
            "--conf",
            "spark.driver.host=127.0.0.1",
            "--conf",
            "spark.jars.ivySettings=" + ivySettings(),
            "--conf",
            "spark.jars.ivy=" + folder.resolve("ivy"),
            "--packages",
            "dev.recordio:recordio-hadoop-spark:" + ReleaseFiles.version(),
            "--class",
            PackagesProbe.class.getName(),
            probeJar().toString(),
            SmallFile.write(folder.resolve("some.rec"), 23).toString()));
    String output = ReleaseFiles.run(folder, Map.of(), command);
    assertTrue(output.contains("records: 23"), output);
    assertTrue(output.contains("dev.recordio#recordio-hadoop-inputformat"), output);
  }

  /** The class path of these tests without what we made. */
  private static String sparkAlone() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar") && !entry.contains("recordio-hadoop"))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("surefire"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path ivySettings() throws IOException {
    // The poms import a list of versions of JUnit's, as they do from a public repository.
    return Files.writeString(
        folder.resolve("ivysettings.xml"),
        "<ivysettings><settings defaultResolver=\"all\"/><resolvers><chain name=\"all\">"
            + resolver("release", ReleaseFiles.repository())
            + resolver("third-party", Path.of(System.getProperty("release.thirdParty")))
            + "</chain></resolvers></ivysettings>");
  }

  private static String resolver(String name, Path repository) {
    return "<ibiblio name=\""
        + name
        + "\" m2compatible=\"true\" changingPattern=\".*SNAPSHOT\" root=\""
        + repository.toUri()
        + "\"/>";
  }

  private Path probeJar() throws IOException {
    Path jar = folder.resolve("probe.jar");
    String name = PackagesProbe.class.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream bytes = getClass().getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      bytes.transferTo(out);
    }
    return jar;
  }
}
