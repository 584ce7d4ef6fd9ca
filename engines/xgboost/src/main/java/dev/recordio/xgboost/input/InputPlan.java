// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.input;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.jobs.rows.csr.CsrManifest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Divides the input of a training among its workers. */
public final class InputPlan {
  private static final String WHY = "base margins: XGBoost4J takes one a row";

  private InputPlan() {}

  /**
   * Divides an input.
   *
   * @param conf gets the arguments of the input's entries ({@link RowInputs#parse})
   * @param input a folder that csr has written as npz, or a list of files of rows
   * @return one for each worker; parts of text may be empty
   * @throws InvalidSettingException when it cannot be divided in this way
   */
  public static List<WorkerInput> of(Configuration conf, String input, int workers)
      throws IOException {
    CsrManifest manifest = manifest(conf, input);
    return manifest == null
        ? text(conf, input, workers)
        : shards(conf, new Path(input), manifest, workers);
  }

  /** Returns the list of shards of a folder; null when it has none. */
  private static CsrManifest manifest(Configuration conf, String input) throws IOException {
    if (input.isEmpty() || input.matches(".*[;,?*].*")) {
      return null;
    }
    var folder = new Path(input);
    FileSystem fs = folder.getFileSystem(conf);
    if (!fs.exists(new Path(folder, CsrManifest.NAME))) {
      return null;
    }
    if (!fs.exists(new Path(folder, "_SUCCESS"))) {
      throw new FileNotFoundException(
          folder
              + " is not complete: it has "
              + CsrManifest.NAME
              + ", but no _SUCCESS; run csr again");
    }
    return CsrManifest.read(fs, folder);
  }

  private static List<WorkerInput> text(Configuration conf, String input, int workers)
      throws IOException {
    List<Path> paths = RowInputs.parse(conf, input);
    TextSettings.of(conf).check();
    List<FileStatus> files = RowInputs.list(conf, paths, path -> true);
    return RowInputs.parts(conf, files, workers).stream()
        .map(ranges -> new WorkerInput(plain(ranges), WorkerInput.Shards.NONE))
        .toList();
  }

  private static List<InputRange> plain(List<InputRange> ranges) {
    return ranges.stream().filter(range -> range.length() > 0).toList();
  }

  private static List<WorkerInput> shards(
      Configuration conf, Path folder, CsrManifest manifest, int workers) throws IOException {
    if (!manifest.layout().equals("npz")) {
      throw new InvalidSettingException(
          folder + " has shards of " + manifest.layout() + ", but npz is read: run csr --to npz");
    }
    if (manifest.labelColumns() != null) {
      throw new InvalidSettingException(
          folder + " has several labels in a row, but a row is trained on one");
    }
    if (manifest.shards().size() < workers) {
      throw new InvalidSettingException(
          folder
              + " has "
              + manifest.shards().size()
              + " shards for "
              + workers
              + " workers: take fewer workers, or write more shards (csr --shard-rows)");
    }
    var shards = new ArrayList<WorkerInput.Shard>();
    for (CsrManifest.Shard listed : manifest.shards()) {
      shards.add(shard(conf, folder, manifest, listed));
    }
    return ShardDivision.divide(shards, workers);
  }

  private static WorkerInput.Shard shard(
      Configuration conf, Path folder, CsrManifest manifest, CsrManifest.Shard listed)
      throws IOException {
    String path = new Path(folder, listed.file()).toString();
    if (listed.rows() >= Integer.MAX_VALUE || listed.nnz() >= Integer.MAX_VALUE) {
      throw new InvalidSettingException(
          path
              + " has "
              + listed.rows()
              + " rows and "
              + listed.nnz()
              + " entries, but at most 2^31 - 2 of a shard are read: write smaller shards (csr"
              + " --shard-rows)");
    }
    boolean hasMargins =
        listed.vectors().keySet().stream().anyMatch(name -> name.endsWith(".base_margin.npy"));
    var shard =
        new WorkerInput.Shard(
            path,
            listed.rows(),
            listed.nnz(),
            listed.maxIndex(),
            manifest.hasWeight(),
            manifest.hasQid(),
            hasMargins);
    if (hasMargins) {
      ShardRows.vector(conf, shard, ".base_margin", numbers -> numbers.require(shard.rows(), WHY));
    }
    return shard;
  }
}
