// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** What verify and salvage both take for evidence. */
final class WitnessOptions {
  @Option(
      names = "--checksums",
      description = "Compare payloads with the checksums of the .ridx (index --checksums).")
  private boolean checksums;

  @Option(
      names = "--unescaped",
      description = "Accept magic words in payloads, of writers that do not escape them.")
  private boolean unescaped;

  /** Sets the keys of the options that were given. */
  void set(Configuration conf) {
    if (checksums) {
      VerifyConf.CHECKSUMS.set(conf, true);
    }
    if (unescaped) {
      VerifyConf.UNESCAPED.set(conf, true);
    }
  }
}
