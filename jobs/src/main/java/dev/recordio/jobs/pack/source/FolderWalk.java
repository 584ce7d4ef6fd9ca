// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import dev.recordio.fs.input.FileTimes;
import dev.recordio.fs.input.Futures;
import dev.recordio.fs.input.LocalNames;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.OwnLocalFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableUtils;

/**
 * Walks a folder as im2rec does: the files of a folder in code point order, then its folders in
 * code point order, each in turn; hidden ones only if they are wanted. Several threads list folders
 * ahead.
 */
public final class FolderWalk {
  /** With this many names in memory, no more folders are listed ahead, at any depth. */
  private static final long ENOUGH_NAMES = 1 << 20;

  private final FileSystem fs;
  private final ExecutorService threads;
  private final int ahead;
  private final SourceErrors errors;
  private final Selection selection;
  private final ReadRetries retries;
  private final AtomicLong namesHeld = new AtomicLong();
  private final Set<java.nio.file.Path> above =
      new HashSet<>(); // the current folder and its ancestors, by real paths
  private final Source source = new Source();
  private int base; // where, in a path, the part that is selected by begins
  private java.nio.file.Path output; // or null

  private record Listing(Path path, Future<Folder> folder) {}

  /**
   * Makes a walk.
   *
   * @param ahead how many folders may be listed ahead of the current one
   */
  FolderWalk(
      FileSystem fs,
      ExecutorService threads,
      int ahead,
      SourceErrors errors,
      Selection selection,
      ReadRetries retries) {
    this.fs = fs;
    this.threads = threads;
    this.ahead = ahead;
    this.errors = errors;
    this.selection = selection;
    this.retries = retries;
  }

  /**
   * Refuses to walk a folder that has the output in it, be it through a link.
   *
   * @param real where the output is, all links followed; null when it is no local one
   */
  FolderWalk outside(java.nio.file.Path real) {
    output = real;
    return this;
  }

  /**
   * Passes every file below {@code root}.
   *
   * @param selectedBelow the folder where the paths that are selected start; {@code root}, or above
   */
  void walk(Path root, Path selectedBelow, Source.Sink sink) throws IOException {
    base = prefix(selectedBelow).length();
    visit(submit(root), sink);
  }

  private Listing submit(Path path) {
    return new Listing(path, threads.submit(() -> retries.get(() -> list(path))));
  }

  private void visit(Listing listing, Source.Sink sink) throws IOException {
    Path path = listing.path();
    Folder folder;
    try {
      folder = Futures.get(listing.folder());
      if (folder.real != null && !above.add(folder.real)) {
        throw new IOException("a link to a folder above, in which it is itself: " + folder.real);
      }
    } catch (IOException e) {
      errors.reject(path.toString(), e, sink);
      return;
    }
    if (output != null && folder.real != null && output.startsWith(folder.real)) {
      throw new UsageException(
          "the output " + output + " is in the input, which a link leads to it: " + path);
    }
    for (String name : folder.nameless) {
      if (isTaken(prefix(path), name)) {
        errors.reject(prefix(path) + name, new IOException(LocalNames.REASON), sink);
      }
    }
    files(path, folder, sink);
    folder.files = null; // walking its subfolders may take long
    NameTable names = folder.folders;
    names.sort();
    int next = 0;
    var listed = new ArrayDeque<Listing>();
    String prefix = prefix(path);
    while (next < names.size() || !listed.isEmpty()) {
      while (next < names.size() && isRoom(listed.size())) {
        String name = names.name(next++);
        if (!isLeftOut(prefix, name) && !selection.hides(prefix, name)) {
          listed.add(submit(child(path, name)));
        }
      }
      if (!listed.isEmpty()) {
        visit(listed.remove(), sink);
      }
    }
    namesHeld.addAndGet(-names.size());
    above.remove(folder.real);
  }

  private boolean isRoom(int waiting) {
    return waiting == 0 || waiting <= ahead && namesHeld.get() < ENOUGH_NAMES;
  }

  private void files(Path path, Folder folder, Source.Sink sink) throws IOException {
    NameTable files = folder.files;
    files.sort();
    // Concatenates text instead of paths: parsing a path takes longer than listing a file.
    String prefix = prefix(path);
    for (int i = 0; i < files.size(); i++) {
      String name = files.name(i);
      if (!isTaken(prefix, name)) {
        continue;
      }
      source.file(prefix + name, files.length(i), files.modified(i));
      source.plain = folder.plain;
      sink.accept(source);
    }
    namesHeld.addAndGet(-files.size());
  }

  private boolean isTaken(String prefix, String name) {
    return !selection.hides(prefix, name)
        && (selection.isAll() || selection.takes(prefix.substring(base) + name));
  }

  private boolean isLeftOut(String prefix, String name) {
    return !selection.isAll() && selection.leavesOutAllBelow(prefix.substring(base) + name);
  }

  /** Returns the name of a folder with a trailing slash. */
  static String prefix(Path folder) {
    String name = folder.toString();
    return name.endsWith(Path.SEPARATOR) ? name : name + Path.SEPARATOR;
  }

  /** Appends a name as is: {@code new Path("a:b")} would take {@code a} for a scheme. */
  public static Path child(Path folder, String name) {
    return new Path(folder, new Path(null, null, name));
  }

  private Folder list(Path path) throws IOException {
    var folder = new Folder();
    if (OwnLocalFileSystem.isLikeHadoops(fs)) {
      listLocal(path, folder);
      return folder;
    }
    RemoteIterator<FileStatus> entries = fs.listStatusIterator(path);
    while (entries.hasNext()) {
      FileStatus entry = entries.next();
      NameTable table = entry.isDirectory() ? folder.folders : folder.files;
      folder.listed += LocalNames.isChecksum(entry.getPath().getName()) ? 0 : 1;
      add(table, entry.getPath().getName(), entry.getLen(), entry.getModificationTime());
    }
    if (LocalNames.isLocal(fs)) {
      addUnlisted(path, folder);
    }
    return folder;
  }

  /** Hadoop lists the files of a local folder that it can stat, and silently omits the rest. */
  private void addUnlisted(Path path, Folder folder) throws IOException {
    folder.real = LocalNames.real(path);
    long named = LocalNames.scan(path, (name, escaped) -> folder.nameless.add(escaped));
    if (named > folder.listed) {
      LocalNames.missing(path, (name, escaped) -> add(folder.files, name, Source.MISSING, 0));
    }
  }

  /** Lists a local folder without Hadoop, which would ask for each file's status several times. */
  private void listLocal(Path path, Folder folder) throws IOException {
    folder.real = LocalNames.real(path);
    folder.plain =
        !LocalNames.list(
            path,
            (name, file) -> {
              if (file == null) {
                add(folder.files, name, Source.MISSING, 0);
              } else {
                NameTable table = file.isDirectory() ? folder.folders : folder.files;
                add(table, name, file.size(), FileTimes.modified(file));
              }
            },
            (name, escaped) -> folder.nameless.add(escaped));
  }

  private void add(NameTable table, String name, long length, long modified) throws IOException {
    table.add(name, length, modified);
    namesHeld.incrementAndGet();
  }

  private static final class Folder {
    final List<String> nameless = new ArrayList<>();
    java.nio.file.Path real; // of a local folder
    long listed; // without checksum files
    boolean plain; // known to have no checksum files
    final NameTable folders = new NameTable();
    NameTable files = new NameTable();
  }

  /**
   * The names, lengths and times of the files of one folder, sorted by code point: about 32 bytes
   * per file in addition to the name, so that a folder of millions of files fits in a small heap.
   */
  static final class NameTable {
    private byte[] entries = new byte[1 << 10]; // of each: length, time, name
    private int[] starts = new int[64]; // of each entry; one more than the number of entries
    private int[] order = {};
    private int count;
    private final DataOutputBuffer out = new DataOutputBuffer();
    private final DataInputBuffer in = new DataInputBuffer();

    void add(String name, long length, long modified) throws IOException {
      out.reset();
      WritableUtils.writeVLong(out, length);
      WritableUtils.writeVLong(out, modified);
      out.write(name.getBytes(StandardCharsets.UTF_8));
      int size = out.getLength();
      int start = starts[count];
      if (start > Integer.MAX_VALUE - 64 - size) {
        throw new IOException("a folder with more than 2 GiB of file names can't be packed");
      }
      if (start + size > entries.length) {
        entries = Arrays.copyOf(entries, grown(entries.length, start + size));
      }
      if (count + 1 == starts.length) {
        starts = Arrays.copyOf(starts, grown(starts.length, count + 2));
      }
      System.arraycopy(out.getData(), 0, entries, start, size);
      starts[++count] = start + size;
    }

    private static int grown(int size, int needed) {
      return (int) Math.min(Integer.MAX_VALUE - 64, Math.max(needed, size + (long) (size >> 1)));
    }

    /** Sorts the files by name. UTF-8 bytes, taken as unsigned, are in the order of code points. */
    void sort() {
      order = new int[count];
      for (int i = 0; i < count; i++) {
        order[i] = i;
      }
      // File systems mostly list in order already; sorting sorted names costs one pass.
      mergeSort(new int[count], 0, count);
    }

    private void mergeSort(int[] spare, int from, int to) {
      if (to - from < 2) {
        return;
      }
      int middle = from + to >>> 1;
      mergeSort(spare, from, middle);
      mergeSort(spare, middle, to);
      if (compare(order[middle - 1], order[middle]) <= 0) {
        return;
      }
      System.arraycopy(order, from, spare, from, middle - from);
      int left = from;
      int right = middle;
      for (int at = from; left < middle; at++) {
        boolean takeRight = right < to && compare(order[right], spare[left]) < 0;
        order[at] = takeRight ? order[right++] : spare[left++];
      }
    }

    private int compare(int a, int b) {
      return Arrays.compareUnsigned(
          entries, nameStart(a), starts[a + 1], entries, nameStart(b), starts[b + 1]);
    }

    private int nameStart(int i) {
      int time = starts[i] + WritableUtils.decodeVIntSize(entries[starts[i]]);
      return time + WritableUtils.decodeVIntSize(entries[time]);
    }

    int size() {
      return count;
    }

    /** Returns the name at {@code rank} of the order. */
    String name(int rank) {
      int i = order[rank];
      int start = nameStart(i);
      return new String(entries, start, starts[i + 1] - start, StandardCharsets.UTF_8);
    }

    /** Returns the length of the file at {@code rank} of the order. */
    long length(int rank) throws IOException {
      return number(starts[order[rank]]);
    }

    /** Returns the modification time of the file at {@code rank} of the order, in milliseconds. */
    long modified(int rank) throws IOException {
      int start = starts[order[rank]];
      return number(start + WritableUtils.decodeVIntSize(entries[start]));
    }

    private long number(int start) throws IOException {
      in.reset(entries, start, WritableUtils.decodeVIntSize(entries[start]));
      return WritableUtils.readVLong(in);
    }
  }
}
