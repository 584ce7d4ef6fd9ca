// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.census;

import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;

/**
 * The files that records are copied from, as they were before the census. A task reads blocks of
 * the table, those with its own files: tasks and files both grow with the input.
 */
public final class SourceTable {
  /** Keys of the file with the table: the files block by block, and where the blocks begin. */
  private static final String FILES = "recordio.arrange.sources-file";

  private static final String BLOCKS = "recordio.arrange.sources-blocks-file";

  /** Files of a block. */
  static final int BLOCK = 1024;

  private final Configuration conf;
  private final int count;
  private final long[] begins; // of the blocks
  private final Map<Integer, SourceFile[]> blocks = new HashMap<>();

  private SourceTable(Configuration conf, int count, long[] begins) {
    this.conf = conf;
    this.count = count;
    this.begins = begins;
  }

  /**
   * Passes the listed input files, in order, to a job; creates two files for its tasks.
   *
   * @param folder a folder that tasks can read and that exists as long as the job
   */
  static void write(Configuration conf, List<FileStatus> files, Path folder) throws IOException {
    long[] begins = new long[(files.size() + BLOCK - 1) / BLOCK];
    ScratchFile.write(
        conf, FILES, new Path(folder, "sources"), out -> writeFiles(out, files, begins));
    ScratchFile.write(
        conf,
        BLOCKS,
        new Path(folder, "source-blocks"),
        out -> {
          out.writeInt(files.size());
          for (long begin : begins) {
            out.writeLong(begin);
          }
        });
  }

  private static void writeFiles(DataOutput out, List<FileStatus> files, long[] begins)
      throws IOException {
    var block = new DataOutputBuffer();
    long written = 0;
    for (int i = 0; i < begins.length; i++) {
      begins[i] = written;
      block.reset();
      for (int at = i * BLOCK; at < Math.min((i + 1) * BLOCK, files.size()); at++) {
        SourceFile.of(files.get(at)).write(block);
      }
      out.write(block.getData(), 0, block.getLength());
      written += block.getLength();
    }
  }

  /** Opens the table in a task. */
  public static SourceTable read(Configuration conf) throws IOException {
    return ScratchFile.read(
        conf,
        BLOCKS,
        in -> {
          int count = in.readInt();
          long[] begins = new long[(count + BLOCK - 1) / BLOCK];
          for (int i = 0; i < begins.length; i++) {
            begins[i] = in.readLong();
          }
          return new SourceTable(conf, count, begins);
        });
  }

  /** Returns a file by its number. */
  public SourceFile get(int number) throws IOException {
    SourceFile[] block = blocks.get(number / BLOCK);
    if (block == null) {
      block = readBlock(number / BLOCK);
      blocks.put(number / BLOCK, block);
    }
    return block[number % BLOCK];
  }

  private SourceFile[] readBlock(int number) throws IOException {
    var found = new SourceFile[Math.min(BLOCK, count - number * BLOCK)];
    try (var file = Files.open(conf, new Path(conf.get(FILES)), Files.Reading.PIECES)) {
      file.seek(begins[number]);
      var in = new DataInputStream(new BufferedInputStream(file, 1 << 16));
      for (int i = 0; i < found.length; i++) {
        found[i] = SourceFile.read(in);
      }
    }
    return found;
  }

  /** Returns how many blocks were read. */
  int blocksRead() {
    return blocks.size();
  }
}
