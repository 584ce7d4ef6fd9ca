// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.export.target;

import dev.recordio.fs.stream.Files;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Progressable;

/** Creates the files of one shard in the work path of its task. */
public final class ShardFiles {
  private static final int BUFFER = 1 << 16;

  private final FileSystem fs;
  private final Path work;
  private final Path results;
  private final int shard;
  private final long first;
  private final long records;
  private final Set<String> names = new LinkedHashSet<>();
  private String main;
  private FSDataOutputStream mainFile;
  private long otherBytes;
  private Progressable progress = () -> {};

  /**
   * Makes a shard's files.
   *
   * @param work the folder that becomes the output when the task commits
   * @param results the folder for files that the job's commit reads
   * @param shard the shard's number, from 0
   * @param first the ordinal of its first record in the export
   * @param records how many it is going to have
   */
  public ShardFiles(
      Configuration conf, Path work, Path results, int shard, long first, long records)
      throws IOException {
    fs = work.getFileSystem(conf);
    this.work = work;
    this.results = results;
    this.shard = shard;
    this.first = first;
    this.records = records;
  }

  /** Specifies what is told that the task is alive, while much is written at once. */
  public void setProgress(Progressable told) {
    progress = told;
  }

  /** Returns what is told that the task is alive. */
  public Progressable progress() {
    return progress;
  }

  /** Returns the shard's number, from 0. */
  public int shard() {
    return shard;
  }

  /** Returns the ordinal of the shard's first record in the export. */
  public long firstOrdinal() {
    return first;
  }

  /** Returns the number of the shard's records. */
  public long records() {
    return records;
  }

  /** Creates {@code part-00000<suffix>}; the first one is the shard's main file. */
  public FSDataOutputStream create(String suffix) throws IOException {
    return createNamed(String.format("part-%05d%s", shard, suffix));
  }

  /** Creates a file at the top of the output; the first one is the shard's main file. */
  public FSDataOutputStream createNamed(String name) throws IOException {
    names.add(name);
    FSDataOutputStream file = Files.overwrite(fs, new Path(work, name), BUFFER);
    if (main == null) {
      main = name;
      mainFile = file;
    }
    return file;
  }

  /**
   * Creates a file in a folder of the output that several shards may write to.
   *
   * @param folder its name, which several shards may give
   * @param bytes that the caller is going to write
   */
  public FSDataOutputStream createIn(String folder, String name, long bytes) throws IOException {
    names.add(folder);
    otherBytes += bytes;
    return Files.overwrite(fs, new Path(new Path(work, folder), name), BUFFER);
  }

  /**
   * Creates a file for the job's commit, which finds it by {@link ExportedFiles#result}; it does
   * not become part of the output.
   */
  public FSDataOutputStream createResult(String suffix) throws IOException {
    Path file = new Path(results, resultName(shard, suffix));
    return Files.overwrite(file.getFileSystem(fs.getConf()), file, BUFFER);
  }

  /** Returns the name of a shard's result. */
  static String resultName(int shard, String suffix) {
    return String.format("shard-%07d%s", shard, suffix);
  }

  /** Returns the bytes of the main file, or of all files in folders where there is none. */
  public long bytes() {
    return mainFile == null ? otherBytes : mainFile.getPos();
  }

  /** Writes down what the shard holds, after its files are closed. */
  public void report(long records) throws IOException {
    new ShardReport(shard, main, records, bytes(), List.copyOf(names))
        .write(results.getFileSystem(fs.getConf()), results);
  }
}
