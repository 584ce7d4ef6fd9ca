// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import dev.recordio.jobs.RecordIO;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The program in a process of its own, as {@code bin/recordio} runs it where no {@code hadoop} is
 * installed: it sees a folder of site files, and of its user what the environment says.
 *
 * @param code the exit code
 * @param out standard output
 * @param err standard error
 */
record RecordioProcess(int code, String out, String err) {
  private static final Path LOGGING = Path.of("../../conf/log4j.properties").toAbsolutePath();

  /**
   * Runs a command to its end.
   *
   * @param dir an empty folder
   * @param site what core-site.xml says
   * @param environment in addition to this process's
   */
  static RecordioProcess run(
      Kdc kdc, Path dir, Configuration site, Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    Files.createDirectories(dir.resolve("conf"));
    try (OutputStream xml = Files.newOutputStream(dir.resolve("conf/core-site.xml"))) {
      site.writeXml(xml);
    }
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-Djava.security.krb5.conf=" + kdc.settings(),
            "-Dlog4j.configuration=" + LOGGING.toUri(),
            "-Drecordio.log.level=WARN",
            "-Drecordio.log.jobs=OFF",
            "-cp",
            dir.resolve("conf") + File.pathSeparator + classPath(),
            RecordIO.class.getName()));
    command.addAll(List.of(args));
    Path out = dir.resolve("out");
    Path err = dir.resolve("err");
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    int code = builder.start().waitFor();
    return new RecordioProcess(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /** Leaves out the classes of this module, one of which takes the place of one of Hadoop's. */
  private static String classPath() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String own =
        Path.of(RecordioProcess.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toString();
    return String.join(
        File.pathSeparator,
        List.of(all.split(File.pathSeparator)).stream()
            .filter(entry -> !Path.of(entry).toString().equals(own))
            .toList());
  }
}
