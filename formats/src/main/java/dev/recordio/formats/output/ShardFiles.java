// SPDX-License-Identifier: Apache-2.0
package dev.recordio.formats.output;

import dev.recordio.fs.stream.Files;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
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
  /** The number of records before the last one is written. */
  public static final long UNKNOWN = -1;

  private static final int BUFFER = 1 << 16;

  private final FileSystem fs;
  private final Path work;
  private final Path results;
  private final int shard;
  private final long records;
  private final Set<String> names = new LinkedHashSet<>();
  private String main;
  private FSDataOutputStream mainFile;
  private long otherBytes;
  private final Progressable progress;
  private final Spools spools;
  private final String only; // the name of the main file; null: by the number of the shard

  /** Bytes that are kept aside until the shard is completed; closing them removes them. */
  public interface Spool extends Closeable {
    void append(byte[] bytes, int offset, int count) throws IOException;

    /**
     * Writes all bytes to a stream.
     *
     * @param progress is told of each chunk
     */
    void copyTo(OutputStream out, Progressable progress) throws IOException;
  }

  @FunctionalInterface
  public interface Spools {
    Spool create() throws IOException;
  }

  /**
   * Makes a shard's files.
   *
   * @param work the folder that becomes the output when the task commits
   * @param results the folder for files that the job's commit reads
   * @param shard the shard's number, from 0
   * @param records how many it is going to have
   * @param progress is told that the task is alive, while much is written at once
   */
  public ShardFiles(
      Configuration conf,
      Path work,
      Path results,
      int shard,
      long records,
      Progressable progress,
      Spools spools)
      throws IOException {
    this(conf, work, results, shard, records, progress, spools, null);
  }

  private ShardFiles(
      Configuration conf,
      Path work,
      Path results,
      int shard,
      long records,
      Progressable progress,
      Spools spools,
      String only)
      throws IOException {
    this.only = only;
    fs = work.getFileSystem(conf);
    this.work = work;
    this.results = results;
    this.shard = shard;
    this.records = records;
    this.progress = progress;
    this.spools = spools;
  }

  /**
   * Makes the files of a shard whose main file has a place of its own; the others have the same
   * name with another suffix. How many records it is going to have is not known.
   */
  public static ShardFiles at(Configuration conf, Path main, Spools spools) throws IOException {
    return new ShardFiles(
        conf, main.getParent(), null, 0, UNKNOWN, () -> {}, spools, main.getName());
  }

  /** Returns what is told that the task is alive. */
  public Progressable progress() {
    return progress;
  }

  public int shard() {
    return shard;
  }

  /** Returns how many records the shard is going to have, or {@link #UNKNOWN}. */
  public long records() {
    return records;
  }

  public Spool createSpool() throws IOException {
    return spools.create();
  }

  /** Creates {@code part-00000<suffix>}; the first one is the shard's main file. */
  public FSDataOutputStream create(String suffix) throws IOException {
    return createNamed(
        only == null
            ? String.format("part-%05d%s", shard, suffix)
            : only.substring(0, only.lastIndexOf('.')) + suffix);
  }

  /** Creates a file at the top of the output; the first one is the shard's main file. */
  public FSDataOutputStream createNamed(String usual) throws IOException {
    String name = only != null && main == null ? only : usual;
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
   * Creates a file for the job's commit, which finds it by {@link OutputFiles#result}; it does not
   * become part of the output.
   */
  public FSDataOutputStream createResult(String suffix) throws IOException {
    Path file = new Path(results, resultName(shard, suffix));
    return Files.overwrite(file.getFileSystem(fs.getConf()), file, BUFFER);
  }

  static String resultName(int shard, String suffix) {
    return String.format("shard-%07d%s", shard, suffix);
  }

  /** Returns the bytes of the main file, or of all files in folders where there is none. */
  public long bytes() {
    return mainFile == null ? otherBytes : mainFile.getPos();
  }

  /** Returns what the shard holds, after its files are closed. */
  public WrittenShard written(long count) {
    return new WrittenShard(shard, main, count, bytes(), List.copyOf(names));
  }
}
