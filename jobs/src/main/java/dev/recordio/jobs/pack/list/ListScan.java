// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.list;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.input.Futures;
import dev.recordio.fs.input.LocalNames;
import dev.recordio.fs.stream.Files;
import dev.recordio.image.ListLine;
import dev.recordio.jobs.pack.source.CommonFolder;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.pack.source.ReadRetries;
import dev.recordio.jobs.pack.source.Selection;
import dev.recordio.jobs.pack.source.Source;
import dev.recordio.jobs.pack.source.SourceErrors;
import dev.recordio.jobs.pack.source.SourceFiles;
import dev.recordio.jobs.run.error.BadInputException;
import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;

/**
 * Reads a list. Several threads request the lengths of the files, by which shards are balanced, a
 * bounded number of lines ahead.
 */
public final class ListScan {
  private static final int WINDOW = 1024;

  /** Maximum bytes of a line; paths and labels are far shorter. */
  private static final int MAX_LINE = 1 << 20;

  /** By how many bytes the format of a list is recognised. */
  private static final int HEAD = 1 << 16;

  private final Configuration conf;
  private final ExecutorService threads;
  private final SourceErrors errors;
  private final FolderStatuses statuses;
  private final ArrayDeque<Pending> pending = new ArrayDeque<>();
  private final Selection selection;
  private final ReadRetries retries;
  private ListFormat format;
  private long nextKey;
  private Map<String, Integer> classes = Map.of();
  private ListBounds bounds;
  private String root;

  private record Pending(Source source, Future<FileStatus> status) {}

  /**
   * Makes a scan.
   *
   * @param threads ask for the status of files
   */
  public ListScan(
      Configuration conf, ExecutorService threads, SourceErrors errors, Selection selection) {
    this.conf = conf;
    this.threads = threads;
    this.errors = errors;
    this.selection = selection;
    retries = new ReadRetries(conf, () -> {});
    statuses = new FolderStatuses(conf);
  }

  /**
   * Sets what a list may lack whose lines have no keys, or names of classes as labels.
   *
   * @param key of the first entry
   * @param labels of the names of classes
   * @return this
   */
  public ListScan from(long key, Map<String, Integer> labels) {
    nextKey = key;
    classes = labels;
    return this;
  }

  /** Returns the key after the last entry. */
  public long nextKey() {
    return nextKey;
  }

  /**
   * Passes every entry of a list that is selected by its path below a folder to {@code sink},
   * resolving relative paths against that folder.
   *
   * @throws MalformedRecordException for a line that is not an entry, unless errors are skipped
   */
  public void scan(Path file, Path from, Source.Sink sink) throws IOException {
    FileStatus list = file.getFileSystem(conf).getFileStatus(file);
    if (list.isDirectory()) {
      throw new FileNotFoundException("a folder, not a list: " + list.getPath());
    }
    Path path = list.getPath();
    root = from.toString();
    bounds = new ListBounds(conf, path, from);
    var line = new Text();
    var parsed = new ListLine();
    long offset = 0;
    long number = 1;
    try (InputStream open = Files.open(SourceFiles.of(conf, path), list, Files.Reading.WHOLE);
        var in = new BufferedInputStream(open, HEAD);
        var lines = new LineReader(in, conf)) {
      in.mark(HEAD);
      format = new ListFormat(conf, path, in.readNBytes(HEAD), nextKey, classes);
      in.reset();
      for (int read = readLine(lines, line); read > 0; read = readLine(lines, line)) {
        try {
          add(parsed, line, read, offset, number);
        } catch (MalformedRecordException e) {
          addUnreadable(path.toString(), e.at(path.toString()));
        }
        nextKey = format.next();
        offset += read;
        number++;
        drain(WINDOW - 1, sink);
      }
    }
    drain(0, sink);
    if (list.getLen() >= 0 && offset != list.getLen()) { // a web server reports no length
      throw new BadInputException(
          String.format(
              "can't read %s: expected %d bytes, found %d: it was changed while it was read",
              path, list.getLen(), offset),
          null);
    }
  }

  /**
   * Passes every image of a data set with boxes that is selected by its path below a folder.
   *
   * @param annotations what names the images
   */
  void scan(
      List<BoxedImage> images, BoxClasses classes, Path annotations, Path from, Source.Sink sink)
      throws IOException {
    root = from.toString();
    bounds = new ListBounds(conf, annotations, from);
    for (BoxedImage image : images) {
      if (image.error != null) {
        addUnreadable(image.annotation, image.error);
      } else {
        float[] labels = classes.labels(image);
        long key = image.key < 0 ? nextKey : image.key;
        try {
          add(image.path, image.offset, image.line, key, labels, labels.length);
        } catch (MalformedRecordException e) {
          addUnreadable(image.annotation, e);
        }
      }
      nextKey++;
      drain(WINDOW - 1, sink);
    }
    drain(0, sink);
  }

  private static int readLine(LineReader lines, Text line) throws IOException {
    return lines.readLine(line, MAX_LINE + 1);
  }

  /** Returns the roots of the file systems that lines have named, without the list's and root's. */
  public Set<Path> fileSystems() {
    return bounds.fileSystems();
  }

  private void add(ListLine parsed, Text line, int read, long offset, long number)
      throws IOException {
    if (line.getLength() > MAX_LINE) {
      throw new MalformedRecordException(
          "malformed list line",
          null,
          offset,
          number,
          "at most " + MAX_LINE + " bytes",
          "one of " + read + " bytes and perhaps more");
    }
    byte[] bytes = line.getBytes();
    int length = line.getLength();
    if (!format.isIm2rec()) {
      bytes = format.line(bytes, length, offset, number);
      length = bytes.length;
    }
    try {
      if (!parsed.parse(bytes, 0, length, offset, number)) {
        return;
      }
    } catch (MalformedRecordException e) {
      throw format.isIm2rec()
          ? e
          : new MalformedRecordException(
              e.what(), null, offset, number, e.expected(), e.found()); // not of the line as made
    }
    add(parsed.path(), offset, number, parsed.key(), parsed.labels(), parsed.labelCount());
  }

  private void add(String path, long offset, long number, long key, float[] labels, int count)
      throws IOException {
    Path file;
    try {
      file = bounds.resolve(path, offset, number);
    } catch (MalformedRecordException e) {
      throw e;
    } catch (IOException e) {
      addUnreadable(path, e);
      return;
    }
    if (selection.takes(CommonFolder.below(root, file.toString()))) {
      Source source = new Source().file(file.toString(), -1, 0);
      source.listed = true;
      source.label(key, labels, count);
      pending.add(new Pending(source, threads.submit(() -> retries.get(() -> statuses.of(file)))));
    }
  }

  private void addUnreadable(String name, IOException why) throws IOException {
    errors.reject(name, why, source -> pending.add(new Pending(source, null)));
  }

  /** Passes on entries until at most so many are pending. */
  private void drain(int most, Source.Sink sink) throws IOException {
    while (pending.size() > most) {
      drainOne(sink);
    }
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

  /**
   * Lengths and times of the files that a list names. A folder of a remote file system that many
   * lines share is listed once, instead of a request for each of its files. Whatever a listing does
   * not have is requested, so that errors come from the file system. Used by several threads.
   */
  static final class FolderStatuses {
    /** How many files of a folder are requested one by one before it is listed. */
    private static final int FEW = 32;

    /** A listing with more entries for each requested file would cost more than the requests. */
    private static final int ENTRIES_A_REQUEST = 64;

    /** When a folder is too large to be listed, it is tried again after so many times as many. */
    private static final int LATER = 8;

    /** Some 120 bytes each. */
    private static final int MAX_HELD = 500_000;

    private static final int MAX_FOLDERS = 100_000;

    private final Configuration conf;
    private final Map<Path, Folder> folders = new ConcurrentHashMap<>();
    private final AtomicInteger held = new AtomicInteger();

    FolderStatuses(Configuration conf) {
      this.conf = conf;
    }

    /** Returns the status of a file: of its length and time at least. */
    FileStatus of(Path file) throws IOException {
      FileSystem fs = file.getFileSystem(conf);
      Listed listed = LocalNames.isLocal(fs) || file.getParent() == null ? null : listed(fs, file);
      return listed == null
          ? fs.getFileStatus(file)
          : new FileStatus(listed.length, false, 0, 0, listed.modified, file);
    }

    private Listed listed(FileSystem fs, Path file) {
      if (held.get() > MAX_HELD || folders.size() > MAX_FOLDERS) {
        folders.clear(); // a list in the order of folders is done with them
        held.set(0);
      }
      return folders.computeIfAbsent(file.getParent(), Folder::new).find(fs, file.getName());
    }

    private record Listed(long length, long modified) {}

    private final class Folder {
      private final Path path;
      private int requested;
      private int next = FEW;
      private Map<String, Listed> files; // null until it is listed

      Folder(Path path) {
        this.path = path;
      }

      /** Returns what a listing says of a file, if there is one; others wait while it is made. */
      synchronized Listed find(FileSystem fs, String name) {
        if (files == null && ++requested == next) {
          next *= LATER;
          try {
            files = list(fs, requested * ENTRIES_A_REQUEST);
          } catch (IOException e) {
            files = null; // the request for the file says what is wrong
          }
        }
        return files == null ? null : files.get(name);
      }

      /** Returns the files of the folder; null when it has too many entries. */
      private Map<String, Listed> list(FileSystem fs, int maxEntries) throws IOException {
        var found = new HashMap<String, Listed>();
        int entries = 0;
        RemoteIterator<FileStatus> all = fs.listStatusIterator(path);
        while (all.hasNext()) {
          FileStatus entry = all.next();
          if (++entries > maxEntries) {
            return null;
          }
          if (entry.isFile()) {
            var listed = new Listed(entry.getLen(), entry.getModificationTime());
            found.put(entry.getPath().getName(), listed);
          }
        }
        held.addAndGet(found.size());
        return found;
      }
    }
  }
}
