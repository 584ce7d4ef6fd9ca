// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.Futures;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ListLine;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Reads an im2rec list. Several threads request the lengths of the files, by which shards are
 * balanced, a bounded number of lines ahead.
 */
final class ListScan {
  private static final int WINDOW = 1024;

  /** Maximum bytes of a line; paths and labels are far shorter. */
  private static final int MAX_LINE = 1 << 20;

  private final Configuration conf;
  private final ExecutorService threads;
  private final SourceErrors errors;
  private final FolderStatuses statuses;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private final Selection selection;
  private final ReadRetries retries;
  private ListBounds bounds;
  private String root;

  private record Pending(Source source, Future<FileStatus> status) {}

  ListScan(
      Configuration conf,
      ExecutorService threads,
      SourceErrors errors,
      Selection selection,
      ReadRetries retries) {
    this.conf = conf;
    this.threads = threads;
    this.errors = errors;
    this.selection = selection;
    this.retries = retries;
    statuses = new FolderStatuses(conf);
  }

  /**
   * Passes every entry of {@code list} that is selected by its path below {@code from} to {@code
   * sink}, resolving relative paths against that folder.
   *
   * @throws MalformedRecordException for a line that is not an entry, unless errors are skipped
   */
  void scan(FileStatus list, Path from, Source.Sink sink) throws IOException {
    Path path = list.getPath();
    root = from.toString();
    bounds = new ListBounds(conf, path, from);
    var line = new Text();
    var parsed = new ListLine();
    long offset = 0;
    long number = 1;
    try (InputStream in = Files.open(SourceFiles.of(conf, path), list, Files.Reading.WHOLE);
        var lines = new LineReader(in, conf)) {
      for (int read = readLine(lines, line); read > 0; read = readLine(lines, line)) {
        try {
          if (line.getLength() > MAX_LINE) {
            String found = "one of " + read + " bytes and perhaps more";
            throw new MalformedRecordException(
                "malformed list line",
                null,
                offset,
                number,
                "at most " + MAX_LINE + " bytes",
                found);
          }
          if (parsed.parse(line.getBytes(), 0, line.getLength(), offset, number)) {
            add(parsed, offset, number);
          }
        } catch (MalformedRecordException e) {
          var source = new Source();
          errors.unreadable(source, path.toString(), e.at(path.toString()));
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
    if (list.getLen() >= 0 && offset != list.getLen()) { // a web server reports no length
      throw new BadInputException(
          String.format(
              "can't read %s: expected %d bytes, found %d: it was changed while it was read",
              path, list.getLen(), offset),
          null);
    }
  }

  private static int readLine(LineReader lines, Text line) throws IOException {
    return lines.readLine(line, MAX_LINE + 1);
  }

  /** Returns the roots of the file systems that lines have named, without the list's and root's. */
  Set<Path> fileSystems() {
    return bounds.fileSystems();
  }

  private void add(ListLine line, long offset, long number) throws IOException {
    Path file;
    try {
      file = bounds.resolve(line.path(), offset, number);
    } catch (MalformedRecordException e) {
      throw e;
    } catch (IOException e) {
      var source = new Source();
      errors.unreadable(source, line.path(), e);
      pending.add(new Pending(source, null));
      return;
    }
    if (!selection.takes(CommonFolder.below(root, file.toString()))) {
      return;
    }
    Source source = new Source().file(file.toString(), -1, 0);
    source.listed = true;
    source.label(line.key(), line.labels(), line.labelCount());
    pending.add(new Pending(source, threads.submit(() -> retries.get(() -> statuses.of(file)))));
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
        SourceFiles.checkLength(status);
        source.length = source.size = status.getLen();
        source.in(status);
      } catch (FileNotFoundException e) {
        FileNotFoundException why = SourceFiles.missing(conf, new Path(source.path), e);
        errors.unreadable(source, source.path, why == e ? rooted(e) : why);
      } catch (IOException e) {
        errors.unreadable(source, source.path, e);
      }
    }
    sink.accept(source);
  }

  /** Where no root is given, it is the likely cause of a missing file. */
  private FileNotFoundException rooted(FileNotFoundException e) {
    String reason = SourceErrors.reason(e);
    return PackConf.ROOT.get(conf).isEmpty() && reason.startsWith(SourceErrors.MISSING)
        ? new FileNotFoundException(
            reason + "; without --root the paths of a list begin at its own folder, " + root)
        : e;
  }
}
