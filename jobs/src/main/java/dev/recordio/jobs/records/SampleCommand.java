// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.SettingType;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.records.copy.CopyJob;
import dev.recordio.jobs.run.error.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Copies a seeded random sample of the records, without replacement. */
@CommandLine.Command(
    footer = {
      "",
      "The records keep their order. Of two samples by one seed the smaller is part of the larger.",
      "",
      "Examples:",
      "  recordio sample --count 1000 --seed 7 hdfs:///data/train sampled",
      "  recordio sample --fraction 0.01 --seed 7 train.rec sampled"
    })
public final class SampleCommand extends ArrangeCommand.OfCopy {
  @Option(names = "--count", paramLabel = "K", description = "Take exactly K records.")
  private Long count;

  @Option(
      names = "--fraction",
      paramLabel = "F",
      description = "Take this fraction of the records, rounded to a whole number.")
  private String fraction;

  /** The key has a number below 0, too, for none. */
  private static final SettingType FRACTION = SettingType.fraction(0, 1);

  @Option(names = "--seed", paramLabel = "S", description = "The seed; 0 by default.")
  private Long seed;

  public SampleCommand() {
    super(CopyJob.What.SAMPLE);
  }

  @Override
  void setKeys() {
    if (count != null && fraction != null) {
      throw new UsageException("--count and --fraction exclude each other");
    }
    boolean set =
        ArrangeConf.SAMPLE_COUNT.getLong(conf()) >= 0
            || !ArrangeConf.SAMPLE_FRACTION.get(conf()).startsWith("-");
    if (count == null && fraction == null && !set) {
      throw new UsageException("sample takes --count K or --fraction F");
    }
    if (count != null && count < 0) {
      throw new UsageException("--count is " + count + "; it must be 0 or more");
    }
    if (fraction != null && !isFraction(fraction)) {
      throw new UsageException(
          "--fraction is '" + fraction + "'; it takes a number from 0 to 1, such as 0.1");
    }
    if (count != null) {
      ArrangeConf.SAMPLE_FRACTION.set(conf(), -1); // the option overrides a site file
    }
    if (fraction != null) {
      ArrangeConf.SAMPLE_COUNT.set(conf(), -1);
    }
    set(ArrangeConf.SAMPLE_COUNT.key(), count);
    set(ArrangeConf.SAMPLE_FRACTION.key(), fraction);
    set(ArrangeConf.SEED.key(), seed);
  }

  private static boolean isFraction(String text) {
    try {
      return FRACTION.read("--fraction", text) != null;
    } catch (InvalidSettingException e) {
      return false;
    }
  }
}
