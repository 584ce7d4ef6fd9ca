// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ConfigurationDocs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every block of commands in the README and the pages of {@code docs} is run, with the output that
 * is shown, or has a mark that says why not. The commands of a page run one after the other in a
 * folder of its own.
 */
@Tag("deep")
class DocsBlocksTest {
  @TempDir static Path temp;

  @BeforeAll
  static void prepare() throws Exception {
    PageFolder.prepare(temp.resolve("inputs"));
  }

  static List<Path> pagesThatRun() throws IOException {
    var pages = new ArrayList<Path>();
    for (Path page : ConfigurationDocs.pages()) {
      if (DocBlocks.of(page).blocks().stream().anyMatch(BlockFaults::isRun)) {
        pages.add(page);
      }
    }
    return pages;
  }

  @Test
  void everyBlockIsRunOrMarked() throws IOException {
    var faults = new ArrayList<String>();
    int commands = 0;
    for (Path page : ConfigurationDocs.pages()) {
      DocBlocks blocks = DocBlocks.of(page);
      faults.addAll(BlockFaults.unrun(page.getFileName().toString(), blocks));
      for (DocBlock block : blocks.blocks()) {
        commands += BlockFaults.isRun(block) ? DocCommands.of(block).size() : 0;
      }
    }
    assertEquals("", String.join("\n", faults));
    assertTrue(commands > 100, commands + " commands");
  }

  @ParameterizedTest
  @MethodSource("pagesThatRun")
  void theCommandsDoWhatThePageShows(Path page) throws Exception {
    Path folder = temp.resolve(page.getFileName().toString());
    PageFolder.copy(temp.resolve("inputs"), folder);
    var shell = new PageShell(folder);
    var faults = new ArrayList<String>();
    for (DocBlock block : DocBlocks.of(page).blocks()) {
      if (BlockFaults.isRun(block)) {
        faults.addAll(BlockFaults.of(block, shell));
      }
    }
    assertEquals("", String.join("\n", faults));
  }
}
