// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Replacing an output. */
class PackOverwriteTest extends PackOutputTestBase {
  @Test
  void nothingOfTheOldOutputStays() throws Exception {
    succeed("pack", "-q", "--shards", 7, photos, packed);
    Files.createDirectories(packed.resolve("_rejects"));
    Files.writeString(packed.resolve("_rejects/part-00006.tsv"), "old\n");
    file("cats/1.jpg", "new content");
    succeed("pack", "-q", "--overwrite", "--shards", 2, photos, packed);
    Path fresh = temp.resolve("fresh");
    succeed("pack", "-q", "--shards", 2, photos, fresh);
    assertEquals(files(fresh), files(packed));
  }

  @Test
  void theOldOutputStaysWhenTheNewOneFails() throws Exception {
    succeed("pack", "-q", photos, packed);
    Map<String, String> old = files(packed);
    // A file that is found when the plan is made, and can't be read by the task.
    assertFails(
        3,
        run("pack", "--overwrite", "-D", "recordio.pack.resize=8", photos, packed),
        "photos/cats/1.jpg");
    assertEquals(old, files(packed));
  }

  @Test
  void whatIsReadOrIsNoOutputIsNotReplaced() throws Exception {
    succeed("pack", "-q", photos.resolve("dogs"), photos.resolve("packed"));
    assertFails(2, run("pack", "--overwrite", photos, photos), "is the input itself");
    assertFails(2, run("pack", "--overwrite", photos + "/dogs/*", photos), "is in the output");
    Path link = Files.createSymbolicLink(temp.resolve("link"), photos);
    assertFails(2, run("pack", "--overwrite", photos, link), "is in the input");
    assertFails(2, run("pack", "--overwrite", photos, photos.resolve("packed")), "is in the input");
    Path list = Files.writeString(temp.resolve("f.lst"), "0\t0\tpacked/part-00000.rec\n");
    assertFails(
        2,
        run(
            "pack",
            "--overwrite",
            "--exts",
            "all",
            "--list",
            list,
            "--root",
            photos,
            photos.resolve("packed")),
        "into itself");
    assertFails(
        2, run("pack", "--overwrite", photos.resolve("cats"), photos.resolve("dogs")), "no job");
    assertFails(2, run("pack", "--overwrite", photos, "/"), "the root");
    Path file = Files.writeString(temp.resolve("file"), "x");
    assertFails(2, run("pack", "--overwrite", photos, file), "this is a file");
    assertEquals(4, Files.list(photos.resolve("dogs")).count());
    succeed("pack", "-q", "--overwrite", photos.resolve("cats"), photos.resolve("packed"));
  }

  @Test
  void aNewOutputNeedsNoOld() throws Exception {
    succeed("pack", "-q", "--overwrite", photos, packed);
    succeed("pack", "-q", "--overwrite", photos, Files.createDirectory(temp.resolve("empty")));
  }
}
