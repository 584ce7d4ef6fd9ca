// SPDX-License-Identifier: Apache-2.0
package dev.recordio.store.manifest;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.stream.Files;
import dev.recordio.fs.stream.Publisher;
import dev.recordio.fs.stream.Unanswered;
import dev.recordio.store.manifest.ManifestJson.SealedText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The tags of a store: names of generations, which stay as long as they have one. A tag never
 * moves, so that a name means the same for all readers; it can be deleted.
 */
public final class Tags {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");
  private static final String SUFFIX = ".json";
  private static final Pattern TEXT =
      Pattern.compile("\\{\n  \"generation\": ([0-9]{1,18}),\n  \"" + SealedText.NAME);
  private static final String WHAT = "damaged tag";

  private final FileSystem fs;
  private final StorePaths paths;

  Tags(FileSystem fs, StorePaths paths) {
    this.fs = fs;
    this.paths = paths;
  }

  /**
   * Checks a name.
   *
   * @throws InvalidSettingException when it is invalid
   */
  public static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidSettingException(
          "'"
              + name
              + "' can't name a tag: expected at most 64 letters, digits, _, . and -, not . or"
              + " - first");
    }
  }

  private Path file(String name) {
    return new Path(paths.tags(), name + SUFFIX);
  }

  /** Returns all tags, and the generations they name. */
  public SortedMap<String, Long> list() throws IOException {
    var tags = new TreeMap<String, Long>();
    for (String file : names()) {
      String name = file.substring(0, Math.max(0, file.length() - SUFFIX.length()));
      if (file.endsWith(SUFFIX) && NAME.matcher(name).matches()) {
        try {
          tags.put(name, read(name));
        } catch (FileNotFoundException e) {
          // It was deleted after the listing: then it is none.
          continue;
        }
      }
    }
    return tags;
  }

  private List<String> names() throws IOException {
    try {
      return StorePaths.names(fs, paths.tags());
    } catch (FileNotFoundException e) {
      return List.of(); // made with the first tag
    }
  }

  /**
   * Returns the generation of a tag.
   *
   * @throws FileNotFoundException when there is no such tag; the message lists those there are
   */
  public long get(String name) throws IOException {
    requireName(name);
    try {
      return read(name);
    } catch (FileNotFoundException e) {
      throw missing(name);
    }
  }

  private FileNotFoundException missing(String name) throws IOException {
    SortedMap<String, Long> all = list();
    return new FileNotFoundException(
        "no tag "
            + name
            + " in "
            + paths.store()
            + ": "
            + (all.isEmpty() ? "it has none" : "the tags are " + String.join(", ", all.keySet())));
  }

  private long read(String name) throws IOException {
    Path file = file(name);
    byte[] bytes = Files.readAll(fs, file);
    SealedText.open(bytes, WHAT, file.toString());
    var matcher = TEXT.matcher(new String(bytes, StandardCharsets.US_ASCII));
    if (!matcher.lookingAt()) {
      throw new MalformedRecordException(
          WHAT, file.toString(), 0, -1, "the member generation", "something else");
    }
    return Long.parseLong(matcher.group(1));
  }

  /**
   * Creates a tag, unless there is one already that names the same generation.
   *
   * @throws FileAlreadyExistsException when it names another one
   * @throws IOException when it is not known whether it was created, or it was not; the message
   *     says which
   */
  void create(String name, long generation, Publisher publisher) throws IOException {
    requireName(name);
    byte[] bytes = SealedText.seal("{\n  \"generation\": " + generation + ",\n  ");
    long there =
        Unanswered.settle(
            () -> publisher.publish(file(name), bytes) ? generation : null,
            () -> read(name),
            "the tag " + name + " of " + paths.store());
    if (there != generation) {
      throw new FileAlreadyExistsException(
          "the tag "
              + name
              + " names generation "
              + there
              + " already, and tags don't move: delete"
              + " it first (store tag STORE "
              + name
              + " --delete), or choose another name");
    }
  }

  /**
   * Deletes a tag.
   *
   * @throws FileNotFoundException when there is no such tag
   */
  public void delete(String name) throws IOException {
    requireName(name);
    if (!fs.delete(file(name), false)) {
      throw missing(name);
    }
  }
}
