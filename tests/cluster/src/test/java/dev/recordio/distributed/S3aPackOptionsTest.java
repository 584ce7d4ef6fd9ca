// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.testing.ObjectStore.uri;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.Sha256;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pack keeps, replaces and goes on with on an object store, through S3A. */
class S3aPackOptionsTest extends S3aTestBase {
  /** Hadoop's own committer; the others, of S3A's, upload. */
  private static final String RENAMES = "file";

  private static final List<String> IMAGES =
      List.of(
          "a_cats/rgb_48x64.jpg",
          "a_cats/rgb_64x48.jpg",
          "b_dogs/gray_50x40.png",
          "b_dogs/palette_60x60.png",
          "b_dogs/rgb_50x40.png");

  private String folder;

  @BeforeEach
  void name(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName() + test.getDisplayName();
    folder = name.replaceAll("[^A-Za-z0-9]", "");
  }

  private String path(String name) {
    return uri(folder + "/" + name);
  }

  private static Recordio run(String committer, Object... words) {
    return Recordio.run(
        committing(committer), Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private static Recordio ok(String committer, Object... words) {
    Recordio done = run(committer, words);
    assertEquals(0, done.code(), done.err());
    return done;
  }

  private String photos() throws Exception {
    for (int i = 0; i < 4; i++) {
      put(path("photos/cats/" + i + ".jpg"), ("cat " + i).getBytes());
      put(path("photos/dogs/" + i + ".jpg"), ("dog " + i).getBytes());
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
