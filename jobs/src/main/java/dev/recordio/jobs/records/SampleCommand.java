// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.jobs.cli.KeyOptions;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.error.UsageException;
import picocli.CommandLine;

/** Copies a seeded random sample of the records, or rows of text, without replacement. */
@CommandLine.Command(
    footer = {
      "",
      "The records keep their order. Of two samples with the same seed, the smaller is part of",
      "the larger. If rows of text have query ids, whole queries are copied and counted.",
      "",
      "Examples:",
      "  recordio sample --count 1000 --seed 7 hdfs:///data/train sampled",
      "  recordio sample --fraction 0.01 --seed 7 train.rec sampled"
    })
public final class SampleCommand extends ArrangeCommand.OfCopy {
  @Override
  protected void declare(KeyOptions options) {
    options
        .add("--count", "K", ArrangeConf.SAMPLE_COUNT)
        .add("--fraction", "F", ArrangeConf.SAMPLE_FRACTION)
        .add("--seed", "S", ArrangeConf.SEED);
    super.declare(options);
  }

  public SampleCommand() {
    super(CopyJob.What.SAMPLE);
  }

  @Override
  void check() throws UsageException {
    boolean counts = isGiven(ArrangeConf.SAMPLE_COUNT);
    boolean measures = isGiven(ArrangeConf.SAMPLE_FRACTION);
    if (counts && measures) {
      throw new UsageException("--count and --fraction exclude each other");
    }
    if (counts) { // the option overrides a site file
      conf().unset(ArrangeConf.SAMPLE_FRACTION.key());
    } else if (measures) {
      conf().unset(ArrangeConf.SAMPLE_COUNT.key());
    }
    if (ArrangeConf.SAMPLE_COUNT.get(conf()).isEmpty()
        && ArrangeConf.SAMPLE_FRACTION.get(conf()).isEmpty()) {
      throw new UsageException("sample takes --count K or --fraction F");
    }
  }
}
