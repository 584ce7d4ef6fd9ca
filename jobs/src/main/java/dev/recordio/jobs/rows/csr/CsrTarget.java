// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows.csr;

import dev.recordio.fs.row.ColumnFile;
import dev.recordio.fs.stream.Files;
import dev.recordio.jobs.rows.InputFingerprint;
import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.output.NewOutput;
import dev.recordio.jobs.run.output.OutputClaim;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;

/**
 * The output folder of csr, claimed until this is closed. It must not exist; with {@code
 * --if-changed} it may be one that csr made. Then the new folder is written next to it, under a
 * hidden name, and replaces it when it is complete. Until then the old one stays, and the next run
 * repairs what an interrupted run has left: the claim covers these folders, so nobody writes them.
 */
final class CsrTarget implements Closeable {
  private static final Pattern OWN =
      Pattern.compile(
          "part-\\d{5,}(-\\d{5,})?\\.[\\w.]+|_SUCCESS|"
              + Pattern.quote(CsrManifest.NAME)
              + "|"
              + Pattern.quote(FeatureNames.NAME)
              + "|"
              + Pattern.quote(ColumnFile.NAME));

  private final OutputClaim claim;
  private final FileSystem fs;
  private final Path output;
  private final Path fresh;
  private final Path old;
  private final boolean ifChanged; // or a dry run: the folder to write is another one

  /**
   * Claims and checks the folder, and repairs what an interrupted run has left.
   *
   * @throws FileAlreadyExistsException when the output exists and must not
   * @throws UsageException when it exists and was not made by csr, or another command writes it
   */
  CsrTarget(Configuration conf, Path path, List<Path> inputs, boolean ifChanged, boolean dryRun)
      throws IOException {
    fs = path.getFileSystem(conf);
    output = fs.makeQualified(path);
    fresh = new Path(output.getParent(), "." + output.getName() + ".csr-new");
    old = new Path(output.getParent(), "." + output.getName() + ".csr-old");
    this.ifChanged = ifChanged || dryRun;
    if (!ifChanged) {
      claim = OutputClaim.takeNew(conf, output, inputs);
      return;
    }
    NewOutput.checkOutside(conf, output, inputs);
    NewOutput.checkKept(conf, output, inputs, "--if-changed");
    claim = OutputClaim.take(conf, output);
    try {
      if (dryRun) {
        NewOutput.checkPlace(conf, output);
      } else {
        recover();
      }
    } catch (IOException | RuntimeException | Error e) {
      try (claim) {
        throw e;
      }
    }
  }

  private void recover() throws IOException {
    if (fs.exists(old)) {
      if (fs.exists(output)) {
        fs.delete(old, true);
      } else {
        Files.rename(fs, old, output);
      }
    }
    fs.delete(fresh, true);
  }

  /**
   * Returns the manifest of the existing folder; null when there is none.
   *
   * @throws UsageException when there is a folder, or a file, not made by csr
   */
  CsrManifest present() throws IOException {
    if (!fs.exists(output)) {
      return null;
    }
    for (FileStatus file : fs.listStatus(output)) {
      if (!OWN.matcher(file.getPath().getName()).matches()) {
        throw foreign("it holds " + file.getPath().getName());
      }
    }
    try {
      return CsrManifest.read(fs, output);
    } catch (FileNotFoundException e) {
      throw foreign("it has no " + CsrManifest.NAME);
    } catch (BadInputException e) {
      throw foreign("its " + CsrManifest.NAME + " can't be read");
    }
  }

  private UsageException foreign(String why) throws IOException {
    String leftover = NewOutput.leftover(fs, output);
    if (!leftover.isEmpty()) {
      return new UsageException("output exists already: " + output + leftover);
    }
    return new UsageException(
        "output exists already, and is not what csr has made: %s: %s%s"
            .formatted(output, why, NewOutput.advice(fs, output)));
  }

  /** Returns why the existing folder is not up to date; null when it is. */
  String staleness(CsrManifest present, InputFingerprint wanted) throws IOException {
    if (!wanted.equalsJson(present.fingerprint())) {
      return wanted.difference(present.fingerprint());
    }
    Map<String, Long> lengths = new HashMap<>();
    for (FileStatus file : fs.listStatus(output)) {
      lengths.put(file.getPath().getName(), file.getLen());
    }
    var written = new TreeMap<String, Long>();
    if (present.columnMap() != null) {
      written.put(present.columnMap(), ColumnFile.length(present.columns()));
    }
    for (CsrManifest.Shard shard : present.shards()) {
      written.putAll(shard.vectors());
      written.put(shard.file(), shard.bytes());
    }
    for (Map.Entry<String, Long> file : written.entrySet()) {
      if (!file.getValue().equals(lengths.get(file.getKey()))) {
        return file.getKey() + " is not there as it was written";
      }
    }
    return null;
  }

  /** Returns the folder to write. */
  Path folder() {
    return ifChanged ? fresh : output;
  }

  /** Moves the written folder to its place, and returns its manifest. */
  CsrManifest finish() throws IOException {
    if (ifChanged) {
      boolean replace = fs.exists(output);
      if (replace) {
        Files.rename(fs, output, old);
      }
      try {
        Files.rename(fs, fresh, output);
      } catch (IOException | RuntimeException | Error e) {
        if (replace) {
          Files.rename(fs, old, output);
        }
        throw e;
      }
      fs.delete(old, true);
    }
    return CsrManifest.read(fs, output);
  }

  /** Gives the folder back. */
  @Override
  public void close() {
    claim.close();
  }
}
