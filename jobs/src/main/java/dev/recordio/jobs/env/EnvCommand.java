// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.env;

import dev.recordio.jobs.cli.Command;
import dev.recordio.jobs.cli.result.Totals;
import dev.recordio.jobs.run.error.ExitCode;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Prints what a bug report needs: versions, how Hadoop was found, file systems, codecs. */
@CommandLine.Command(
    footer = {
      "",
      "Prints neither variables of the environment nor values of the configuration, which may be"
          + " secret.",
      "",
      "Examples:",
      "  recordio env",
      "  recordio env --json"
    })
public final class EnvCommand extends Command {
  @Override
  protected ExitCode run() throws IOException {
    Environment found = Environment.of(conf());
    if (asJson()) {
      printJson(found);
      return ExitCode.OK;
    }
    var lines =
        new Totals()
            .add("recordio", found.version())
            .add(
                "java",
                String.join(
                    ", ", found.java().version(), found.java().vendor(), found.java().home()))
            .add("hadoop", found.hadoop().version() + ", " + found.hadoop().found())
            .add("native hadoop", found.hadoop().isNative() ? "loaded" : "not loaded")
            .add("site files", orNone(String.join(" ", found.hadoop().siteFiles())))
            .add("os", found.os())
            .add(
                "memory",
                String.format(
                    Locale.ROOT,
                    "%s of heap, %s in the machine, %d processors",
                    Totals.human(found.memory().maxHeap()),
                    Totals.human(found.memory().physical()),
                    found.memory().processors()))
            .add("file systems", String.join(" ", found.fileSystems()))
            .add("native codecs", orNone(names(found, true)))
            .add("other codecs", orNone(names(found, false)));
    lines.print(out());
    out().println("  class path");
    found.classPath().forEach(entry -> out().println("    " + entry));
    return ExitCode.OK;
  }

  private static String orNone(String list) {
    return list.isEmpty() ? "none" : list;
  }

  private static String names(Environment found, boolean isNative) {
    return found.codecs().stream()
        .filter(codec -> codec.isNative() == isNative)
        .map(Environment.Codec::name)
        .collect(Collectors.joining(" "));
  }
}
