// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.docs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the blocks of a page, each with its place. */
final class BlockFaults {
  private BlockFaults() {}

  /** Whether the commands of a block are run. */
  static boolean isRun(DocBlock block) {
    return block.mark() == null && isCommands(block) && DocCommands.notRunIn(block) == null;
  }

  private static boolean isCommands(DocBlock block) {
    return DocCommands.anyIn(block) && !DocCommands.isSynopsis(block);
  }

  /** Returns the blocks that are neither run nor marked, and the marks before no such block. */
  static List<String> unrun(String page, DocBlocks blocks) {
    var faults = new ArrayList<String>();
    for (int line : blocks.staleMarks()) {
      faults.add(page + ":" + line + ": a mark, but no block after it");
    }
    for (DocBlock block : blocks.blocks()) {
      if (block.mark() != null && !isCommands(block)) {
        faults.add(block.place() + ": a mark, but the block has no commands");
      } else if (block.mark() == null && isCommands(block) && !isRun(block)) {
        String line = DocCommands.notRunIn(block);
        faults.add(block.place() + ": neither run nor marked <!-- not run: WHY -->: " + line);
      }
    }
    return faults;
  }

  /** Runs the commands of a block; returns which did not do what is shown. */
  static List<String> of(DocBlock block, PageShell shell) throws IOException, InterruptedException {
    var faults = new ArrayList<String>();
    for (DocCommand command : DocCommands.of(block)) {
      PageShell.Ran ran = shell.run(command.script());
      boolean ends = ran.status() == command.status();
      if (!ends
          || !command.shown().isEmpty() && !ShownOutput.matches(command.shown(), ran.output())) {
        faults.add(
            "%s:%d: %s%nended with %d, and wrote%n%s"
                .formatted(
                    block.page(), command.line(), command.script(), ran.status(), ran.output()));
      }
    }
    return faults;
  }
}
