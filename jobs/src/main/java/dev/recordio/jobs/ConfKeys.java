// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs;

import dev.recordio.conf.ConfKey;
import dev.recordio.formats.output.OutputConf;
import dev.recordio.images.ImageConf;
import dev.recordio.images.batch.ImageBatchConf;
import dev.recordio.jobs.export.ExportConf;
import dev.recordio.jobs.images.MeanImageConf;
import dev.recordio.jobs.index.IndexConf;
import dev.recordio.jobs.pack.sample.SampleConf;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.records.census.ArrangeConf;
import dev.recordio.jobs.report.ReportConf;
import dev.recordio.jobs.rows.SegmentConf;
import dev.recordio.jobs.rows.shard.CsrConf;
import dev.recordio.jobs.rows.stats.StatsConf;
import dev.recordio.jobs.run.local.RunConf;
import dev.recordio.jobs.store.StoreCommandConf;
import dev.recordio.jobs.verify.VerifyConf;
import dev.recordio.reader.ReaderConf;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.task.LibraryKeys;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every configuration key of the project: an enum of keys adds its line here.
 *
 * <p>{@code conf/recordio-default.xml} and the table of {@code docs/settings.md} are generated from
 * this list, and a test holds them to it. A command refuses a {@code -D} of a key that is not in
 * it, and begins only when all of them have valid values.
 */
public final class ConfKeys {
  /** All of them, in the order of the docs. */
  public static final List<ConfKey> ALL =
      Stream.<List<? extends ConfKey>>of(
              LibraryKeys.ALL,
              List.of(StoreConf.values()),
              List.of(ReaderConf.values()),
              List.of(ImageConf.values()),
              List.of(ImageBatchConf.values()),
              List.of(RunConf.values()),
              List.of(IndexConf.values()),
              List.of(VerifyConf.values()),
              List.of(PackConf.values()),
              List.of(SampleConf.values()),
              List.of(MeanImageConf.values()),
              List.of(ArrangeConf.values()),
              List.of(ExportConf.values()),
              List.of(OutputConf.values()),
              List.of(ReportConf.values()),
              List.of(StatsConf.values()),
              List.of(SegmentConf.values()),
              List.of(CsrConf.values()),
              List.of(StoreCommandConf.values()))
          .<ConfKey>flatMap(List::stream)
          .toList();

  private ConfKeys() {}
}
