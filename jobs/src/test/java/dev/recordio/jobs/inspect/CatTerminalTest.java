// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Python;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Payloads in a pseudo-terminal, which Python makes where it is installed. */
class CatTerminalTest {
  private static final String IN_TERMINAL =
      """
      import os, pty, sys
      pid, fd = pty.fork()
      if pid == 0:
          os.execvp(sys.argv[1], sys.argv[1:])
      shown = b''
      while True:
          try:
              some = os.read(fd, 65536)
          except OSError:
              break
          if not some:
              break
          shown += some
      print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown)
      """;

  @TempDir Path dir;

  private String shown(String... command) throws Exception {
    Python.assumeHas("pty");
    var line = new ArrayList<>(List.of("env", "-u", "RECORDIO_STDOUT"));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    line.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    line.add(RecordIO.class.getName());
    line.addAll(List.of(command));
    return Python.run(IN_TERMINAL, line.stream().map(Path::of).toArray(Path[]::new));
  }

  private String write(String name, byte[] payload) throws Exception {
    return Files.write(dir.resolve(name), Damage.file(List.of(payload))).toString();
  }

  @Test
  void bytesThatAreNoTextDoNotGoToATerminal() throws Exception {
    String image = write("image.rec", new byte[] {(byte) 0xff, (byte) 0xd8, 27, '[', '2', 'J', 1});
    for (String[] command :
        new String[][] {
          {"cat", image}, {"read", "--payloads", image}, {"read", "--to", "rec", image}
        }) {
      String shown = shown(command);
      assertTrue(shown.startsWith("2 "), shown);
      assertTrue(shown.contains("> FILE"), shown);
      assertFalse(shown.contains("[2J"), shown);
    }
  }

  @Test
  void textDoes() throws Exception {
    String text = write("text.rec", "a text\n".getBytes(StandardCharsets.US_ASCII));
    for (String[] command : new String[][] {{"cat", text}, {"read", "-q", "--payloads", text}}) {
      String shown = shown(command);
      assertTrue(shown.startsWith("0 ") && shown.contains("a text\\r\\n"), shown);
    }
  }
}
