// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.index.InsightFaceFiles;
import dev.recordio.image.ImageRecordHeader;
import dev.recordio.image.InsightFaceDialect;
import dev.recordio.image.InsightFaceTally;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Recognizes InsightFace sets by the ids of their records: a file is one if it has the records that
 * its record with key 0 announces. Summaries of parts of files can be merged.
 */
public final class FaceSummary {
  private TreeMap<String, InsightFaceTally> files = new TreeMap<>();
  private transient String file;
  private transient InsightFaceTally tally; // of the file
  private transient int sets;
  private transient long images;
  private transient long identities;

  /** Begins a file, or a part of one; its records follow. */
  public void begin(String path) {
    file = path;
    tally = new InsightFaceTally();
    files.put(path, tally);
  }

  /**
   * Ends the file after its last record: what is none of these sets is forgotten.
   *
   * @param isForced whether the settings say that it is one
   */
  void end(boolean isForced) {
    if (tally != null && tally.dialect() == null && !isForced) {
      files.remove(file);
    }
  }

  /**
   * Adds a record.
   *
   * @param start the payload's first {@link InsightFaceDialect#BOOKKEEPING_BYTES} bytes, or all if
   *     there are fewer
   */
  void add(byte[] start, int length, long recordOffset) {
    if (tally == null || length < ImageRecordHeader.FIXED_BYTES) {
      return;
    }
    long key = ImageRecordHeader.key(start);
    if (InsightFaceDialect.isBookkeeping(start, length)) {
      tally.addBookkeeping(start, key, recordOffset);
    } else {
      tally.addImage(key);
    }
  }

  /** Adds the records of another summary. */
  void add(FaceSummary other) {
    other.files.forEach(
        (path, part) -> files.computeIfAbsent(path, name -> new InsightFaceTally()).add(part));
  }

  /**
   * Finds the sets, after all records.
   *
   * @param isWhole whether no record was skipped
   * @throws MalformedRecordException when one that the {@code .idx} or the settings take for a set
   *     contradicts itself
   */
  public void find(Configuration conf, boolean isWhole) throws IOException {
    if (!InsightFaceFiles.arePossible(conf)) {
      return;
    }
    for (Map.Entry<String, InsightFaceTally> entry : files.entrySet()) {
      InsightFaceDialect dialect = entry.getValue().dialect();
      if (dialect != null || InsightFaceFiles.areForced(conf)) {
        find(conf, entry.getKey(), entry.getValue(), isWhole);
      }
    }
  }

  private void find(Configuration conf, String path, InsightFaceTally found, boolean isWhole)
      throws IOException {
    try {
      InsightFaceDialect dialect = isWhole ? found.check() : found.dialect();
      sets++;
      images += found.images();
      identities += dialect == null ? 0 : dialect.identities();
    } catch (MalformedRecordException e) {
      boolean isStream = path.equals("-");
      if (!isStream && InsightFaceFiles.look(conf, new Path(path)) != null) {
        throw e.at(path);
      }
      // By the ids alone it might have been one; it is not.
    }
  }

  /** Returns how many files are such sets. */
  public int sets() {
    return sets;
  }

  /** Returns how many images they have. */
  public long images() {
    return images;
  }

  /** Returns how many identities they have. */
  public long identities() {
    return identities;
  }
}
