// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.fs.Futures;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Walks a folder as im2rec does: the files of a folder in code point order, then its folders in
 * code point order, each in turn. Hidden files count. Folders are listed ahead by several threads.
 */
final class FolderWalk {
  /** So many names held, nothing more is listed ahead, however deep the walk is. */
  private static final long ENOUGH_NAMES = 1 << 20;

  private final FileSystem fs;
  private final ExecutorService threads;
  private final int ahead;
  private final SourceErrors errors;
  private final AtomicLong namesHeld = new AtomicLong();
  private final Source source = new Source();

  /** A folder that is being listed. */
  private record Listing(Path path, Future<Folder> folder) {}

  /**
   * Makes a walk.
   *
   * @param threads list the folders
   * @param ahead how many folders beside the current one may be listed before they are needed
   * @param errors what becomes of a folder that can't be listed
   */
  FolderWalk(FileSystem fs, ExecutorService threads, int ahead, SourceErrors errors) {
    this.fs = fs;
    this.threads = threads;
    this.ahead = ahead;
    this.errors = errors;
  }

  /** Passes every file below {@code root} to {@code sink}. */
  void walk(Path root, Source.Sink sink) throws IOException {
    visit(submit(root), sink);
  }

  private Listing submit(Path path) {
    return new Listing(path, threads.submit(() -> list(path)));
  }

  private void visit(Listing listing, Source.Sink sink) throws IOException {
    Path path = listing.path();
    Folder folder;
    try {
      folder = Futures.get(listing.folder());
    } catch (IOException e) {
      errors.unreadable(source, path.toString(), e);
      sink.accept(source);
      return;
    }
    files(path, folder.files, sink);
    folder.files = null; // the walk below may be long
    NameTable names = folder.folders;
    names.sort();
    int next = 0;
    var listed = new ArrayDeque<Listing>();
    while (next < names.size() || !listed.isEmpty()) {
      while (next < names.size() && isRoom(listed.size())) {
        listed.add(submit(child(path, names.name(next++))));
      }
      visit(listed.remove(), sink);
    }
    namesHeld.addAndGet(-names.size());
  }

  private boolean isRoom(int waiting) {
    return waiting == 0 || waiting <= ahead && namesHeld.get() < ENOUGH_NAMES;
  }

  private void files(Path folder, NameTable files, Source.Sink sink) throws IOException {
    files.sort();
    // Text put together, not paths: parsing a path takes longer than listing a file.
    String name = folder.toString();
    String prefix = name.endsWith(Path.SEPARATOR) ? name : name + Path.SEPARATOR;
    for (int i = 0; i < files.size(); i++) {
      sink.accept(source.file(prefix + files.name(i), files.length(i), files.modified(i)));
    }
    namesHeld.addAndGet(-files.size());
  }

  /** Appends a name as it is: {@code new Path("a:b")} would take {@code a} for a scheme. */
  static Path child(Path folder, String name) {
    return new Path(folder, new Path(null, null, name));
  }

  private Folder list(Path path) throws IOException {
    var folder = new Folder();
    RemoteIterator<FileStatus> entries = fs.listStatusIterator(path);
    while (entries.hasNext()) {
      FileStatus entry = entries.next();
      NameTable table = entry.isDirectory() ? folder.folders : folder.files;
      table.add(entry.getPath().getName(), entry.getLen(), entry.getModificationTime());
      namesHeld.incrementAndGet();
    }
    return folder;
  }

  private static final class Folder {
    final NameTable folders = new NameTable();
    NameTable files = new NameTable();
  }
}
