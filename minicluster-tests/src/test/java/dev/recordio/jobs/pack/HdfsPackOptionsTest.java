// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.Sha256;
import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.ImageFiles;
import dev.recordio.jobs.testing.Recordio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What pack keeps, replaces and goes on with, where everything is on HDFS. */
@ExtendWith(ClusterExtension.class)
class HdfsPackOptionsTest implements HdfsUnderTest {
  /** In the order in which they are packed. */
  private static final List<String> IMAGES =
      List.of(
          "a_cats/rgb_48x64.jpg",
          "a_cats/rgb_64x48.jpg",
          "b_dogs/alpha_48x48.png",
          "b_dogs/gray_50x40.png",
          "b_dogs/rgb_50x40.png");

  private Recordio run(Object... words) {
    return Recordio.run(conf(), Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private Recordio succeed(Object... words) {
    Recordio run = run(words);
    assertEquals(0, run.code(), run.err());
    return run;
  }

  private Path photos() throws IOException {
    for (int i = 0; i < 6; i++) {
      write("photos/cats/" + i + ".jpg", ("cat " + i).getBytes(StandardCharsets.UTF_8));
      write("photos/dogs/" + i + ".jpg", ("dog " + i).getBytes(StandardCharsets.UTF_8));
    }
    return path("photos");
  }

  /** The records and indexes of an output, by name. */
  private Map<String, String> files(Path output) throws IOException {
    var files = new TreeMap<String, String>();
    for (FileStatus file : fs().listStatus(output)) {
      String name = file.getPath().getName();
      if (name.startsWith("part-")) {
        files.put(name, Sha256.hex(read(file.getPath())));
      }
    }
    return files;
  }

  @Test
  void nothingOfTheOldOutputStaysWhenItIsReplaced() throws Exception {
    Path photos = photos();
    Path packed = path("packed");
    succeed("pack", "--shards", 5, photos, packed);
    assertEquals(2, run("pack", "--shards", 2, photos, packed).code());
    succeed("pack", "--shards", 2, "--overwrite", photos, packed);
    Path fresh = path("fresh");
    succeed("pack", "--shards", 2, photos, fresh);
    assertEquals(files(fresh), files(packed));
  }

  @Test
  void wholeShardsStayWhenAFailedPackGoesOn() throws Exception {
    for (String image : IMAGES) {
      write("images/" + image, ImageFiles.bytes("files/" + image));
    }
    String name = "images/" + IMAGES.get(IMAGES.size() - 1);
    FileStatus last = fs().getFileStatus(path(name));
    byte[] sound = read(last.getPath());
    write(name, new byte[sound.length]); // no image
    fs().setTimes(last.getPath(), last.getModificationTime(), -1);
    Path packed = path("packed");
    Object[] words = {
      "pack",
      "--resume",
      "-D",
      "recordio.threads=1",
      "--shards",
      IMAGES.size(),
      "--resize",
      8,
      path("images"),
      packed
    };
    Recordio failed = run(words);
    assertEquals(3, failed.code(), failed.err());
    assertTrue(failed.err().contains("the same command goes on"), failed.err());
    int kept = fs().listStatus(new Path(packed, "_resume/kept")).length;
    assertTrue(kept > 0, failed.err());
    write(name, sound);
    fs().setTimes(last.getPath(), last.getModificationTime(), -1);
    Recordio run = succeed(words);
    assertTrue(run.err().contains("shards kept    " + kept + "\n"), run.err());
    words[1] = "-q";
    Path whole = path("whole");
    words[words.length - 1] = whole;
    succeed(words);
    assertEquals(files(whole), files(packed));
    assertArrayEquals(read(new Path(whole, "_pack.json")), read(new Path(packed, "_pack.json")));
  }
}
