// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.cli.InputOutput;
import picocli.CommandLine.Mixin;

/** Base of the commands that rewrite the records of one input. */
abstract class FolderCommand extends ArrangeCommand {
  @Mixin private InputOutput folders;

  @Override
  final String input() {
    return folders.input();
  }

  @Override
  final String output() {
    return folders.output();
  }
}
