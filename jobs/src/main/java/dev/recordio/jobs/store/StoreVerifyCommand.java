// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.verify.StoreVerify;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;

/** Verifies the files of a store. */
@CommandLine.Command(
    footer = {
      "",
      "Reads every byte of the manifests, tables, chunks and tags of all generations that are",
      "kept, and decodes every value of the newest one. With --generation or --tag it does this",
      "for one generation. Prints a line for each finding: file, offset, what is wrong. Exit code",
      "0: sound, 4: there are findings.",
      "",
      "Examples:",
      "  recordio store verify data/faces",
      "  recordio store verify hdfs:///data/faces --tag v1 --json"
    })
public final class StoreVerifyCommand extends StoreCommand {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add(
            "--generation",
            "G",
            StoreConf.GENERATION,
            "The generation to verify. Default: the files of all that are kept.")
        .add("--tag", "NAME", StoreConf.TAG, "The tag of the generation to verify.");
  }

  @Override
  protected ExitCode run() throws Exception {
    Generations generations = open().generations();
    List<StoreFinding> list = new ArrayList<>();
    Consumer<StoreFinding> found = asJson() ? list::add : this::print;
    StoreVerify.Summary summary = verify(new StoreVerify(conf(), generations, found), generations);
    var result =
        new Totals()
            .value("findings", list)
            .value("sound", summary.findings() == 0)
            .count("generations", summary.generations())
            .count("tables", summary.tables())
            .count("chunks", summary.chunks())
            .bytes("bytes", summary.bytes())
            .count("values", summary.values())
            .show("findings", summary.findings());
    if (asJson()) {
      printResult(result);
    } else {
      print(result);
    }
    return summary.findings() > 0 ? ExitCode.DAMAGE_FOUND : ExitCode.OK;
  }

  private StoreVerify.Summary verify(StoreVerify verify, Generations generations)
      throws IOException {
    String tagged = StoreConf.TAG.get(conf());
    long number = StoreConf.GENERATION.getLong(conf());
    if (!tagged.isEmpty() && number >= 0) {
      throw new UsageException("--tag and --generation exclude each other");
    }
    if (!tagged.isEmpty()) {
      return verify.verify(generations.tags().get(tagged));
    }
    return number >= 0 ? verify.verify(number) : verify.verifyAll();
  }

  private void print(StoreFinding finding) {
    results().text(finding.file()).number(finding.offset()).text(finding.what()).end();
  }
}
