// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.SettingType;
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
  /** The keys that the options set. */
  private enum Key implements ConfKey {
    SHARDS("test.shards", SettingType.whole(0)),
    SHARD_SIZE("test.shard-size", SettingType.bytes(0));

    private final Definition definition;

    Key(String key, SettingType type) {
      definition = new Definition(key, "0", type, "For a test.");
    }

    @Override
    public Definition definition() {
      return definition;
    }

    @Override
    public String toString() {
      return key();
    }
  }

  @Option(names = "--part")
  private Part part;

  @Parameters(paramLabel = "KEY")
  private List<String> keys = new ArrayList<>();

  @Override
  protected void declare(KeyOptions options) {
    options.add("--shards", "N", Key.SHARDS).add("--shard-size", "SIZE", Key.SHARD_SIZE);
  }

  @Override
  protected ExitCode run() {
    if (part != null) {
      conf().set("test.part", part.toString());
    }
    keys.forEach(key -> out().println(key + "=" + conf().get(key)));
    if (keys.contains(Key.SHARD_SIZE.key())) {
      out().println(Key.SHARD_SIZE.getBytes(conf()));
    }
    return ExitCode.OK;
  }

  static CommandTable table() {
    return new CommandTable(() -> ConfKeys.ALL).add("show", "print keys", ShowCommand::new);
  }
}
