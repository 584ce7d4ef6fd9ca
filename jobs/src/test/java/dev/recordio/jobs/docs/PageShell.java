// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.cli.StandardOutput;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.ConfigurationDocs;
import dev.recordio.testing.Ended;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * Runs the commands of a page in a folder, which is {@code /data} in what is shown. A line that is
 * only the program and its words runs in this process; anything else runs in bash, which finds
 * {@code bin/recordio} in the folder.
 */
final class PageShell {
  private static final Pattern PLAIN =
      Pattern.compile("(?:bin/)?recordio((?: +(?:[\\w./:,=@%+-]+|'[^']*'))*)(?: +#.*)?");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|([^' ]+)");
  private static final Pattern DATA = Pattern.compile("(?<![\\w/])/data\\b");
  private static final int MINUTES = 2;

  /** The status of a program whose output nobody reads any more, as in {@code tar -t | head}. */
  private static final int BROKEN_PIPE = 141;

  private final Path folder;

  /** What a command left: its exit status, and all that it wrote. */
  record Ran(int status, String output) {}

  PageShell(Path folder) {
    this.folder = folder;
  }

  /** Runs a command. */
  Ran run(String script) throws IOException, InterruptedException {
    String here = DATA.matcher(script).replaceAll(Matcher.quoteReplacement(folder.toString()));
    Matcher plain = PLAIN.matcher(here);
    Ran ran = plain.matches() ? here(plain.group(1)) : bash(here);
    return new Ran(ran.status, ran.output.replace(folder.toString(), "/data"));
  }

  /** The local file system of this process takes names to be in the folder meanwhile. */
  private Ran here(String line) throws IOException {
    var words = new ArrayList<String>();
    for (Matcher word = WORD.matcher(line); word.find(); ) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    var bytes = new ByteArrayOutputStream();
    PrintStream out = StandardOutput.over(bytes);
    var err = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    Configuration conf = LocalJobs.conf();
    FileSystem fs = FileSystem.getLocal(conf);
    var before = fs.getWorkingDirectory();
    fs.setWorkingDirectory(LocalFiles.path(folder));
    try {
      int status =
          RecordIO.run(conf, InputStream.nullInputStream(), out, err, words.toArray(new String[0]));
      return new Ran(status, bytes.toString(StandardCharsets.UTF_8));
    } finally {
      fs.setWorkingDirectory(before);
    }
  }

  private Ran bash(String script) throws IOException, InterruptedException {
    install();
    var builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", "exec 2>&1\n" + script);
    builder.directory(folder.toFile());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("LC_ALL", "C.UTF-8"); // names are sorted by their bytes
    builder.environment().merge("PATH", folder.resolve("bin") + ":", (old, first) -> first + old);
    Path outputs = Files.createTempDirectory(folder.getParent(), "outputs");
    Ended ended = Ended.of(builder, outputs.resolve("out"), outputs.resolve("err"), MINUTES);
    int status = ended.status() == BROKEN_PIPE ? 0 : ended.status();
    return new Ran(status, ended.out() + ended.err());
  }

  /** Puts the program into the folder: these classes, with the log of the real one. */
  private void install() throws IOException {
    Path program = folder.resolve("bin/recordio");
    if (Files.exists(program)) {
      return;
    }
    Files.createDirectories(program.getParent());
    List<String> java =
        List.of(
            "exec",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData",
            "-Dlog4j.configuration=file:" + ConfigurationDocs.projectFile("conf/log4j.properties"),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            RecordIO.class.getName(),
            "\"$@\"\n");
    Files.writeString(program, "#!/bin/sh\n" + String.join(" ", java));
    if (!program.toFile().setExecutable(true)) {
      throw new IOException("cannot make it a program: " + program);
    }
  }
}
