// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An engine, on a class path of its own: the jars that ship, which a profile of the build writes.
 */
public enum Engine {
  /** Spark SQL and ML. */
  SPARK("Spark", "SparkWork.java", "tests/connect/server", "engines"),
  /** Hive with its metastore. */
  HIVE("Hive", "HiveWork.java", "tests/hive", "hive"),
  /** Lance's datasets; the build does not need its jars, which have 250 MB. */
  LANCE("Lance", "LanceWork.java", null, null);

  private final String title;
  private final String source;
  private final String module;
  private final String profile;

  Engine(String title, String source, String module, String profile) {
    this.title = title;
    this.source = source;
    this.module = module;
    this.profile = profile;
  }

  /** Returns the name of the program, a resource of this module, that works in its process. */
  String source() {
    return source;
  }

  /**
   * Returns the class path that the variable has, else the one that the build has written.
   *
   * @throws FileNotFoundException without either; the message has what to do
   */
  public String jars() throws IOException {
    String set = System.getenv(variable());
    if (set != null && !set.isEmpty()) {
      return set;
    }
    if (module == null) {
      throw new FileNotFoundException(
          "error: no class path; set %s to the jars of org.lance:lance-core and arrow-memory-netty"
              .formatted(variable()));
    }
    Path written = Launcher.home().resolve(module).resolve("target").resolve("class-path");
    if (!Files.exists(written)) {
      throw new FileNotFoundException(
          "error: no class path; make it by: mvn -P%s -DskipTests -pl %s -am package"
              .formatted(profile, module));
    }
    return Files.readString(written).strip();
  }

  private String variable() {
    return "RECORDIO_BENCH_" + name();
  }

  /** What Spark's launcher opens on this JDK, and what Hive needs. */
  static List<String> opened() {
    return List.of(
        "java.lang",
        "java.lang.invoke",
        "java.lang.reflect",
        "java.io",
        "java.net",
        "java.nio",
        "java.text",
        "java.time",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.regex",
        "jdk.internal.ref",
        "sun.nio.ch",
        "sun.nio.cs",
        "sun.security.action",
        "sun.util.calendar");
  }

  /** Returns what it is called. */
  @Override
  public String toString() {
    return title;
  }
}
