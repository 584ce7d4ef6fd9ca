// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.bytes.Sha256;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.shard.ShardOutputFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.util.Progressable;

/**
 * A shard that an earlier run has finished. The first attempt of its task moves it to its work path
 * and checks all of its bytes; if that attempt fails, another one packs the shard anew.
 */
final class KeptShard {
  private static final int CHUNK = 1 << 20;

  private KeptShard() {}

  /**
   * Makes a whole shard the output of the task.
   *
   * @return its report; null when there is none, or one that is damaged, and it must be packed
   */
  static ShardReport take(TaskInputOutputContext<?, ?, ?, ?> context, Path output, int shard)
      throws IOException {
    FileSystem fs = output.getFileSystem(context.getConfiguration());
    Path kept = new ResumeFolder(fs, output).kept(shard);
    if (!fs.exists(new Path(kept, ShardReport.NAME))) {
      return null;
    }
    Path work = ShardOutputFormat.workFile(context, "", shard, "").getParent();
    var claimed = new Path(work, "_kept");
    fs.mkdirs(work);
    if (!Files.renameIfThere(fs, kept, claimed)) {
      return null; // another attempt has it
    }
    ShardReport report = checked(fs, claimed, context);
    if (report != null) {
      for (ShardReport.Part part : report.files()) {
        Files.rename(fs, new Path(claimed, part.name()), new Path(work, part.name()));
      }
    }
    fs.delete(claimed, true);
    return report;
  }

  /** Returns the report of a shard, if all its files have the bytes that the report says. */
  private static ShardReport checked(FileSystem fs, Path folder, Progressable progress)
      throws IOException {
    try {
      ShardReport report = ShardReport.read(fs, new Path(folder, ShardReport.NAME));
      for (ShardReport.Part part : report.files()) {
        var file = new Path(folder, part.name());
        if (fs.getFileStatus(file).getLen() != part.bytes()
            || !sha256(fs, file, progress).equals(part.sha256())) {
          return null;
        }
      }
      return report;
    } catch (BadInputException | FileNotFoundException | ChecksumException e) {
      return null;
    }
  }

  private static String sha256(FileSystem fs, Path file, Progressable progress) throws IOException {
    var digest = Sha256.newDigest();
    var chunk = new byte[CHUNK];
    try (FSDataInputStream in = Files.open(fs, file, Files.Reading.WHOLE)) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        digest.update(chunk, 0, read);
        progress.progress();
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
