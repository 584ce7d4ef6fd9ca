// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.suite;

import dev.recordio.bench.data.Payloads;
import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.peer.Writes;
import dev.recordio.fs.index.RecordFiles;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The same local file of records in two folders, which takes its space once.
 *
 * @param plain a folder with the file alone
 * @param indexed a folder with the file and its binary index
 */
record CountedRecords(Path plain, Path indexed) {
  private static final String NAME = "all.rec";

  /** Writes the file and its index into folders of {@code folder}. */
  static CountedRecords write(Configuration conf, Payloads payloads, Path folder)
      throws IOException {
    var plain = new Path(folder, "plain");
    var indexed = new Path(folder, "indexed");
    var file = new Path(indexed, NAME);
    Writes.records(conf, payloads, file, null, RecordFiles.binaryIndex(file));
    Files.createDirectories(Storage.localPath(plain));
    Files.createLink(Storage.localPath(plain).resolve(NAME), Storage.localPath(file));
    return new CountedRecords(plain, indexed);
  }
}
