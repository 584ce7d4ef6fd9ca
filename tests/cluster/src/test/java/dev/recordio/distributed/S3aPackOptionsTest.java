// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.testing.ObjectStore.uri;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.recordio.bytes.Sha256;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.ObjectStore;
import dev.recordio.testing.Supports;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pack keeps, chooses, replaces and goes on with on an object store, through S3A. */
class S3aPackOptionsTest {
  /** Hadoop's own committer; the others, of S3A's, upload. */
  private static final String RENAMES = "file";

  private static final List<String> IMAGES =
      List.of(
          "a_cats/rgb_48x64.jpg",
          "a_cats/rgb_64x48.jpg",
          "b_dogs/gray_50x40.png",
          "b_dogs/palette_60x60.png",
          "b_dogs/rgb_50x40.png");

  @TempDir static Path temp;
  @AutoClose private static ObjectStore store;
  private String folder;

  @BeforeAll
  static void start() throws Exception {
    store = new ObjectStore(temp.resolve("store.log"));
  }

  @BeforeEach
  void name(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName() + test.getDisplayName();
    folder = name.replaceAll("[^A-Za-z0-9]", "");
  }

  private String path(String name) {
    return uri(folder + "/" + name);
  }

  private static org.apache.hadoop.fs.Path hadoopPath(String uri) {
    return new org.apache.hadoop.fs.Path(uri);
  }

  private static FileSystem fs() throws Exception {
    return hadoopPath(uri("")).getFileSystem(store.conf());
  }

  private static void put(String uri, String text) throws Exception {
    try (var out = fs().create(hadoopPath(uri))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static byte[] get(String uri) throws Exception {
    try (InputStream in = fs().open(hadoopPath(uri))) {
      return in.readAllBytes();
    }
  }

  private static Recordio run(String committer, Object... words) {
    Configuration conf = store.conf();
    if (!committer.equals(RENAMES)) {
      conf.set("fs.s3a.committer.name", committer);
      conf.set(
          "mapreduce.outputcommitter.factory.scheme.s3a",
          "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
    }
    return Recordio.run(conf, Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private static Recordio ok(String committer, Object... words) {
    Recordio done = run(committer, words);
    assertEquals(0, done.code(), done.err());
    return done;
  }

  private String photos() throws Exception {
    for (int i = 0; i < 4; i++) {
      put(path("photos/cats/" + i + ".jpg"), "cat " + i);
      put(path("photos/dogs/" + i + ".jpg"), "dog " + i);
    }
    return path("photos");
  }

  /** The files of an output, by name, without the report of the committer. */
  private static Map<String, String> files(String output) throws Exception {
    var files = new TreeMap<String, String>();
    for (var each = fs().listFiles(hadoopPath(output), true); each.hasNext(); ) {
      String file = each.next().getPath().toString();
      String name = file.substring(output.length() + 1);
      files.put(name, name.equals("_SUCCESS") ? "" : Sha256.hex(get(file)));
    }
    return files;
  }

  @ParameterizedTest
  @ValueSource(strings = {RENAMES, "magic", "directory"})
  @Supports(row = "S3A: read, write, commit without a rename", engine = "command line")
  void theManifestAndTheListSayWhatWasPacked(String committer) throws Exception {
    String packed = path("packed");
    String list = path("out.lst");
    ok(committer, "pack", "--shards", 2, "--write-list", list, photos(), packed);
    JsonNode manifest = new ObjectMapper().readTree(get(packed + "/_pack.json"));
    assertEquals(8, manifest.get("records").asInt());
    for (JsonNode shard : manifest.get("shards")) {
      byte[] bytes = get(packed + "/" + shard.get("file").asText());
      assertEquals(bytes.length, shard.get("bytes").asInt());
      var crc = new CRC32C();
      crc.update(bytes);
      assertEquals(String.format("%08x", crc.getValue()), shard.get("crc32c").asText());
    }
    String again = path("again");
    ok(committer, "pack", "--shards", 2, "--list", list, "--root", path("photos"), again);
    Map<String, String> files = files(again);
    files.replace("_pack.json", files(packed).get("_pack.json")); // labels are by folder only once
    assertEquals(files(packed), files);
  }

  @Test
  void inputsAreNamedByAFileAndChosenByTheirPaths() throws Exception {
    String photos = photos();
    put(path("inputs.txt"), photos + "/cats\n" + photos + "/dogs\n");
    ok(
        RENAMES,
        "pack",
        "--header",
        "none",
        "--inputs-from",
        path("inputs.txt"),
        "--include",
        "[0-2].jpg",
        "--exclude",
        "1.jpg",
        path("packed"));
    assertEquals("cat 0cat 2dog 0dog 2", ok(RENAMES, "cat", path("packed")).out());
    Recordio missing = run(RENAMES, "pack", "--inputs-from", path("gone.txt"), path("none"));
    assertEquals(3, missing.code(), missing.err());
    String error = "no such file or folder: " + path("gone.txt");
    assertTrue(missing.err().contains(error), missing.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {RENAMES, "magic", "directory"})
  @Supports(row = "S3A: read, write, commit without a rename", engine = "command line")
  void nothingOfTheOldOutputStaysWhenItIsReplaced(String committer) throws Exception {
    String photos = photos();
    String packed = path("packed");
    ok(committer, "pack", "--shards", 5, photos, packed);
    assertEquals(2, run(committer, "pack", "--shards", 2, photos, packed).code());
    ok(committer, "pack", "--shards", 2, "--overwrite", photos, packed);
    ok(committer, "pack", "--shards", 2, photos, path("fresh"));
    assertEquals(files(path("fresh")), files(packed));
  }

  /** Packs images of which the last is none; then it is, and the same command packs again. */
  private static final class Interrupted {
    private final String committer;
    private final Object[] words;
    private final Path last;
    private final byte[] sound;
    private final FileTime time;

    /** Takes local images, whose times can be set back: an object has that of its upload. */
    Interrupted(String committer, Path images, String output) throws Exception {
      this.committer = committer;
      for (String image : IMAGES) {
        copy(images, image);
      }
      last = copy(images, IMAGES.get(IMAGES.size() - 1));
      sound = Files.readAllBytes(last);
      time = Files.getLastModifiedTime(last);
      int shards = IMAGES.size();
      words =
          new Object[] {
            "pack",
            "--resume",
            "-D",
            "recordio.threads=1",
            "--shards",
            shards,
            "--resize",
            8,
            images,
            output
          };
    }

    private static Path copy(Path images, String image) throws Exception {
      return Folders.copy("images/files/" + image, images);
    }

    private void write(byte[] bytes) throws Exception {
      Files.write(last, bytes);
      Files.setLastModifiedTime(last, time);
    }

    Recordio fail() throws Exception {
      write(new byte[sound.length]);
      Recordio failed = run(committer, words);
      assertEquals(3, failed.code(), failed.err());
      assertTrue(failed.err().contains(last.getFileName().toString()), failed.err());
      return failed;
    }

    Recordio goOn() throws Exception {
      write(sound);
      return ok(committer, words);
    }

    Map<String, String> undisturbed(String output) throws Exception {
      Object[] other = words.clone();
      other[1] = "-q";
      other[other.length - 1] = output;
      ok(committer, other);
      return files(output);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {RENAMES, "magic", "directory"})
  void afterAFailureNothingStaysAndTheSameCommandPacksAll(String committer) throws Exception {
    var pack = new Interrupted(committer, temp.resolve(folder), path("packed"));
    Recordio failed = pack.fail();
    assertFalse(failed.err().contains("the same command goes on"), failed.err());
    assertFalse(fs().exists(hadoopPath(path("packed"))));
    Recordio done = pack.goOn();
    assertTrue(done.err().contains("shards kept    0\n"), done.err());
    assertEquals(pack.undisturbed(path("whole")), files(path("packed")));
  }
}
