// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.progress;

import static dev.recordio.testing.Faults.Call.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Faults;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Progress in a pseudo-terminal, which Python makes where it is installed. */
class TerminalTest {
  private static final int WIDE = 90;
  private static final int NARROW = 50;

  /**
   * Runs a command in a terminal, makes that narrow when lines have been drawn, and types Ctrl-C
   * when several have been drawn since. Prints the status, and what was written before the terminal
   * was narrow and after, as JSON.
   */
  private static final String IN_TERMINAL =
      """
      import fcntl, json, os, pty, struct, sys, termios
      wide, narrow = int(sys.argv[1]), int(sys.argv[2])
      def size(columns):
          fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
      go, fed = os.pipe()
      pid, fd = pty.fork()
      if pid == 0:
          os.read(go, 1)
          os.execvp(sys.argv[3], sys.argv[3:])
      size(wide)
      os.write(fed, b'.')
      before, after, typed = b'', b'', False
      while True:
          try:
              some = os.read(fd, 65536)
          except OSError:
              break
          if not some:
              break
          if before.count(b'pack [') < 4:
              before += some
              if before.count(b'pack [') >= 4:
                  size(narrow)
              continue
          after += some
          if after.count(b'pack [') >= 8 and not typed:
              typed = True
              os.write(fd, b'\\x03')
      status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
      print(json.dumps([status, before.decode(), after.decode()]))
      """;

  @TempDir Path dir;

  private JsonNode run(String... command) throws Exception {
    boolean hasPython =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> new File(folder, "python3").canExecute());
    assumeTrue(hasPython, "python3 is not installed");
    Path script = Files.writeString(dir.resolve("in_terminal.py"), IN_TERMINAL);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var line = new ArrayList<String>(List.of("python3", script.toString()));
    line.addAll(List.of("" + WIDE, "" + NARROW, "env", "--default-signal=INT"));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath));
    line.add(RecordIO.class.getName());
    line.addAll(List.of(command));
    var builder = new ProcessBuilder(line).redirectError(dir.resolve("err").toFile());
    builder.environment().put("RECORDIO_COLUMNS", "" + WIDE);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), Files.readString(dir.resolve("err")));
    return new ObjectMapper().readTree(printed);
  }

  @Test
  void theBarFollowsTheTerminalAndCtrlCEndsTheCommand() throws Exception {
    Path output = dir.resolve("out");
    Path begun = Files.createDirectory(dir.resolve("begun"));
    JsonNode ended =
        run(
            "pack",
            "--header",
            "none",
            "-D",
            Faults.SETTING,
            "-D",
            Faults.stalling(CREATE, "**.rec", begun),
            Files.writeString(dir.resolve("input"), "content").toString(),
            "faulty:" + output);
    assertEquals(130, ended.get(0).asInt(), ended.toString());
    assertFalse(Files.exists(output));

    String before = ended.get(1).asText();
    String after = ended.get(2).asText();
    assertFalse((before + after).contains("\u001b"), ended.toString());
    assertTrue(
        after.endsWith("\nrecordio: interrupted; removed faulty:" + output + "\r\n"),
        ended.toString());
    assertFalse(after.contains("\tat "), ended.toString());

    String[] wide = before.split("\r");
    assertTrue(wide[wide.length - 1].startsWith("pack ["), ended.toString());
    List<String> drawn = Stream.of(after.split("[\r\n]+")).filter(l -> l.contains("%")).toList();
    assertTrue(drawn.size() > 3, ended.toString());
    for (String line : drawn.subList(2, drawn.size())) { // what was drawn meanwhile may be wide
      assertTrue(line.replace("^C", "").length() < NARROW, ended.toString());
    }
  }
}
