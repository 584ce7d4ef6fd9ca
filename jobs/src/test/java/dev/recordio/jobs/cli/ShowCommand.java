// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.ConfKeys;
import dev.recordio.jobs.run.error.ExitCode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints keys of its configuration; {@code --shards} sets {@code test.shards}. */
@CommandLine.Command(footer = {"", "Example:", "  recordio show test.shards --shards 2"})
final class ShowCommand extends Command {
  @Option(names = "--shards")
  private Integer shards;

  @Option(names = "--shard-size")
  private Size shardSize;

  @Option(names = "--part")
  private Part part;

  @Parameters(paramLabel = "KEY")
  private List<String> keys = new ArrayList<>();

  @Override
  protected ExitCode run() {
    set("test.shards", shards);
    set("test.shard-size", shardSize);
    set("test.part", part);
    keys.forEach(key -> out().println(key + "=" + conf().get(key)));
    return ExitCode.OK;
  }

  static CommandTable table() {
    return new CommandTable(() -> ConfKeys.ALL).add("show", "print keys", ShowCommand::new);
  }
}
