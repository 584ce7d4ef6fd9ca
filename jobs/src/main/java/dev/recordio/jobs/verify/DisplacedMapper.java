// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.fs.stream.InputOpener;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Searches a file for records that are not where its index has them. */
final class DisplacedMapper extends Mapper<NullWritable, NullWritable, Text, Displaced> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    var split = (SalvageSplit) context.getInputSplit();
    Doubt doubt = DisplacedInputFormat.doubts(conf).get(split.file());
    var path = new Path(doubt.file());
    FileStatus file = path.getFileSystem(conf).getFileStatus(path);
    Displaced found;
    try (ChunkReader in = new InputOpener(conf).chunks(file)) {
      found = doubt.byText() ? byText(in, file, doubt, context) : search(in, file, doubt, context);
    }
    context.write(new Text(doubt.file()), found);
  }

  private static Displaced search(ChunkReader in, FileStatus file, Doubt doubt, Context context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    try (EntryTable index = EntryTable.open(conf, file)) {
      Displaced found = search(in, index, doubt, context);
      found.keyed = !doubt.perhapsOther() || isMost(doubt.placed() + found.count, index);
      if (found.keyed) {
        return found;
      }
    }
    try {
      var unplaced = new Doubt(doubt.file(), new Runs(), doubt.withoutEntry(), 0, true, true);
      return byText(in, file, unplaced, context);
    } catch (FileNotFoundException | MalformedRecordException e) {
      return new Displaced(); // there is only the one index, which is not the file's
    }
  }

  private static Displaced byText(ChunkReader in, FileStatus file, Doubt doubt, Context context)
      throws IOException {
    try (EntryTable index = EntryTable.openText(context.getConfiguration(), file)) {
      Displaced found = search(in, index, doubt, context);
      found.byText = true;
      found.keyed = isMost(found.count, index);
      return found.keyed ? found : new Displaced();
    }
  }

  private static boolean isMost(long found, EntryTable index) {
    return 2 * found >= index.count();
  }

  private static Displaced search(ChunkReader in, EntryTable index, Doubt doubt, Context context)
      throws IOException {
    Configuration conf = context.getConfiguration();
    boolean checksums = VerifyConf.CHECKSUMS.getBoolean(conf);
    LeftOut leftOut = LeftOut.of(conf);
    return new DisplacedSearch(
            in, index, checksums, doubt.withoutEntry(), leftOut, context::progress)
        .search(doubt.inPlace());
  }
}
