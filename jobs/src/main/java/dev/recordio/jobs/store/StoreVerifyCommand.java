// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.cli.TsvCell;
import dev.recordio.jobs.run.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.verify.StoreVerify;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;

/** Verifies the files of a store. */
@CommandLine.Command(
    footer = {
      "",
      "Reads every byte of every manifest, table and chunk of all generations that are kept,",
      "and tags; looks up and decodes every value of the newest one. With --generation or --tag: all",
      "of that for this generation alone. Prints a line for each finding: file, offset, what is wrong.",
      "Exit code 0: sound, 4: there are findings.",
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
    if (asJson()) {
      var root = new LinkedHashMap<String, Object>();
      root.put("findings", list);
      root.put("sound", summary.findings() == 0);
      root.put("generations", summary.generations());
      root.put("tables", summary.tables());
      root.put("chunks", summary.chunks());
      root.put("bytes", summary.bytes());
      root.put("values", summary.values());
      printJson(root);
    } else {
      print(
          new Totals()
              .count("generations", summary.generations())
              .count("tables", summary.tables())
              .count("chunks", summary.chunks())
              .bytes("bytes", summary.bytes())
              .count("values", summary.values())
              .count("findings", summary.findings()));
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
    String file = TsvCell.escape(finding.file());
    out().println(file + "\t" + finding.offset() + "\t" + TsvCell.escape(finding.what()));
  }
}
