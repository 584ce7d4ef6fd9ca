// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.CodePointOrder;
import dev.recordio.image.ImageExtensions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Finds the sources that pack's inputs mean: folders, files, globs, lists, and the members of
 * archives and SequenceFiles that are named. Archives within a folder are files like others.
 */
final class InputScan implements AutoCloseable {
  private static final int LEAST_THREADS = 8;
  private static final byte[] SEQUENCE_FILE = {'S', 'E', 'Q'};
  private static final Comparator<FileStatus> BY_PATH =
      Comparator.comparing(status -> status.getPath().toString(), CodePointOrder.COMPARATOR);

  private final Configuration conf;
  private final SourceErrors errors;
  private final int threadCount;
  private final ExecutorService threads;
  private final Source source = new Source();

  InputScan(Configuration conf, SourceErrors errors) {
    this.conf = conf;
    this.errors = errors;
    threadCount = Math.max(LEAST_THREADS, conf.getInt(FileInputFormat.LIST_STATUS_NUM_THREADS, 0));
    threads =
        Executors.newFixedThreadPool(
            threadCount,
            task -> {
              var thread = new Thread(task, "pack-listing");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Passes the entries of an im2rec list to {@code sink}. */
  void list(Path list, Path root, Source.Sink sink) throws IOException {
    FileStatus status = list.getFileSystem(conf).getFileStatus(list);
    if (status.isDirectory()) {
      throw new FileNotFoundException("a folder, not a list: " + status.getPath());
    }
    FileSystem rootFs = root.getFileSystem(conf);
    new ListScan(conf, threads, errors).scan(status.getPath(), rootFs.makeQualified(root), sink);
  }

  /** Passes the sources of {@code inputs} to {@code sink}, in order. */
  void inputs(List<Path> inputs, Source.Sink sink) throws IOException {
    for (Path input : inputs) {
      FileSystem fs = input.getFileSystem(conf);
      FileStatus[] found = find(fs, input);
      Arrays.sort(found, BY_PATH);
      for (FileStatus status : found) {
        if (status.isDirectory()) {
          new FolderWalk(fs, threads, threadCount).walk(status.getPath(), sink);
        } else {
          file(fs, status, sink);
        }
      }
    }
  }

  private static FileStatus[] find(FileSystem fs, Path input) throws IOException {
    try {
      return new FileStatus[] {fs.getFileStatus(input)};
    } catch (FileNotFoundException e) {
      FileStatus[] matches = fs.globStatus(input);
      if (matches == null || matches.length == 0) {
        throw (IOException)
            new FileNotFoundException(
                    (matches == null ? "no such file or folder: " : "nothing matches: ")
                        + fs.makeQualified(input))
                .initCause(e);
      }
      return matches;
    }
  }

  private void file(FileSystem fs, FileStatus file, Source.Sink sink) throws IOException {
    Path path = file.getPath();
    if (ZipScan.isZip(path)) {
      ZipScan.scan(conf, path, errors, sink);
    } else if (TarScan.isTar(conf, path)) {
      TarScan.scan(conf, path, errors, sink);
    } else if (!ImageExtensions.DEFAULT.matches(path.getName()) && isSequenceFile(fs, file)) {
      SequenceFileScan.scan(conf, path, sink);
    } else {
      sink.accept(source.file(path, file.getLen()));
    }
  }

  private static boolean isSequenceFile(FileSystem fs, FileStatus file) throws IOException {
    if (file.getLen() < SEQUENCE_FILE.length) {
      return false;
    }
    byte[] head = new byte[SEQUENCE_FILE.length];
    try (FSDataInputStream in = fs.open(file.getPath())) {
      in.readFully(0, head);
    }
    return Arrays.equals(head, SEQUENCE_FILE);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
