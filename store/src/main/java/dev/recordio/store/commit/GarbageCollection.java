// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.commit;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.store.manifest.Generations;
import dev.recordio.store.manifest.Manifest;
import dev.recordio.store.manifest.Manifest.DeltaRef;
import dev.recordio.store.manifest.Manifest.GroupEntry;
import dev.recordio.store.manifest.StorePaths;
import dev.recordio.store.read.LiveChunks;
import dev.recordio.store.read.StoreTables;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Removes old generations of a store, and files that no other one needs.
 *
 * <p>What stays: the newest generations; those that were the newest within the grace, since readers
 * may still use them; tagged ones; what these name; files that are younger than the grace, since
 * their writers may not have committed yet; files with other names than a store's files have. Ages
 * are by the store's own clock: a file is made for it. All that stays is read before anything is
 * removed, and a generation that is unreadable ends it.
 *
 * <p>Manifests are removed first, the oldest first, and unread. If it is interrupted, all
 * generations that are left are whole, and it can be run again.
 */
public final class GarbageCollection {
  private static final Pattern FILE = Pattern.compile("([0-9a-f]{32})(\\.[a-z]+)");

  /** Takes each file that is removed, or would be. */
  @FunctionalInterface
  public interface Removed {
    /** Takes a file, before it is removed. */
    void file(FileStatus file) throws IOException;
  }

  /**
   * What was removed, or would be.
   *
   * @param generations the numbers of generations
   * @param kept the numbers of the generations that stay
   * @param files how many files there were, manifests included
   * @param bytes their bytes
   */
  public record Result(List<Long> generations, List<Long> kept, long files, long bytes) {}

  private final Generations generations;
  private final StorePaths paths;
  private final FileSystem fs;
  private final StoreTables opened;
  private final boolean dryRun;
  private final Removed removed;
  private final Map<String, FileStatus> tables = new HashMap<>(); // that no generation needs
  private final Map<String, FileStatus> chunks = new HashMap<>();
  private long files;
  private long bytes;

  /**
   * Creates a collection.
   *
   * @param dryRun whether nothing is removed, or written; ages are then by this machine's clock
   */
  public GarbageCollection(
      Configuration conf, Generations generations, boolean dryRun, Removed removed)
      throws IOException {
    opened = new StoreTables(conf, generations.paths());
    this.generations = generations;
    this.dryRun = dryRun;
    this.removed = removed;
    paths = generations.paths();
    fs = paths.store().getFileSystem(conf);
  }

  /**
   * Removes what is not needed.
   *
   * @param keep how many of the newest generations stay, at least 1
   * @param olderThanMillis the grace; -1 for the store's
   * @throws InvalidSettingException when {@code keep} is less, or nothing is written here
   * @throws IOException when reading a generation that stays fails, before anything is removed; or
   *     when removing something fails
   */
  public Result collect(int keep, long olderThanMillis) throws IOException {
    if (keep < 1) {
      throw new InvalidSettingException("the newest generation is always kept, not " + keep);
    }
    if (!dryRun) {
      generations.requireWritable();
    }
    files = 0;
    bytes = 0;
    Manifest newest = generations.newest(); // without one this is no store: nothing is removed
    long grace = olderThanMillis < 0 ? newest.graceMillis() : olderThanMillis;
    long old = now() - grace;
    TreeMap<Long, FileStatus> manifests = new TreeMap<>();
    List<FileStatus> temporary = new ArrayList<>();
    for (FileStatus file : list(paths.manifests())) {
      long number = Generations.number(file.getPath().getName());
      if (number >= 0) {
        manifests.put(number, file);
      }
    }
    if (manifests.isEmpty() || manifests.lastKey() < newest.generation()) {
      throw new IOException(
          "generation " + newest.generation() + " is not listed in " + paths.manifests());
    }
    Set<Long> collected = collected(manifests, keep, old);
    candidates(old, newest.generation(), temporary);
    Set<Long> kept = new HashSet<>(manifests.keySet());
    kept.removeAll(collected);
    spare(kept);
    // Tags come last: one that is given to a generation now would find it gone.
    Set<Long> tagged = new HashSet<>(generations.tags().list().values());
    tagged.retainAll(collected);
    spare(tagged);
    collected.removeAll(tagged);
    for (long number : collected) {
      remove(manifests.get(number));
    }
    spareNewer(manifests);
    for (var some : List.of(tables.values(), chunks.values(), temporary)) {
      for (FileStatus file : some) {
        remove(file);
      }
    }
    manifests.keySet().removeAll(collected);
    return new Result(List.copyOf(collected), List.copyOf(manifests.keySet()), files, bytes);
  }

  /** Returns the time by the clock that dates the store's files. */
  private long now() throws IOException {
    if (dryRun) {
      return System.currentTimeMillis();
    }
    Path marker = Publisher.temporary(new Path(paths.manifests(), "gc"));
    try {
      Files.create(fs, marker).close();
      return fs.getFileStatus(marker).getModificationTime();
    } finally {
      fs.delete(marker, false);
    }
  }

  private List<FileStatus> list(Path folder) throws IOException {
    var entries = new ArrayList<FileStatus>();
    try {
      RemoteIterator<FileStatus> listing = fs.listStatusIterator(folder);
      while (listing.hasNext()) {
        FileStatus entry = listing.next();
        if (entry.isFile()) {
          entries.add(entry);
        }
      }
    } catch (FileNotFoundException e) {
      // Folders are made with their first file, on object stores.
      return entries;
    }
    return entries;
  }

  /** Returns the generations that are not needed, ascending. */
  private static Set<Long> collected(TreeMap<Long, FileStatus> manifests, int keep, long old) {
    var collected = new TreeSet<Long>();
    int newer = manifests.size();
    for (Map.Entry<Long, FileStatus> manifest : manifests.entrySet()) {
      newer--;
      Map.Entry<Long, FileStatus> next = manifests.higherEntry(manifest.getKey());
      // It was the newest until the next one came.
      if (newer >= keep && next.getValue().getModificationTime() <= old) {
        collected.add(manifest.getKey());
      }
    }
    return collected;
  }

  /** Finds the old files of tables and chunks; files of writers that were killed go apart. */
  private void candidates(long old, long newest, List<FileStatus> temporary) throws IOException {
    tables.clear();
    chunks.clear();
    for (Path folder : List.of(paths.manifests(), paths.tags(), paths.tables(), paths.chunks())) {
      for (FileStatus file : list(folder)) {
        String name = file.getPath().getName();
        Matcher matcher = FILE.matcher(name);
        if (file.getModificationTime() > old) {
          continue;
        }
        if (Publisher.isTemporary(name) || isOldWitness(name, newest)) {
          temporary.add(file);
        } else if (!matcher.matches()) {
          continue; // a manifest, a tag, or nothing of ours
        } else if (folder.equals(paths.tables())
            && matcher.group(2).equals(StorePaths.TABLE_SUFFIX)) {
          tables.put(matcher.group(1), file);
        } else if (folder.equals(paths.chunks())
            && matcher.group(2).equals(StorePaths.CHUNK_SUFFIX)) {
          chunks.put(matcher.group(1), file);
        }
      }
    }
  }

  /** One that the next writer should have removed. */
  private static boolean isOldWitness(String name, long newest) {
    long generation = Generations.ofWitness(name);
    return generation >= 0 && generation < newest;
  }

  /** The newest first: after it, few files are left. */
  private void spare(Set<Long> numbers) throws IOException {
    for (long number : new TreeSet<>(numbers).descendingSet()) {
      Manifest manifest;
      try {
        manifest = generations.get(number);
      } catch (FileNotFoundException e) {
        continue; // another gc removed it
      }
      spare(manifest);
    }
  }

  /** Spares the tables that a generation names, and the chunks that these name. */
  private void spare(Manifest manifest) throws IOException {
    for (GroupEntry group : manifest.groups()) {
      group.rows().forEach(rows -> tables.remove(rows.file()));
    }
    manifest.fields().forEach(field -> spare(field.deltas()));
    spare(manifest.deletions());
    spare(manifest.operation().deltas());
    if (!chunks.isEmpty()) {
      LiveChunks.named(opened, manifest).all().forEach(use -> chunks.remove(use.chunk()));
    }
  }

  private void spare(List<DeltaRef> deltas) {
    deltas.forEach(delta -> tables.remove(delta.file()));
  }

  /** A writer may have committed files that are older than the grace. */
  private void spareNewer(TreeMap<Long, FileStatus> manifests) throws IOException {
    Set<Long> newer = new HashSet<>(generations.list());
    newer.removeIf(number -> number <= manifests.lastKey());
    spare(newer);
  }

  private void remove(FileStatus file) throws IOException {
    removed.file(file);
    if (dryRun || fs.delete(file.getPath(), false)) {
      files++;
      bytes += file.getLen();
    }
  }
}
