// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.distributed.Folders.fixture;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.mapred.RecordIOInputFormat;
import dev.recordio.testing.Ended;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shipped jars with an installed Hadoop: its class path, its script's rules, its site files.
 */
@Tag("cluster")
class HadoopInstallationTest {
  private static final int SHARDS = 3;

  @TempDir static Path temp;
  private static HadoopInstallation hadoop;
  private static Path jar;
  private static Path library;
  private static Path list;

  @BeforeAll
  static void install() throws Exception {
    jar = jarOf(RecordIO.class);
    library = jarOf(RecordIOInputFormat.class);
    assumeTrue(Files.isRegularFile(jar), "classes, not yet packed");
    hadoop =
        new HadoopInstallation(
            temp.resolve("hadoop"),
            Files.createDirectory(temp.resolve("printed")),
            Map.of(
                "recordio.pack.shards", String.valueOf(SHARDS),
                "hadoop.tmp.dir", temp.resolve("tmp").toString()));
    list = Folders.images("multi.lst", temp.resolve("images"));
  }

  private static Path jarOf(Class<?> member) throws Exception {
    return Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** RunJar asks Hadoop's class path first: a class of the same name there would win. */
  @Test
  void noClassIsOnTheClassPathAlready() throws Exception {
    var own = new TreeSet<>(classes(jar));
    own.addAll(classes(library));
    Map<String, Path> theirs = new HashMap<>();
    for (Path entry : hadoop.classPath()) {
      classes(entry).forEach(name -> theirs.put(name, entry.getFileName()));
    }
    assertTrue(own.contains("dev/recordio/jobs/RecordIO.class"), "the jar is read");
    assertTrue(theirs.containsKey("org/slf4j/Logger.class"), "the class path is complete");
    assertTrue(theirs.containsKey("com/fasterxml/jackson/databind/ObjectMapper.class"));
    assertTrue(theirs.containsKey("org/apache/hadoop/util/RunJar.class"));
    own.retainAll(theirs.keySet());
    assertEquals(new TreeSet<String>(), own);
  }

  private static List<String> classes(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(entry -> entry.getName().replaceFirst("^META-INF/versions/\\d+/", ""))
          .filter(name -> name.endsWith(".class") && !name.endsWith("module-info.class"))
          .toList();
    }
  }

  /** Options are picocli's, manifests Jackson's, archives commons-compress's, shards Parquet's. */
  @Test
  void hadoopJarRunsTheCommands() throws Exception {
    run(Map.of(), "pack", "--list", list.toString(), "--shards", "1", at("packed"));
    assertArrayEquals(
        fixture("images/multi.rec"), Files.readAllBytes(temp.resolve("packed/part-00000.rec")));
    run(Map.of(), "export", "--to", "webdataset", at("packed"), at("tars"));
    run(Map.of(), "pack", "--from", "webdataset", "--shards", "1", at("tars"), at("from-tars"));
    Path text = Folders.copy("csr/tiny.libsvm", temp.resolve("rows"));
    run(Map.of(), "csr", "--to", "parquet", text.toString(), at("parquet"));
    Recordio here =
        Recordio.run(
                LocalFiles.checked(), "csr", "--to", "parquet", text.toString(), at("parquet-here"))
            .ended(0);
    Folders.assertSame(temp.resolve("parquet-here"), temp.resolve("parquet"));
  }

  /** The installation's site file applies, and classes of ours before Hadoop's do no harm. */
  @Test
  void siteFilesAndHadoopClassPathApply() throws Exception {
    Map<String, String> first =
        Map.of("HADOOP_CLASSPATH", library.toString(), "HADOOP_USER_CLASSPATH_FIRST", "yes");
    run(first, "pack", "--list", list.toString(), at("by-site"));
    assertEquals(
        SHARDS,
        Folders.names(temp.resolve("by-site")).stream()
            .filter(name -> name.endsWith(".rec"))
            .count());
  }

  @Test
  void recordioRunsOnTheInstalledHadoop() throws Exception {
    String script = Path.of("../../bin/recordio").toAbsolutePath().normalize().toString();
    var byHome = Map.of("HADOOP_HOME", hadoop.home().toString(), "PATH", withoutHadoop());
    var byPath = Map.of("PATH", hadoop.home().resolve("bin") + ":" + withoutHadoop());
    for (Map<String, String> environment : List.of(byHome, byPath)) {
      String output = at("by-script" + environment.size());
      Ended ended =
          hadoop.run(environment, List.of(script, "pack", "--list", list.toString(), output));
      assertEquals(0, ended.status(), ended.err());
      assertTrue(
          Files.exists(Path.of(output, "part-0000" + (SHARDS - 1) + ".rec")),
          "the installation's site file asks for " + SHARDS + " shards");
    }
  }

  /** A program of the user's with the library beside it, in both ways to name it. */
  @Test
  void programsFindTheLibrary() throws Exception {
    Path input = Folders.copy("recordio/plain.rec", temp.resolve("records"));
    List<String> options =
        List.of(
            "-D",
            "mapreduce.job.reduces=0",
            "-io",
            "rawbytes",
            "-inputformat",
            "dev.recordio.mapred.RecordIOInputFormat",
            "-outputformat",
            "dev.recordio.mapred.RecordIOOutputFormat",
            "-mapper",
            "cat",
            "-input",
            input.toString(),
            "-output");
    streaming(Map.of(), List.of("-libjars", library.toString()), options, "by-libjars");
    streaming(Map.of("HADOOP_CLASSPATH", library.toString()), List.of(), options, "by-classpath");
    streaming(
        Map.of("HADOOP_CLASSPATH", library.toString(), "HADOOP_USER_CLASSPATH_FIRST", "yes"),
        List.of(),
        options,
        "by-classpath-first");
  }

  private static void streaming(
      Map<String, String> environment, List<String> generic, List<String> options, String output)
      throws Exception {
    var line = new ArrayList<String>(List.of("jar", hadoop.streaming().toString()));
    line.addAll(generic);
    line.addAll(options);
    line.add(at(output));
    Ended ended = hadoop.hadoop(environment, line.toArray(String[]::new));
    assertEquals(0, ended.status(), ended.err());
    assertArrayEquals(
        fixture("recordio/plain.rec"),
        Files.readAllBytes(temp.resolve(output).resolve("part-00000.rec")));
  }

  private static String withoutHadoop() {
    return System.getenv("PATH");
  }

  private static String at(String name) {
    return temp.resolve(name).toString();
  }

  private static void run(Map<String, String> environment, String... args) throws Exception {
    var line = new ArrayList<String>(List.of("jar", jar.toString()));
    line.addAll(List.of(args));
    Ended ended = hadoop.hadoop(environment, line.toArray(String[]::new));
    assertEquals(0, ended.status(), ended.err());
  }
}
