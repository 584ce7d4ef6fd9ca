// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The commands in the README and the pages of {@code docs} exist, and take the options shown. */
class DocsCommandsTest {
  /** A command up to the end of its line, or of its code. */
  private static final Pattern CALL =
      Pattern.compile("bin/recordio ((?:store )?[a-z][a-z-]*)([^`|#\n]*)");

  private static final Pattern OPTION = Pattern.compile("(?<= |\\[)--[a-z][a-z0-9-]*");

  private final Map<String, String> helps = new HashMap<>();

  private String help(String command) {
    return helps.computeIfAbsent(
        command, name -> Recordio.run(null, (name + " --help").split(" ")).out());
  }

  private List<String> faults(Path page) throws IOException {
    var faults = new ArrayList<String>();
    // A usage continues in lines that begin with a bracket.
    String text = Files.readString(page).replaceAll("\n +(?=\\[--)", " ");
    for (MatchResult call : CALL.matcher(text).results().toList()) {
      String command = call.group(1);
      if (!CommandNames.all().contains(command)) {
        faults.add(page.getFileName() + ": no command " + command);
        continue;
      }
      if (command.equals("bench")) {
        continue; // its options are those of another module
      }
      for (MatchResult option : OPTION.matcher(call.group(2)).results().toList()) {
        if (!Pattern.compile(option.group() + "\\b(?!-)").matcher(help(command)).find()) {
          faults.add(page.getFileName() + ": " + command + " has no " + option.group());
        }
      }
    }
    return faults;
  }

  @Test
  void commandsAndTheirOptionsAreThere() throws IOException {
    var faults = new ArrayList<String>();
    for (Path page : ConfigurationDocs.pages()) {
      faults.addAll(faults(page));
    }
    assertTrue(helps.size() > 10, helps.keySet().toString());
    assertEquals(List.of(), faults);
  }
}
