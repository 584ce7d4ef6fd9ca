// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.Store;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.manifest.Tags;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** Names a generation, so that it stays. */
@CommandLine.Command(
    footer = {
      "",
      "A tagged generation stays, whatever gc removes, and is read by its name. A tag never moves:",
      "delete it first. Prints name and generation, with a tab between.",
      "",
      "Examples:",
      "  recordio store tag data/faces v1",
      "  recordio store tag data/faces before-relabelling --generation 41",
      "  recordio store tag data/faces v1 --delete"
    })
public final class TagCommand extends StoreCommand.Change {
  @Parameters(index = "1", paramLabel = "NAME", description = "The tag's name.")
  private String name;

  @Override
  protected void declare(KeyOptions options) {
    options
        .add(
            "--generation",
            "G",
            StoreConf.GENERATION,
            "The generation that gets it. Default: the newest.")
        .flag("--delete", StoreCommandConf.TAG_DELETE);
  }

  @Override
  void change(boolean dryRun) throws Exception {
    Tags.requireName(name);
    long number = StoreConf.GENERATION.getLong(conf());
    boolean deleting = StoreCommandConf.TAG_DELETE.getBoolean(conf());
    if (deleting && number >= 0) {
      throw new UsageException("only one of --generation, --delete can be given");
    }
    Store store = open();
    long named;
    if (deleting) {
      named = store.generations().tags().get(name);
      if (!dryRun) {
        store.deleteTag(name);
      }
    } else {
      named = number < 0 ? store.snapshot().generation() : store.snapshot(number).generation();
      if (!dryRun) {
        store.tag(name, named);
      }
    }
    print(manifestOnly(), "tag", name, "generation", named);
    print(new Totals().next("store", "log", store()));
  }
}
