// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.env;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.RecordIO;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command in a process with secrets wherever Hadoop, Java and users put them. */
class EnvCommandTest {
  private static final String SECRET = "s3cr3t";

  @TempDir Path dir;

  private String env(String... options) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    line.add("-Dmy.password=" + SECRET);
    String addresses =
        String.join(
            File.pathSeparator,
            "http://me:" + SECRET + "@host/a",
            "/x/y?token=" + SECRET + ":" + SECRET,
            "/last/z.jar?" + SECRET);
    line.addAll(List.of("-cp", classPath + File.pathSeparator + addresses));
    line.addAll(List.of(RecordIO.class.getName(), "env"));
    for (String key :
        List.of(
            "fs.s3a.secret.key", "fs.s3a.access.key", "fs.s3a.proxy.password", "javax.net.proxy")) {
      line.addAll(List.of("-D", key + "=" + SECRET));
    }
    line.addAll(List.of("-D", "fs.s3a.proxy.host=http://me:" + SECRET + "@proxy"));
    line.addAll(List.of("-D", "fs.own.impl=" + SECRET));
    line.addAll(List.of(options));
    var builder =
        new ProcessBuilder(line).redirectError(dir.resolve("err").toFile()).directory(dir.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "AWS_SECRET_ACCESS_KEY", SECRET,
                "HADOOP_OPTS", "-Djavax.net.ssl.keyStorePassword=" + SECRET,
                "RECORDIO_JAVA_OPTS", "-Dp=" + SECRET,
                "https_proxy", "http://me:" + SECRET + "@proxy",
                "RECORDIO_HADOOP", "http://me:" + SECRET + "@host/hadoop, on PATH"));
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    assertFalse(Files.readString(dir.resolve("err")).contains(SECRET));
    return printed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-q", "--json"})
  void noSecretIsPrinted(String option) throws Exception {
    String printed = env(option);
    assertFalse(printed.contains(SECRET), printed);
    assertTrue(printed.contains("http://host/hadoop, on PATH"), printed);
    assertTrue(printed.contains("/x/y?..."), printed);
    assertTrue(printed.contains("/last/z.jar?..."), printed);
  }

  @Test
  void jsonHasWhatABugReportNeeds() throws Exception {
    JsonNode found = new ObjectMapper().readTree(env("--json"));
    for (String field :
        List.of(
            "version", "java", "hadoop", "os", "memory", "classPath", "fileSystems", "codecs")) {
      assertTrue(found.hasNonNull(field), field);
    }
    List<String> schemes = new ArrayList<>();
    found.get("fileSystems").forEach(scheme -> schemes.add(scheme.asText()));
    assertTrue(schemes.containsAll(List.of("file", "hdfs")), schemes.toString());
    assertFalse(schemes.contains("own"), schemes.toString());
    assertTrue(found.get("codecs").size() > 3);
    assertTrue(found.get("codecs").get(0).get("native").isBoolean());
    assertTrue(found.get("classPath").size() > 3);
  }
}
