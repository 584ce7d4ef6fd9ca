// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.gather.WorkerThreads;
import dev.recordio.fs.index.IndexFiles;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.FileTimes;
import dev.recordio.fs.input.InputListing;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.wire.RecordIndexLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Writes the indexes that the files of a folder lack, from the headers of their records, without a
 * job: for folders that another program has filled. Keys are the numbers of the records.
 */
public final class HeaderIndexer {
  private static final int THREADS = 8; // they wait for the file system more than they compute

  private final Configuration conf;
  private final boolean binary;

  /**
   * Creates one.
   *
   * @param conf gives the file systems, and whether there is a {@code .ridx} beside the {@code
   *     .idx}
   */
  public HeaderIndexer(Configuration conf) {
    this.conf = new Configuration(conf);
    this.conf.setBoolean(InputListing.IGNORE_SUBDIRS, true);
    binary = RecordIOConf.OUTPUT_INDEX_BINARY.getBoolean(conf);
  }

  /**
   * Writes indexes for the files in {@code folder} that have none, or one that is older than they
   * are. Files of no bytes and compressed files get none.
   *
   * @return how many files were indexed
   * @throws dev.recordio.bytes.MalformedRecordException when a file is damaged; others may be
   *     indexed by then
   * @throws IOException when two files would have the same index, or a file is replaced meanwhile;
   *     others may be indexed by then
   */
  public int index(Path folder) throws IOException {
    Predicate<Path> uncompressed = SplitPlanner.uncompressed(conf);
    Map<Path, Long> times = modificationTimes(folder);
    var owners = new HashMap<Path, Path>();
    var wanting = new ArrayList<FileStatus>();
    String shared = null;
    for (FileStatus file : InputListing.list(conf, List.of(folder), null)) {
      Path path = file.getPath();
      Path owner = owners.putIfAbsent(RecordFiles.index(path), path);
      if (owner != null) {
        shared = "an index for two files: " + owner + " and " + path;
        wanting.removeIf(other -> other.getPath().equals(owner));
      } else if (uncompressed.test(path) && lacksIndex(file, times)) {
        wanting.add(file);
      }
    }
    try (var threads = new WorkerThreads(THREADS)) {
      threads.run(wanting.size(), (number, worker) -> write(wanting.get(number)));
    }
    if (shared != null) {
      throw new IOException(shared + "; rename one of them");
    }
    return wanting.size();
  }

  /** Lists the folder once, instead of requesting two indexes for each file. */
  private Map<Path, Long> modificationTimes(Path folder) throws IOException {
    var times = new HashMap<Path, Long>();
    RemoteIterator<FileStatus> entries = folder.getFileSystem(conf).listStatusIterator(folder);
    while (entries.hasNext()) {
      FileStatus entry = entries.next();
      times.put(entry.getPath(), entry.getModificationTime());
    }
    return times;
  }

  private boolean lacksIndex(FileStatus file, Map<Path, Long> times) {
    Path path = file.getPath();
    return isMissing(times.get(RecordFiles.index(path)), file)
        || binary && isMissing(times.get(RecordFiles.binaryIndex(path)), file);
  }

  private static boolean isMissing(Long time, FileStatus file) {
    return time == null || time < file.getModificationTime();
  }

  private void write(FileStatus file) throws IOException {
    Path path = file.getPath();
    var whole = new InputRange(path, 0, file.getLen());
    String tag = UUID.randomUUID().toString();
    try (var index =
            new IndexFiles(
                conf, path.getFileSystem(conf), path, binary, new RecordIndexLayout(0), tag);
        var headers = RecordInputs.openHeaders(conf, whole, DamageTracker.failing())) {
      for (long ordinal = 0; headers.next(); ordinal++) {
        index.entry(ordinal, headers.offset(), headers.payloadLength(), 0);
      }
      index.finish(file.getLen(), 0);
      requireUnchanged(file);
      index.commit();
    }
  }

  /** An index that is newer than its file is trusted: so none may be left of a replaced file. */
  private void requireUnchanged(FileStatus file) throws IOException {
    Path path = file.getPath();
    FileStatus now = path.getFileSystem(conf).getFileStatus(path);
    if (now.getLen() != file.getLen()
        || !FileTimes.areOfOneChange(now.getModificationTime(), file.getModificationTime())) {
      throw new IOException(
          String.format(
              "%s was written again while it was indexed: expected %d bytes of %tFT%<tT.%<tL, found"
                  + " %d of %tFT%<tT.%<tL; index it when it is complete",
              path,
              file.getLen(),
              file.getModificationTime(),
              now.getLen(),
              now.getModificationTime()));
    }
  }
}
