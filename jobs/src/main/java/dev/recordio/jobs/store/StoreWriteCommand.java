// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.run.error.ExitCode;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import picocli.CommandLine.Option;

/** A command that changes a record store, unless {@code --dry-run} is given. */
@InterfaceAudience.Private
@InterfaceStability.Unstable
public abstract class StoreWriteCommand extends StoreCommand {
  @Option(
      names = "--dry-run",
      description = "Check everything, say what would be done, and change nothing.",
      order = 91)
  private Boolean dryRun;

  /**
   * Changes the store.
   *
   * @param dryRun whether it is only to check, and to print what it would do as things are now
   */
  protected abstract ExitCode run(boolean dryRun) throws Exception;

  @Override
  protected final ExitCode run() throws Exception {
    set(StoreCommandConf.DRY_RUN.key(), dryRun);
    boolean dry = StoreCommandConf.DRY_RUN.getBoolean(conf());
    ExitCode code = run(dry);
    if (dry && !quiet()) {
      out().flush();
      err().println("dry run: nothing was changed");
    }
    return code;
  }
}
