// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.jobs.pack.source.PackConf;
import java.util.function.BiConsumer;
import picocli.CommandLine.Option;

/** The options of pack for lists that it writes, and for an output that exists. */
final class OutputOptions {
  @Option(
      names = "--overwrite",
      order = 50,
      description = "Replace OUTPUT, once the new one is complete.")
  private Boolean overwrite;

  @Option(
      names = "--resume",
      order = 51,
      description =
          "Go on with an OUTPUT that was not finished: whole shards are kept. If this run fails,"
              + " they stay.")
  private Boolean resume;

  @Option(
      names = "--sha256",
      order = 51,
      description = "Also compute the SHA-256 of each shard, for _pack.json.")
  private Boolean sha256;

  @Option(
      names = "--write-list",
      paramLabel = "F.lst",
      order = 52,
      description =
          "Also write an im2rec list of what was packed, so that --list F.lst --root INPUT packs"
              + " the same bytes.")
  private String writeList;

  @Option(
      names = "--list-only",
      order = 53,
      description =
          "Write im2rec lists only, as im2rec --list --recursive: OUTPUT is the list, or with"
              + " ratios or chunks the PREFIX of several.")
  private Boolean listOnly;

  @Option(
      names = "--train-ratio",
      paramLabel = "R",
      order = 54,
      description = "With --list-only: the part for PREFIX_train.lst; the rest is PREFIX_val.lst.")
  private String trainRatio;

  @Option(
      names = "--test-ratio",
      paramLabel = "R",
      order = 55,
      description = "With --list-only: the part for PREFIX_test.lst.")
  private String testRatio;

  @Option(
      names = "--chunks",
      paramLabel = "N",
      order = 56,
      description = "With --list-only: divide the list into N, PREFIX_0.lst and so on.")
  private String chunks;

  /** Passes on the key and the value of each option; null where it was not given. */
  void forEach(BiConsumer<String, Object> set) {
    set.accept(PackConf.OVERWRITE.key(), overwrite);
    set.accept(PackConf.RESUME.key(), resume);
    set.accept(PackConf.SHA256.key(), sha256);
    set.accept(PackConf.WRITE_LIST.key(), writeList);
    set.accept(PackConf.LIST_ONLY.key(), listOnly);
    set.accept(PackConf.TRAIN_RATIO.key(), trainRatio);
    set.accept(PackConf.TEST_RATIO.key(), testRatio);
    set.accept(PackConf.CHUNKS.key(), chunks);
  }
}
