// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.bench.harness.Suite;
import dev.recordio.bench.suite.BatchesSuite;
import dev.recordio.bench.suite.CsrSuite;
import dev.recordio.bench.suite.EnginesSuite;
import dev.recordio.bench.suite.ExportSuite;
import dev.recordio.bench.suite.GatherSuite;
import dev.recordio.bench.suite.IndexSuite;
import dev.recordio.bench.suite.LibsvmSuite;
import dev.recordio.bench.suite.PackSuite;
import dev.recordio.bench.suite.PlanSuite;
import dev.recordio.bench.suite.ReadersSuite;
import dev.recordio.bench.suite.ScanSuite;
import dev.recordio.bench.suite.ShuffleProcessSuite;
import dev.recordio.bench.suite.ShuffleSuite;
import dev.recordio.bench.suite.SmallFilesSuite;
import dev.recordio.bench.suite.StartSuite;
import dev.recordio.bench.suite.StoreGrowthSuite;
import dev.recordio.bench.suite.StoreSuite;
import dev.recordio.bench.suite.TranscodeSuite;
import dev.recordio.bench.suite.VerifySuite;
import dev.recordio.bench.suite.WriteSuite;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** All suites: a new one adds its line here. */
final class Suites {
  static final List<Suite> ALL =
      List.of(
          new ScanSuite(),
          new WriteSuite(),
          new LibsvmSuite(),
          new CsrSuite(),
          new PackSuite(),
          new IndexSuite(),
          new GatherSuite(),
          new ShuffleSuite(),
          new ShuffleProcessSuite(),
          new SmallFilesSuite(),
          new ReadersSuite(),
          new TranscodeSuite(),
          new BatchesSuite(),
          new ExportSuite(),
          new EnginesSuite(),
          new StoreSuite(),
          new StoreGrowthSuite(),
          new VerifySuite(),
          new PlanSuite(),
          new StartSuite());

  private Suites() {}

  /** Their names, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ALL.stream().map(Suite::name).iterator();
    }
  }

  /** Finds a suite by its name. */
  static final class ByName implements ITypeConverter<Suite> {
    @Override
    public Suite convert(String name) {
      return ALL.stream()
          .filter(suite -> suite.name().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "no suite is named '"
                          + name
                          + "'; there are "
                          + String.join(", ", new Names())));
    }
  }
}
