// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.PublishWay;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.fs.stream.Unanswered;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generations of one record store: which there are, and how the next one is made.
 *
 * <p>A generation is a manifest's file whose name has its number; the greatest is the newest.
 * Beside it, an empty file is a witness of its number, so that its loss is noticed: the next writer
 * would give its ids to other records. No file of a store is ever changed.
 */
public final class Generations {
  private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

  /** How publishing a manifest ended. */
  public enum Outcome {
    /** The manifest is the generation of its number. */
    COMMITTED,
    /** Another writer's manifest is. */
    LOST
  }

  /** Twenty digits; a long has room for the last 18. */
  private static final Pattern NAME = Pattern.compile("00([0-9]{18})\\.json");

  /** A name that a listing in order has before the manifest's. */
  private static final Pattern WITNESS = Pattern.compile("00([0-9]{18})\\.committed");

  /** How often the newest generation is looked up when gc was faster than the reading of one. */
  private static final int LOOKS = 10;

  private final Configuration conf;
  private final FileSystem fs;
  private final StorePaths paths;
  private Publisher publisher;

  /** Creates the object; reads nothing yet. */
  public Generations(Configuration conf, Path store) throws IOException {
    this(conf, store, null);
  }

  /**
   * Creates the object.
   *
   * @param publisher creates files; null for the one that the configuration and file system specify
   */
  Generations(Configuration conf, Path store, Publisher publisher) throws IOException {
    this.conf = conf;
    this.publisher = publisher;
    fs = store.getFileSystem(conf);
    paths = new StorePaths(fs.makeQualified(store));
  }

  /** Returns where the store's files are. */
  public StorePaths paths() {
    return paths;
  }

  public Tags tags() {
    return new Tags(fs, paths);
  }

  /**
   * Checks whether generations can be made here: before anything else is written.
   *
   * @throws dev.recordio.conf.InvalidSettingException when not; the message names the key
   */
  public void requireWritable() throws IOException {
    publisher();
  }

  private synchronized Publisher publisher() throws IOException {
    if (publisher == null) {
      PublishWay way = StoreConf.PUBLISH.getEnum(conf, PublishWay.class);
      publisher = way.publisher(conf, paths.store(), StoreConf.PUBLISH.key());
    }
    return publisher;
  }

  /**
   * Returns the numbers of all generations that there are, ascending.
   *
   * @throws FileNotFoundException when the folder is no store
   * @throws MalformedRecordException when the newest one is missing
   */
  public List<Long> list() throws IOException {
    List<Long> numbers = numbers();
    if (numbers.isEmpty()) {
      throw noStore();
    }
    return numbers;
  }

  /** Returns the numbers of the generations that are left, where the newest one is missing. */
  public List<Long> left() throws IOException {
    var left = new ArrayList<Long>();
    numbers(left);
    return left;
  }

  private FileNotFoundException noStore() {
    return new FileNotFoundException(
        paths.store() + " is no record store: " + paths.manifests() + " has no generation");
  }

  private List<Long> numbers() throws IOException {
    var numbers = new ArrayList<Long>();
    long lost = numbers(numbers);
    if (lost >= 0) {
      // A folder is not listed at one moment: its manifest was there before its witness.
      numbers.clear();
      lost = numbers(numbers);
    }
    if (lost >= 0) {
      throw lost(lost, numbers.isEmpty() ? -1 : numbers.get(numbers.size() - 1));
    }
    return numbers;
  }

  private MalformedRecordException lost(long generation, long newest) {
    return new MalformedRecordException(
        "the newest generation is missing",
        paths.manifest(generation).toString(),
        0,
        -1,
        "its manifest, as it was committed",
        (newest < 0
                ? "no other generation"
                : "generation "
                    + newest
                    + " as the newest, which --generation "
                    + newest
                    + " reads")
            + "; restore the file. Without it, its ids would be assigned again: to accept that,"
            + " remove "
            + paths.witness(generation).getName()
            + " beside it");
  }

  /**
   * Adds the numbers of all generations, ascending.
   *
   * @return the generation that was committed after all of them; -1 when there is none
   */
  private long numbers(List<Long> numbers) throws IOException {
    long committed = -1;
    try {
      for (String name : StorePaths.names(fs, paths.manifests())) {
        long number = number(name);
        if (number >= 0) {
          numbers.add(number);
        } else {
          committed = Math.max(committed, ofWitness(name));
        }
      }
    } catch (FileNotFoundException e) {
      throw (IOException) noStore().initCause(e);
    }
    Collections.sort(numbers);
    return numbers.isEmpty() || committed > numbers.get(numbers.size() - 1) ? committed : -1;
  }

  /** Returns the generation whose manifest has this name; -1 when it is none's. */
  public static long number(String name) {
    return number(NAME, name);
  }

  /** Returns the generation whose witness has this name; -1 when it is none's. */
  public static long ofWitness(String name) {
    return number(WITNESS, name);
  }

  private static long number(Pattern kind, String name) {
    Matcher matcher = kind.matcher(name);
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : -1;
  }

  /**
   * Returns the number of the newest generation.
   *
   * @throws FileNotFoundException when the folder is no store
   */
  public long newestNumber() throws IOException {
    return Collections.max(list());
  }

  /**
   * Returns the newest generation.
   *
   * @throws FileNotFoundException when the folder is no store
   */
  public Manifest newest() throws IOException {
    FileNotFoundException collected = null;
    for (int i = 0; i < LOOKS; i++) {
      try {
        return read(newestNumber());
      } catch (FileNotFoundException e) {
        // Newer ones came, and gc removed this one before it was read: look again.
        if (collected != null) {
          e.addSuppressed(collected);
        }
        collected = e;
      }
    }
    throw collected;
  }

  /**
   * Returns a generation.
   *
   * @throws FileNotFoundException when there is none of that number; the message says whether it
   *     was collected
   */
  public Manifest get(long generation) throws IOException {
    try {
      if (generation >= 0) {
        return read(generation);
      }
    } catch (FileNotFoundException e) {
      throw (IOException) new FileNotFoundException(absent(generation)).initCause(e);
    }
    throw new FileNotFoundException(absent(generation));
  }

  private String absent(long generation) throws IOException {
    List<Long> numbers = list();
    long newest = numbers.get(numbers.size() - 1);
    if (generation < 0 || generation > newest) {
      return "no generation " + generation + " in " + paths.store() + ": the newest is " + newest;
    }
    long kept = numbers.stream().filter(number -> number > generation).findFirst().orElse(newest);
    return "generation "
        + generation
        + " of "
        + paths.store()
        + " was collected ("
        + (kept == numbers.get(0) ? "the oldest kept is " : "the next one kept is ")
        + kept
        + ")";
  }

  private Manifest read(long generation) throws IOException {
    Path file = paths.manifest(generation);
    Manifest manifest = ManifestJson.read(Files.readAll(fs, file), file.toString());
    if (manifest.generation() != generation) {
      throw new MalformedRecordException(
          "a manifest in another's place",
          file.toString(),
          0,
          -1,
          "generation " + generation,
          "generation " + manifest.generation());
    }
    return manifest;
  }

  /**
   * Returns the generation of a tag.
   *
   * @throws FileNotFoundException when there is no such tag
   */
  public Manifest tagged(String name) throws IOException {
    return get(tags().get(name));
  }

  /**
   * Gives a generation a name, by which it stays.
   *
   * @throws FileNotFoundException when there is no such generation
   * @throws FileAlreadyExistsException when another one has the name
   */
  public void tag(String name, long generation) throws IOException {
    Tags.requireName(name);
    get(generation);
    Tags tags = tags();
    tags.create(name, generation, publisher());
    try {
      get(generation);
    } catch (FileNotFoundException e) {
      tags.delete(name); // gc had not seen it in time
      throw e;
    }
  }

  /**
   * Makes a store: writes generation 0. What a writer that was killed has left is no store yet.
   *
   * @param first generation 0
   * @throws FileAlreadyExistsException when the folder is a file, a store, or has something else in
   *     it
   */
  public void create(Manifest first) throws IOException {
    requireNew();
    fs.mkdirs(paths.manifests());
    fs.mkdirs(paths.tables());
    fs.mkdirs(paths.chunks());
    if (publish(first) == Outcome.LOST) {
      throw new FileAlreadyExistsException("another writer made the store " + paths.store());
    }
  }

  /**
   * Checks that a store can be made here.
   *
   * @throws FileAlreadyExistsException when the folder is a file, a store, or has something else in
   *     it
   * @throws dev.recordio.conf.InvalidSettingException when stores are only read here
   */
  public void requireNew() throws IOException {
    requireWritable();
    if (fs.exists(paths.store())) {
      requireEmpty(paths.store());
    }
  }

  private void requireEmpty(Path store) throws IOException {
    Set<String> own =
        Set.of(
            paths.manifests().getName(),
            paths.tags().getName(),
            paths.tables().getName(),
            paths.chunks().getName());
    for (FileStatus entry : fs.listStatus(store)) {
      String name = entry.getPath().getName();
      if (!entry.isDirectory() || !own.contains(name)) {
        throw new FileAlreadyExistsException(
            "a new store's folder must be empty: " + store + " has " + name);
      }
      if (name.equals(paths.manifests().getName()) && !numbers().isEmpty()) {
        throw new FileAlreadyExistsException("there is a store already: " + store);
      }
    }
  }

  /**
   * Makes a manifest the generation of its number, unless another one is.
   *
   * @throws IOException when it is not known how it ended, or nothing can be written; the message
   *     says which
   */
  public Outcome publish(Manifest manifest) throws IOException {
    Publisher way = publisher();
    Path file = paths.manifest(manifest.generation());
    byte[] bytes = ManifestJson.write(manifest);
    String winner =
        Unanswered.settle(
            () -> way.publish(file, bytes) ? manifest.commit() : null,
            () -> read(manifest.generation()).commit(),
            "generation " + manifest.generation() + " of " + paths.store());
    if (!winner.equals(manifest.commit())) {
      return Outcome.LOST;
    }
    witness(manifest.generation());
    return Outcome.COMMITTED;
  }

  /** Leaves a witness. Without one the generation is committed all the same. */
  private void witness(long generation) {
    try {
      Files.overwrite(fs, paths.witness(generation)).close();
      if (generation > 0) {
        fs.delete(paths.witness(generation - 1), false);
      }
    } catch (IOException e) {
      LOG.warn("{} can't be written or deleted", paths.witness(generation), e);
    }
  }
}
