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
    ok("pack -q --shards 7 {} {}", photos, packed);
    Files.createDirectories(packed.resolve("_rejects"));
    Files.writeString(packed.resolve("_rejects/part-00006.tsv"), "old\n");
    file("cats/1.jpg", "new content");
    ok("pack -q --overwrite --shards 2 {} {}", photos, packed);
    Path fresh = path("fresh");
    ok("pack -q --shards 2 {} {}", photos, fresh);
    assertEquals(files(fresh), files(packed));
  }

  @Test
  void theOldOutputStaysWhenTheNewOneFails() throws Exception {
    ok("pack -q {} {}", photos, packed);
    Map<String, String> old = files(packed);
    // A file that is found when the plan is made, and can't be read by the task.
    assertHas(
        error(3, "pack --overwrite -D recordio.pack.resize=8 {} {}", photos, packed),
        "photos/cats/1.jpg");
    assertEquals(old, files(packed));
  }

  @Test
  void whatIsReadOrIsNoOutputIsNotReplaced() throws Exception {
    ok("pack -q {} {}", photos.resolve("dogs"), photos.resolve("packed"));
    assertHas(error(2, "pack --overwrite {} {}", photos, photos), "is the input itself");
    assertHas(error(2, "pack --overwrite {}/dogs/* {}", photos, photos), "is in the output");
    Path link = Files.createSymbolicLink(path("link"), photos);
    assertHas(error(2, "pack --overwrite {} {}", photos, link), "is in the input");
    assertHas(
        error(2, "pack --overwrite {} {}", photos, photos.resolve("packed")), "is in the input");
    Path list = Files.writeString(path("f.lst"), "0\t0\tpacked/part-00000.rec\n");
    assertHas(
        error(
            2,
            "pack --overwrite --exts all --list {} --root {} {}",
            list,
            photos,
            photos.resolve("packed")),
        "into itself");
    assertHas(
        error(2, "pack --overwrite {} {}", photos.resolve("cats"), photos.resolve("dogs")),
        "no job");
    assertHas(error(2, "pack --overwrite {} /", photos), "the root");
    Path file = Files.writeString(path("file"), "x");
    assertHas(error(2, "pack --overwrite {} {}", photos, file), "this is a file");
    assertEquals(4, Files.list(photos.resolve("dogs")).count());
    ok("pack -q --overwrite {} {}", photos.resolve("cats"), photos.resolve("packed"));
  }

  @Test
  void aNewOutputNeedsNoOld() throws Exception {
    ok("pack -q --overwrite {} {}", photos, packed);
    ok("pack -q --overwrite {} {}", photos, Files.createDirectory(path("empty")));
  }
}
