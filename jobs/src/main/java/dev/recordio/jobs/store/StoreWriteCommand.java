// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.output.OutputClaim;

/** A command that changes a record store, unless {@code --dry-run} is given. */
public abstract class StoreWriteCommand extends StoreCommand {
  @Override
  protected final boolean writes() {
    return true;
  }

  @Override
  protected final String written() {
    return store();
  }

  /**
   * Changes the store.
   *
   * @param dryRun whether it is only to check, and to print what it would do as things are now
   */
  protected abstract ExitCode run(boolean dryRun) throws Exception;

  @Override
  protected final ExitCode run() throws Exception {
    OutputClaim.refuseClaimed(conf(), path()); // a folder that another command makes
    ExitCode code = run(isDryRun());
    if (isDryRun()) {
      say("dry run: nothing was changed");
    }
    return code;
  }
}
