// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Walks a folder as im2rec does: the files of a folder in code point order, then its folders in
 * code point order, each in turn. Hidden files count. Folders are listed ahead by several threads.
 */
final class FolderWalk {
  private final FileSystem fs;
  private final ExecutorService threads;
  private final int ahead;
  private final Source source = new Source();

  /**
   * Makes a walk.
   *
   * @param threads list the folders
   * @param ahead how many folders beside the current one may be listed before they are needed
   */
  FolderWalk(FileSystem fs, ExecutorService threads, int ahead) {
    this.fs = fs;
    this.threads = threads;
    this.ahead = ahead;
  }

  /** Passes every file below {@code root} to {@code sink}. */
  void walk(Path root, Source.Sink sink) throws IOException {
    visit(Futures.get(threads.submit(() -> list(root))), sink);
  }

  private void visit(Folder folder, Source.Sink sink) throws IOException {
    folder.files.sort();
    for (int i = 0; i < folder.files.size(); i++) {
      sink.accept(source.file(child(folder.path, folder.files.name(i)), folder.files.length(i)));
    }
    folder.files = null; // the walk below it may be long
    folder.folders.sort();
    Iterator<Path> waiting = paths(folder).iterator();
    var listed = new ArrayDeque<Future<Folder>>();
    while (waiting.hasNext() || !listed.isEmpty()) {
      while (waiting.hasNext() && listed.size() <= ahead) {
        Path next = waiting.next();
        listed.add(threads.submit(() -> list(next)));
      }
      visit(Futures.get(listed.remove()), sink);
    }
  }

  private static List<Path> paths(Folder folder) {
    var paths = new ArrayList<Path>();
    for (int i = 0; i < folder.folders.size(); i++) {
      paths.add(child(folder.path, folder.folders.name(i)));
    }
    return paths;
  }

  /** Appends a name as it is: {@code new Path("a:b")} would take {@code a} for a scheme. */
  static Path child(Path folder, String name) {
    return new Path(folder, new Path(null, null, name));
  }

  private Folder list(Path path) throws IOException {
    var folder = new Folder(path);
    RemoteIterator<FileStatus> entries = fs.listStatusIterator(path);
    while (entries.hasNext()) {
      FileStatus entry = entries.next();
      NameTable table = entry.isDirectory() ? folder.folders : folder.files;
      table.add(entry.getPath().getName(), entry.getLen());
    }
    return folder;
  }

  private static final class Folder {
    final Path path;
    final NameTable folders = new NameTable();
    NameTable files = new NameTable();

    Folder(Path path) {
      this.path = path;
    }
  }
}
