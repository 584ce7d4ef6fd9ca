// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.recordio.jobs.job.JsonFiles;
import dev.recordio.jobs.rows.LabelCounts;
import dev.recordio.jobs.rows.SourceFile;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.sparse.text.CsvColumns;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * {@code _csr.json}: the contents of a folder of CSR shards. The committer writes it before {@code
 * _SUCCESS}; without {@code _SUCCESS}, the folder is not complete.
 *
 * @param rows of all shards
 * @param columns of each shard
 * @param columnMap the file that has the column of the input for each column of the shards; null
 *     when columns are the same
 * @param nnz entries of all shards
 * @param indexBase the first index in the text; shards count columns from 0, libsvm shards from
 *     this
 * @param indexBaseReason how the base was decided
 * @param format of the input
 * @param mode how malformed text was handled: strict, lenient, dmlc
 * @param layout of main files
 * @param indexType of row blocks, u32 or u64; null for other layouts
 * @param labels of all rows
 * @param labelColumns the columns of the matrix of labels of each shard; null where a row has one
 *     label
 * @param hasWeight whether shards have weights
 * @param hasQid whether shards have query ids
 * @param names of columns, where options name columns of csv; else null
 * @param shards in order
 * @param sources the input files, in order, then side files, by path
 * @param fingerprint the fingerprint of the input and settings, for {@code --if-changed}; may be
 *     null
 * @param malformed how often each rule was violated, by title
 * @param notes what is said of rows that probably mean something else than they were read as; null
 *     for none
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public record CsrManifest(
    long rows,
    long columns,
    @JsonInclude(JsonInclude.Include.NON_NULL) String columnMap,
    long nnz,
    int indexBase,
    String indexBaseReason,
    String format,
    String mode,
    String layout,
    String indexType,
    LabelCounts labels,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long labelColumns,
    boolean hasWeight,
    boolean hasQid,
    @JsonInclude(JsonInclude.Include.NON_NULL) Names names,
    List<Shard> shards,
    List<SourceFile> sources,
    @InterfaceAudience.Private JsonNode fingerprint,
    Map<String, Long> malformed,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<String> notes) {
  /** The name of the file. */
  public static final String NAME = "_csr.json";

  /** Made only by the job that writes the folder; programs read it. */
  @InterfaceAudience.Private
  public CsrManifest {}

  /**
   * The names of columns.
   *
   * @param label the column with the labels; null if there is none, as for weight and qid
   * @param numbers the names of the first columns of the matrix, in order
   * @param hashed what the columns after these are; null if there are none
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Names(
      String label, String weight, String qid, List<String> numbers, Hashed hashed) {
    static Names of(CsvColumns columns) {
      return columns == null
          ? null
          : new Names(
              columns.label(),
              columns.weight(),
              columns.qid(),
              columns.numbers(),
              columns.categorical().isEmpty()
                  ? null
                  : new Hashed(
                      columns.categorical(),
                      columns.numbers().size(),
                      columns.hashBits(),
                      columns.alternateSign()));
    }
  }

  /**
   * Columns that are hashed together.
   *
   * @param names of the columns of the input
   * @param firstColumn where they begin in the matrix
   * @param bits the number of columns in the matrix, as a power of two
   * @param alternateSign whether the value is -1 where the hash is negative
   */
  public record Hashed(List<String> names, int firstColumn, int bits, boolean alternateSign) {}

  /**
   * A shard.
   *
   * @param file the main file
   * @param firstRow how many rows are in earlier shards
   * @param minIndex the smallest column, from 0; 0 when there is no entry
   * @param maxIndex the largest column, from 0; 0 when there is no entry
   * @param bytes of the main file
   * @param crc32c of the main file, 8 hex digits
   * @param vectors the bytes of each file next to the main one, by name
   */
  public record Shard(
      String file,
      long rows,
      long firstRow,
      long nnz,
      long minIndex,
      long maxIndex,
      long bytes,
      String crc32c,
      Map<String, Long> vectors) {}

  /**
   * Reads the manifest of a folder.
   *
   * @throws java.io.FileNotFoundException when there is none
   * @throws BadInputException when the file is not a manifest
   */
  public static CsrManifest read(FileSystem fs, Path folder) throws IOException {
    return JsonFiles.read(fs, new Path(folder, NAME), CsrManifest.class);
  }
}
