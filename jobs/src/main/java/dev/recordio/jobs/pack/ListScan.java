// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.Futures;
import dev.recordio.image.ListLine;
import dev.recordio.wire.MalformedRecordException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Reads an im2rec list. The lengths of the files, by which shards are balanced, are asked for by
 * several threads, a bounded number of lines ahead.
 */
final class ListScan {
  private static final int WINDOW = 1024;

  /** A scheme and a slash. One letter is no scheme but a Windows drive. */
  private static final Pattern URI_START = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

  private final Configuration conf;
  private final ExecutorService threads;
  private final SourceErrors errors;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();

  private record Pending(Source source, Future<FileStatus> status) {}

  ListScan(Configuration conf, ExecutorService threads, SourceErrors errors) {
    this.conf = conf;
    this.threads = threads;
    this.errors = errors;
  }

  /**
   * Passes every entry of {@code list} to {@code sink}, relative paths taken from {@code root}.
   *
   * @throws MalformedRecordException for a line that is no entry, unless errors are skipped
   */
  void scan(Path list, Path root, Source.Sink sink) throws IOException {
    var line = new Text();
    var parsed = new ListLine();
    long offset = 0;
    long number = 1;
    try (InputStream in = SourceFiles.of(conf, list).open(list);
        var lines = new LineReader(in, conf)) {
      for (int read = lines.readLine(line); read > 0; read = lines.readLine(line)) {
        try {
          if (parsed.parse(line.getBytes(), 0, line.getLength(), offset, number)) {
            add(parsed, root);
          }
        } catch (MalformedRecordException e) {
          var source = new Source();
          errors.unreadable(source, list.toString(), e.at(list.toString()));
          pending.add(new Pending(source, null));
        }
        offset += read;
        number++;
        if (pending.size() >= WINDOW) {
          drainOne(sink);
        }
      }
    }
    while (!pending.isEmpty()) {
      drainOne(sink);
    }
  }

  private void add(ListLine line, Path root) {
    Path file = resolve(root, line.path());
    Source source = new Source().file(file.toString(), -1, 0);
    source.listed = true;
    source.label(line.key(), line.labels(), line.labelCount());
    pending.add(
        new Pending(source, threads.submit(() -> file.getFileSystem(conf).getFileStatus(file))));
  }

  /** As im2rec: an absolute path stands for itself. So does a URI, be it {@code file:/a/b}. */
  private static Path resolve(Path root, String path) {
    return URI_START.matcher(path).lookingAt() ? new Path(path) : FolderWalk.child(root, path);
  }

  private void drainOne(Source.Sink sink) throws IOException {
    Pending entry = pending.remove();
    Source source = entry.source();
    if (entry.status() != null) {
      try {
        FileStatus status = Futures.get(entry.status());
        if (status.isDirectory()) {
          throw new FileNotFoundException("a folder, not a file: " + source.path);
        }
        source.length = source.size = status.getLen();
        source.in(status);
      } catch (IOException e) {
        errors.unreadable(source, source.path, e);
      }
    }
    sink.accept(source);
  }
}
