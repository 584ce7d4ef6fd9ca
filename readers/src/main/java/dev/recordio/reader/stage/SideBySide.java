// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.stage;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.reader.Placed;
import dev.recordio.reader.Source;
import dev.recordio.reader.Stage;
import dev.recordio.reader.source.SideBySideSource;

/** Files read side by side, in place of one after the other. */
final class SideBySide {
  private static final long MAX_BYTES = 64 << 20; // of items that wait, of all files

  private SideBySide() {}

  /** Takes one item of each of k files in turn, in one thread. */
  static <T extends Placed> Stage<T> interleave(Stage<T> source, int k) {
    String text = "interleave(" + k + ")";
    return SideBySideSource.inTurn(source, text, checked(text, k), file -> file);
  }

  /** Takes one item of each of some files in turn; a thread reads each file. */
  static <T extends Placed> Stage<T> roundRobin(Stage<T> source, int threads) {
    String text = "files(threads=" + threads + ",order=round_robin)";
    int files = checked(text, threads);
    return SideBySideSource.inTurn(source, text, files, file -> ahead(file, MAX_BYTES / files));
  }

  private static <T> Stage<T> ahead(Source<T> file, long bytes) {
    var stage = new PrefetchStage<>(file, bytes, PrefetchStage.ANY_NUMBER, "recordio-files");
    stage.start();
    return stage;
  }

  /** Takes the items of files that so many threads read, as they come. */
  static <T extends Placed> Stage<T> any(Stage<T> source, int threads) {
    String text = "files(threads=" + threads + ",order=any)";
    return SideBySideSource.asTheyCome(source, text, checked(text, threads));
  }

  private static int checked(String text, int files) {
    if (files < 1 || files > SideBySideSource.MAX_FILES) {
      throw new InvalidSettingException(
          text + ": expected 1 to " + SideBySideSource.MAX_FILES + " files at a time");
    }
    return files;
  }
}
