// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.shard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.job.JsonFiles;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What a csr job must know of its input in advance.
 *
 * @param columns the number of columns of the whole input, the same for all shards; or {@link
 *     #UNKNOWN} if {@code CsrJob} does not count columns
 * @param indexBase the first index in the text, 0 or 1
 * @param indexBaseReason how the base was decided, in a few words, for the manifest
 * @param hasWeight whether rows are known to have weights: then every shard has them
 * @param hasQid whether rows are known to have query ids: then every shard has them
 * @param rangeRows for each segment, in order, the rows of each of its ranges, in order; null when
 *     they were not counted; only input with side files needs them
 * @param fingerprint the fingerprint of the input and settings, for the manifest; may be null
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record CsrTask(
    long columns,
    int indexBase,
    String indexBaseReason,
    boolean hasWeight,
    boolean hasQid,
    List<long[]> rangeRows,
    @InterfaceAudience.Private JsonNode fingerprint) {
  /** Stands for a number of columns that is counted while shards are written. */
  public static final long UNKNOWN = -1;

  /** Key of the file with the task of a job. */
  static final String FILE = "recordio.csr.task-file";

  /** Makes one with all fields. */
  @InterfaceAudience.Private
  public CsrTask {}

  /** Makes one with only columns and base. */
  public CsrTask(long columns, int indexBase, String indexBaseReason) {
    this(columns, indexBase, indexBaseReason, false, false, null, null);
  }

  /** Passes it to a job; creates {@code file} for tasks and the committer. */
  @InterfaceAudience.Private
  public void write(Configuration conf, Path file) throws IOException {
    JsonFiles.write(file.getFileSystem(conf), file, this);
    conf.set(FILE, file.toString());
  }

  /** Returns the task of a job, in its tasks and its committer. */
  @InterfaceAudience.Private
  public static CsrTask read(Configuration conf) throws IOException {
    Path file = new Path(conf.get(FILE));
    return JsonFiles.read(file.getFileSystem(conf), file, CsrTask.class);
  }

  /** Whether the number of columns is known in advance. */
  @InterfaceAudience.Private
  public boolean knowsColumns() {
    return columns != UNKNOWN;
  }

  /**
   * Reports from a task to the client that columns must be counted in advance: there are too many
   * for the index type of shards with fewer columns.
   */
  static void reportTooWide(Configuration conf) throws IOException {
    Path note = tooWide(conf);
    Files.overwrite(note.getFileSystem(conf), note).close();
  }

  /** Whether a task of the job has reported that columns must be counted in advance. */
  @InterfaceAudience.Private
  public static boolean isTooWide(Configuration conf) throws IOException {
    Path note = tooWide(conf);
    return note.getFileSystem(conf).exists(note);
  }

  private static Path tooWide(Configuration conf) {
    return new Path(conf.get(FILE)).suffix(".too-wide");
  }
}
