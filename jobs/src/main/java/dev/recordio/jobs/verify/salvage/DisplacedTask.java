// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify.salvage;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import dev.recordio.jobs.job.Serde;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.verify.Doubt;
import dev.recordio.jobs.verify.IndexEntries;
import dev.recordio.jobs.verify.LeftOut;
import dev.recordio.jobs.verify.VerifyConf;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** Searches a file for records that are not where its index has them. */
final class DisplacedTask extends UnitTask<Doubt, Displaced> {
  DisplacedTask() {
    super(Serde.ofFields(Doubt.class), Serde.ofFields(Displaced.class));
  }

  @Override
  protected Displaced run(Doubt doubt, TaskContext task) throws IOException {
    var path = new Path(doubt.file());
    FileStatus file = path.getFileSystem(task.conf()).getFileStatus(path);
    return search(task.conf(), file, doubt, task);
  }

  /** Searches a file. */
  static Displaced search(Configuration conf, FileStatus file, Doubt doubt, Progressable progress)
      throws IOException {
    boolean escaped = !VerifyConf.UNESCAPED.getBoolean(conf);
    try (ChunkReader in = new InputOpener(conf).chunks(file)) {
      var finder = new RecordFinder(in, escaped, progress);
      LeftOut leftOut = LeftOut.of(conf);
      Displaced found = null;
      if (doubt.by() == Doubt.By.INDEX) {
        try (IndexEntries index = IndexEntries.open(conf, file)) {
          found = search(finder, index, doubt, leftOut);
        }
      }
      if (found == null && doubt.by() != Doubt.By.HEADERS) {
        found = byText(conf, finder, file, doubt.by(Doubt.By.TEXT), leftOut);
      }
      return found != null ? found : new ChainCover(finder, doubt.chained(), escaped).decide();
    }
  }

  /** Returns what the text index shows; null if there is none of the file. */
  private static Displaced byText(
      Configuration conf, RecordFinder finder, FileStatus file, Doubt doubt, LeftOut leftOut)
      throws IOException {
    try (IndexEntries index = IndexEntries.openText(conf, file)) {
      Displaced found = search(finder, index, doubt, leftOut);
      if (found != null) {
        found.byText = true;
      }
      return found;
    } catch (FileNotFoundException | MalformedRecordException e) {
      return null;
    }
  }

  /** Returns what an index shows; null if it is another file's. */
  private static Displaced search(
      RecordFinder finder, IndexEntries index, Doubt doubt, LeftOut leftOut) throws IOException {
    boolean isSearched = doubt.checksums() || !doubt.whole();
    Displaced found =
        isSearched ? new DisplacedSearch(finder, index, doubt, leftOut).search() : new Displaced();
    var others = new OtherRecords(finder, index, doubt, found);
    found.keyed = isOfFile(index.count(), doubt, found, others);
    if (!found.keyed) {
      return null;
    }
    others.judge();
    return found;
  }

  /** An index is the file's if the file has most of its records, or it most of the file's. */
  private static boolean isOfFile(long entries, Doubt doubt, Displaced found, OtherRecords others)
      throws IOException {
    long known = doubt.placed() + found.count;
    if (doubt.perhapsOther()) {
      return 2 * known >= entries;
    }
    return doubt.fits()
        || doubt.checksums() && known > 0
        || 2 * known >= Math.min(entries, known + others.count());
  }
}
