// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.jobs.RecordIO;
import dev.recordio.reader.Readers;
import dev.recordio.store.Store;
import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Ended;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jars, which a build has only from its package phase on. */
class JobsJarTest {
  private static final long MINUTES = 4;

  private static Path jarOf(Class<?> type) throws Exception {
    Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(jar), "classes, not yet packed");
    return jar;
  }

  private static List<String> entries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().filter(e -> !e.isDirectory()).map(e -> e.getName()).toList();
    }
  }

  private static List<String> not(List<String> entries, String... prefixes) {
    return entries.stream().filter(e -> Stream.of(prefixes).noneMatch(e::startsWith)).toList();
  }

  @Test
  void theJobsJarCarriesNoClassUnderAForeignName() throws Exception {
    List<String> entries = entries(jarOf(RecordIO.class));
    assertEquals(List.of(), not(entries, "dev/recordio/", "META-INF/"));
    assertEquals(
        List.of(),
        entries.stream().filter(e -> e.startsWith("META-INF/") && e.endsWith(".class")).toList());
    assertEquals(List.of(), entries.stream().filter(e -> e.contains("org/apache/hadoop")).toList());
    assertTrue(entries.contains("META-INF/LICENSE"), "no licence");
    assertTrue(entries.contains("META-INF/THIRD-PARTY.txt"), "no notices");
  }

  /** Returns the jar of a module that has a class, not the jar of the jobs, which has it, too. */
  private Path jarOf(String module, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    List<String> jars = new ArrayList<>();
    for (URL url : Collections.list(getClass().getClassLoader().getResources(name))) {
      if (url.getProtocol().equals("jar")
          && url.getPath().matches(".*/recordio-hadoop-" + module + "-[^/]*\\.jar!.*")) {
        jars.add(((JarURLConnection) url.openConnection()).getJarFileURL().getPath());
      }
    }
    assumeTrue(!jars.isEmpty(), "classes, not yet packed");
    return Path.of(jars.get(0));
  }

  private Path libraryJar() throws IOException {
    return jarOf("inputformat", MalformedRecordException.class);
  }

  @Test
  void theLibraryJarCarriesNothingButTheLibrary() throws Exception {
    List<String> entries = entries(libraryJar());
    assertEquals(List.of(), not(entries, "dev/recordio/", "META-INF/"));
    assertEquals(0, entries.stream().filter(e -> e.startsWith("dev/recordio/shaded")).count());
    assertTrue(entries.contains("META-INF/LICENSE"), "no licence");
    assertTrue(Files.size(libraryJar()) < 1 << 20, "larger than 1 MiB");
  }

  @Test
  void theJobsJarCarriesTheLibraryByteForByte() throws Exception {
    assertEquals(List.of(), changed(libraryJar()));
    // The JSON library that these classes name is in the jar too, under another name.
    assertEquals(
        List.of(
            "dev/recordio/reader/JsonProblem.class",
            "dev/recordio/reader/ReaderState$SavedState$Reading.class",
            "dev/recordio/reader/ReaderState$SavedState$SavedSource.class",
            "dev/recordio/reader/ReaderState$SavedState.class"),
        changed(jarOf("readers", Readers.class)));
    assertEquals(
        List.of(
            "dev/recordio/store/manifest/ManifestJson$FieldReader.class",
            "dev/recordio/store/manifest/ManifestJson$RangeList.class",
            "dev/recordio/store/manifest/ManifestJson.class"),
        changed(jarOf("store", Store.class)));
  }

  /** Returns the classes of a module that differ in the jar of the jobs; it has its services. */
  private static List<String> changed(Path module) throws Exception {
    List<String> changed = new ArrayList<>();
    int same = 0;
    try (JarFile jobs = new JarFile(jarOf(RecordIO.class).toFile());
        JarFile own = new JarFile(module.toFile())) {
      for (String entry : entries(module)) {
        if (entry.startsWith("META-INF/services/")) {
          List<String> lines = text(jobs, entry).lines().toList();
          text(own, entry).lines().forEach(line -> assertTrue(lines.contains(line), line));
        } else if (entry.startsWith("dev/recordio/") && !entry.endsWith("/package-info.class")) {
          if (Arrays.equals(bytes(own, entry), bytes(jobs, entry))) {
            same++;
          } else {
            changed.add(entry);
          }
        }
      }
    }
    assertTrue(same > 50, same + " classes of " + module);
    return changed.stream().sorted().toList();
  }

  private static String text(JarFile jar, String entry) throws IOException {
    return new String(bytes(jar, entry), StandardCharsets.UTF_8);
  }

  @Test
  void thePageOfReleasesSaysHowLargeTheJarsAre() throws Exception {
    assertSaid("recordio-hadoop-jobs", jarOf(RecordIO.class));
    assertSaid("recordio-hadoop-inputformat", libraryJar());
    assertSaid("recordio-hadoop-readers", jarOf("readers", Readers.class));
    assertSaid("recordio-hadoop-store", jarOf("store", Store.class));
  }

  /** Compares a jar with the second cell of its artifact's line. */
  private static void assertSaid(String artifact, Path jar) throws IOException {
    String cells = "\\| `" + artifact + "` \\| ([\\d.]+) MB \\|.*";
    String said =
        Files.readAllLines(ConfigurationDocs.projectFile("docs/releasing.md")).stream()
            .filter(line -> line.matches(cells))
            .map(line -> line.replaceFirst(cells, "$1"))
            .findFirst()
            .orElseThrow(() -> new AssertionError(artifact));
    double megabytes = Files.size(jar) / 1e6;
    assertEquals(megabytes, Double.parseDouble(said), megabytes / 20, jar.toString());
  }

  @Test
  void theJobsJarBringsACodecOfStores() throws Exception {
    try (JarFile jobs = new JarFile(jarOf(RecordIO.class).toFile())) {
      String service = "META-INF/services/dev.recordio.store.layout.ValueCodec$Provider";
      String name = text(jobs, service).strip();
      assertTrue(bytes(jobs, name.replace('.', '/') + ".class").length > 0, name);
    }
  }

  private static byte[] bytes(JarFile jar, String entry) throws IOException {
    JarEntry found = jar.getJarEntry(entry);
    if (found == null) {
      return new byte[0];
    }
    try (InputStream in = jar.getInputStream(found)) {
      return in.readAllBytes();
    }
  }

  private static Ended run(ProcessBuilder builder, Path dir) throws Exception {
    return Ended.of(builder, dir.resolve("out.txt"), dir.resolve("err.txt"), MINUTES);
  }

  private static Ended start(Path dir, List<String> environment, String... args) throws Exception {
    Path jar = jarOf(RecordIO.class);
    Path runtime = jar.resolveSibling("runtime");
    assertTrue(Files.isDirectory(runtime), "no embedded runtime beside " + jar);
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
    line.addAll(List.of("-cp", jar + File.pathSeparator + runtime + File.separator + "*"));
    line.add(RecordIO.class.getName());
    line.addAll(List.of(args));
    var builder = new ProcessBuilder(line);
    environment.forEach(e -> builder.environment().put(e, "80"));
    return run(builder, dir);
  }

  @Test
  void aLocalJobRunsOnTheEmbeddedRuntimeAndDrawsItsBar(@TempDir Path dir) throws Exception {
    Path input = Files.createDirectory(dir.resolve("in"));
    Files.writeString(input.resolve("one"), "one file");
    String output = dir.resolve("out").toString();
    Ended ended =
        start(
            dir,
            List.of("RECORDIO_COLUMNS"),
            "pack",
            "-D",
            "hadoop.tmp.dir=" + dir,
            input.toString(),
            output);
    assertEquals(0, ended.status(), ended.err());
    assertEquals("", ended.out());
    assertTrue(ended.err().contains("100 %"), ended.err());
    assertTrue(ended.err().contains("records        1\n"), ended.err());
  }

  private static Path launcher() throws Exception {
    return jarOf(RecordIO.class).getParent().getParent().getParent().resolve("bin/recordio");
  }

  private static Ended launch(Path dir, String... args) throws Exception {
    List<String> line = new ArrayList<>(List.of("sh", launcher().toString()));
    line.addAll(List.of(args));
    var builder = new ProcessBuilder(line);
    builder.environment().put("RECORDIO_EMBEDDED", "1");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("RECORDIO_JAVA_OPTS", "-Dhadoop.tmp.dir=" + dir);
    return run(builder, dir);
  }

  @Test
  void theLauncherRunsTheDemoWhichChecksItsOutput(@TempDir Path dir) throws Exception {
    Path work = dir.resolve("demo");
    Ended demo = launch(dir, "demo", "--dir", work.toString());
    assertEquals(0, demo.status(), demo.err());
    assertTrue(
        demo.err().contains("all 120 pictures came back, each once, byte for byte"), demo.err());
    assertTrue(demo.err().lines().count() < 40, demo.err());
    assertTrue(demo.err().contains("   $ " + launcher() + " pack --shards 4 "), demo.err());
    assertTrue(Files.size(work.resolve("report.html")) > 0);
    Path shard = work.resolve("packed/part-00001.rec");
    Ended info = launch(dir, "info", "--json", shard.toString());
    assertEquals(0, info.status(), info.err());
    assertTrue(info.out().contains("\"files\" : 1"), info.out());

    Ended again = launch(dir, "demo", "--dir", work.toString());
    assertEquals(2, again.status(), again.err());
  }

  @Test
  void theLauncherPassesExitCodesOn(@TempDir Path dir) throws Exception {
    assertEquals(0, launch(dir, "--version").status());
    assertEquals(2, launch(dir, "pakc").status());
    Ended missing = launch(dir, "cat", dir.resolve("nothing.rec").toString());
    assertEquals(3, missing.status());
    assertTrue(missing.err().startsWith("recordio: no such file or folder: "), missing.err());
    assertEquals(1, missing.err().lines().count());
  }
}
