// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.cli;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.UsageException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/**
 * Explains where benchmarks run: {@code bin/recordio} of a checkout starts them itself and never
 * calls this command. They compare with other projects' programs, which this jar does not include.
 */
@CommandLine.Command(footer = {"", "Example, in a checkout:", "  recordio bench scan write"})
public final class BenchCommand extends Command {
  @Parameters(arity = "0..*", paramLabel = "SUITE", description = "What to compare.")
  private List<String> suites;

  @Unmatched private List<String> options; // this class does not know the options of the real one

  @Override
  protected boolean needsHadoop() {
    return false;
  }

  @Override
  protected boolean hasJson() {
    return false;
  }

  @Override
  protected ExitCode run() throws UsageException {
    throw new UsageException(
        "bench is not in this jar, because it compares with programs that are not shipped; run"
            + " bin/recordio bench in a checkout of the sources");
  }
}
