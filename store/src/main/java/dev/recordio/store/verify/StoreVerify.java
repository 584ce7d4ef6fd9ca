// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.verify;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.FieldEntry;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.Manifest.RowsRef;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.StoreTables;
import dev.recordio.store.read.TableReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Verifies a store: every byte of every file that it names, and that all of them agree. What is
 * wrong is passed on as it is found, and does not end it. Memory: some bytes a file and table, the
 * descriptions of tables, a batch of values.
 */
public final class StoreVerify {
  private final Generations generations;
  private final StorePaths paths;
  private final StoreTables tables;
  private final Findings findings;
  private final FileSystem fs;
  private long manifests;
  private long values;
  private TableCheck tableCheck;
  private ChunkCheck chunkCheck;

  /**
   * What was verified.
   *
   * @param generations how many manifests
   * @param tables how many tables
   * @param chunks how many chunks
   * @param bytes the bytes of tables and chunks
   * @param values how many values were looked up and read
   * @param findings how much is wrong
   */
  public record Summary(
      long generations, long tables, long chunks, long bytes, long values, long findings) {}

  /**
   * Creates the object; reads nothing yet.
   *
   * @param found receives what is wrong
   */
  public StoreVerify(Configuration conf, Generations generations, Consumer<StoreFinding> found)
      throws IOException {
    this.generations = generations;
    paths = generations.paths();
    tables = new StoreTables(conf, paths);
    fs = paths.store().getFileSystem(conf);
    findings = new Findings(found);
  }

  /**
   * Verifies one generation.
   *
   * @throws FileNotFoundException when there is no such generation, or no store
   */
  public Summary verify(long generation) throws IOException {
    return run(List.of(generation), false);
  }

  /**
   * Verifies the files of all generations that are kept, and tags. Values are looked up, and read,
   * in the newest one.
   *
   * @throws FileNotFoundException when the folder is no store
   */
  public Summary verifyAll() throws IOException {
    return run(listed(), true);
  }

  private List<Long> listed() throws IOException {
    try {
      return generations.list();
    } catch (MalformedRecordException e) {
      findings.add(paths.manifests(), e);
      return generations.left();
    }
  }

  private Summary run(List<Long> numbers, boolean all) throws IOException {
    try (var reader = new TableReader(tables)) {
      tableCheck = new TableCheck(fs, paths, reader, findings);
      chunkCheck = new ChunkCheck(fs, paths, findings);
      // The newest first: its values need its chunks.
      for (int i = numbers.size() - 1; i >= 0; i--) {
        Manifest manifest = manifest(numbers.get(i), all);
        if (manifest != null) {
          verify(manifest, i == numbers.size() - 1);
        }
      }
      if (all) {
        tags();
      }
    }
    return new Summary(
        manifests,
        tableCheck.files(),
        chunkCheck.files(),
        tableCheck.bytes() + chunkCheck.bytes(),
        values,
        findings.count());
  }

  private Manifest manifest(long generation, boolean listed) throws IOException {
    Path file = paths.manifest(generation);
    try {
      Manifest manifest = generations.get(generation);
      manifests++;
      return manifest;
    } catch (FileNotFoundException e) {
      if (!listed) {
        throw e;
      }
      return null; // gc collected it meanwhile
    } catch (IOException e) {
      findings.add(file, e);
      return null;
    }
  }

  private void verify(Manifest manifest, boolean withValues) {
    Path file = paths.manifest(manifest.generation());
    for (GroupEntry group : manifest.groups()) {
      for (RowsRef rows : group.rows()) {
        tableCheck.rows(rows, file);
      }
    }
    for (FieldEntry field : manifest.fields()) {
      deltas(field.deltas(), true, manifest, file);
    }
    deltas(manifest.deletions(), false, manifest, file);
    touched(manifest, file);
    try {
      LiveChunks.named(tables, manifest).all().forEach(chunkCheck::check);
    } catch (IOException e) {
      findings.add(file, e);
    }
    if (withValues) {
      values(manifest, file);
    }
  }

  /** Looks up every value, and reads it. */
  private void values(Manifest manifest, Path file) {
    boolean first = true;
    for (GroupEntry group : manifest.groups()) {
      List<FieldEntry> fields = manifest.fieldsOf(group.number());
      if (!fields.isEmpty()) {
        try (var check = new ValueCheck(tables, chunkCheck, findings, manifest, fields)) {
          check.run(file, first);
          values += check.values();
        } catch (IOException e) {
          findings.add(file, e);
        }
        first = false;
      }
    }
  }

  private void deltas(List<DeltaRef> refs, boolean places, Manifest manifest, Path file) {
    for (DeltaRef ref : refs) {
      tableCheck.delta(ref, places, file);
      if (ref.end() > manifest.length()) {
        findings.add(
            file, 0, "a delta of ids up to " + ref.end() + " of " + manifest.length() + " records");
      }
    }
  }

  /** What a commit touched, for other writers: deltas of either kind. */
  private void touched(Manifest manifest, Path file) {
    for (DeltaRef ref : manifest.operation().deltas()) {
      tableCheck.anyDelta(ref, file);
    }
  }

  private void tags() {
    try {
      List<Long> kept = generations.list();
      for (Map.Entry<String, Long> tag : generations.tags().list().entrySet()) {
        if (!kept.contains(tag.getValue())) {
          findings.add(
              new Path(paths.tags(), tag.getKey() + ".json"),
              0,
              "the tag names generation " + tag.getValue() + ", which is not there");
        }
      }
    } catch (IOException e) {
      findings.add(paths.tags(), e);
    }
  }

  /**
   * Something that is wrong in a store.
   *
   * @param file the file
   * @param offset where in it, in bytes; 0 if it is the file as a whole
   * @param what what is wrong, in one line
   */
  public record StoreFinding(String file, long offset, String what) {}
}
