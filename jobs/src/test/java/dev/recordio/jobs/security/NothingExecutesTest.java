// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What foreign bytes and settings could reach: programs, classes by name, objects, entities. */
class NothingExecutesTest {
  private static final Path ROOT = Path.of(System.getProperty("basedir", ".")).resolve("..");

  /** Returns the main classes of the shipped modules whose source has what a pattern finds. */
  private static Set<String> classesWith(String pattern) throws IOException {
    Pattern wanted = Pattern.compile(pattern);
    var found = new TreeSet<String>();
    int files = 0;
    var modules = new ArrayList<>(ConfigurationDocs.MODULES);
    modules.addAll(List.of("engines/spark", "engines/xgboost"));
    for (String module : modules) {
      try (Stream<Path> sources = Files.walk(ROOT.resolve(module).resolve("src/main"))) {
        for (Path source : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
          files++;
          if (wanted.matcher(Files.readString(source)).find()) {
            found.add(source.getFileName().toString().replace(".java", ""));
          }
        }
      }
    }
    assertTrue(files > 1000, files + " sources");
    return found;
  }

  @Test
  void noProgramIsStartedAndNoScriptRunWithAValue() throws IOException {
    assertEquals(
        Set.of("Terminal"), // `stty size`, a constant
        classesWith(
            "\\bProcessBuilder\\b|\\.exec\\(|\\bScriptEngine|\\bShell\\.exec|ShellCommand"));
  }

  @Test
  void noJavaObjectsAreRead() throws IOException {
    assertEquals(
        Set.of(),
        classesWith(
            "\\bObjectInputStream\\b|\\bXMLDecoder\\b|enableDefaultTyping|activateDefaultTyping|@JsonTypeInfo"));
  }

  @Test
  void xmlIsParsedInKnownPlaces() throws IOException {
    assertEquals(
        Set.of("HadoopTool", "VocBoxes"), // without DTD and entities: PackBoxesTest
        classesWith("javax\\.xml|org\\.xml\\.sax|DocumentBuilder|XMLInputFactory|SAXParser"));
  }

  /** docs/operations.md says what each of them loads, and who can choose it. */
  @Test
  void classesAreLoadedByNameInKnownPlaces() throws IOException {
    assertEquals(
        Set.of(
            "CommandTable", // constants
            "Environment", // file systems on the class path; constants, not initialized
            "Failure", // for the exit code of a task's exception; not initialized
            "FieldSerde", // the types of fields
            "TurboJpeg", // constants
            "ShardCommitter", // the job's own key
            "ReportingTask", // the job's own mapper, reader and reducer
            "RowFileWriter", // Hadoop's codec of text output
            "SubmittedJob", // a constant
            "Services", // services on the class path
            "LocalJob", // classes of a job, as Hadoop's runner does
            "LocalTask",
            "StoreCommitter", // the job's own key
            "StatsJob", // the job's own key
            "UnitMapper", // the job's own key
            "TarScan", // a constant
            "VerifyJob", // the job's own key
            "WritePlan"), // the job's own input format
        classesWith(
            "Class\\.forName|ReflectionUtils\\.newInstance|getClassByName|\\.loadClass\\("
                + "|conf\\.getClass\\(|ServiceLoader\\.load"));
  }

  @Test
  void expressionsAreNotMadeOfValues() throws IOException {
    // A glob of the command line: everything in it that is not its syntax is escaped.
    assertEquals(Set.of("PathGlob"), classesWith("Pattern\\.compile\\(\\s*[a-z]"));
  }

  @Test
  void entitiesOfAConfigurationFileAreNotRead(@TempDir Path dir) throws Exception {
    Path secret = Files.writeString(dir.resolve("secret"), "<property/>");
    Path conf =
        Files.writeString(
            dir.resolve("site.xml"),
            "<!DOCTYPE c [<!ENTITY e SYSTEM \""
                + secret.toUri()
                + "\">]><configuration>&e;</configuration>");
    Recordio run =
        Recordio.run(LocalJobs.conf(dir), "info", "-conf", conf.toString(), dir.toString());
    assertTrue(run.code() != 0, run.err());
    assertEquals(1, run.err().lines().count(), run.err());
  }
}
