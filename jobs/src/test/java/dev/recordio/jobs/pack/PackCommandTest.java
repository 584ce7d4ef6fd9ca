// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Command lines, output and results of {@code recordio pack}. */
@Supports(row = "pack folders, lists, tar, tar.gz, zip, SequenceFiles", engine = "command line")
class PackCommandTest extends CommandTestBase {
  private Path photos;
  private Path packed;

  @BeforeEach
  void makePhotos() throws IOException {
    photos = Files.createDirectories(path("photos"));
    packed = path("packed");
    for (String name : List.of("cats/b.jpg", "cats/a.png", "dogs/c.JPEG", "dogs/notes.txt")) {
      Files.createDirectories(photos.resolve(name).getParent());
      Files.writeString(photos.resolve(name), "content of " + name);
    }
  }

  @Test
  void packsAFolderOfImagesAndReportsWhatItDid() throws IOException {
    Recordio run = ok("pack --shards 1 {} {}", photos, packed);
    for (String words :
        List.of(
            "packing 3 files",
            "with image headers",
            "note: 1 file is left out by its extension (--exts all takes it)",
            "records        3",
            "files skipped  0",
            "next: recordio info ")) {
      assertTrue(run.err().contains(words), words + " in " + run.err());
    }
    assertEquals("0\t0\n1\t56\n2\t112\n", Files.readString(packed.resolve("part-00000.idx")));
    assertEquals(
        "content of cats/b.jpg",
        run("cat --key 1 --strip-header {}", packed.resolve("part-00000.rec")).out());
  }

  private String notes(String line, Object... arguments) {
    List<String> notes = ok(line, arguments).notes();
    return String.join("\n", notes.stream().filter(note -> note.contains("classes")).toList());
  }

  @Test
  void recordsInTheOrderOfTheirClassesAreSaid() throws IOException {
    String note =
        "note: the records are in the order of their 2 classes, as the folders are; --shuffle --seed"
            + " N puts them in one random order";
    assertEquals(note, notes("pack -q --write-list ./a.lst {} {}", photos, packed));
    assertEquals(note, notes("pack --dry-run {} ./nowhere", photos));
    assertEquals("", notes("pack --shuffle {} ./shuffled", photos));
    assertEquals("", notes("pack --header none {} ./plain", photos));
    assertEquals("", notes("pack --exclude dogs/** {} ./one-class", photos));
    assertEquals("", notes("pack --list-only {} ./b.lst", photos));
    Path listed = path("listed");
    assertEquals("", notes("pack --list ./a.lst --root {} {}", photos, listed));
  }

  @Test
  void theOptionAndItsKeyMeanTheSameAndTheOptionWins() {
    Path byKey = path("by-key");
    Path both = path("both");
    ok("pack -D recordio.pack.shards=3 {} {}", photos, byKey);
    assertTrue(Files.exists(byKey.resolve("part-00002.rec")));
    ok("pack {} -D recordio.pack.shards=3 {} --shards 2", photos, both);
    assertTrue(Files.exists(both.resolve("part-00001.rec")));
    assertFalse(Files.exists(both.resolve("part-00002.rec")));

    Path bySize = path("by-size");
    ok("pack -D recordio.pack.shards=3 --shard-size 1m {} {}", photos, bySize);
    assertFalse(Files.exists(bySize.resolve("part-00001.rec")));
  }

  @Test
  void withoutHeadersTheRecordsAreTheFiles() throws IOException {
    ok("pack --header none -q {} {}", photos, packed);
    assertEquals(
        "content of cats/a.pngcontent of cats/b.jpgcontent of dogs/c.JPEGcontent of dogs/notes.txt",
        run("cat {}", packed).out());
  }

  @Test
  void shufflingNeedsOnlyTheSeedToBeRepeated() throws IOException {
    Path again = path("again");
    ok("pack --shuffle --seed 5 {} {}", photos, packed);
    ok("pack --shuffle --seed 5 -D recordio.threads=1 {} {}", photos, again);
    assertArrayEquals(
        Files.readAllBytes(packed.resolve("part-00000.rec")),
        Files.readAllBytes(again.resolve("part-00000.rec")));
  }

  @Test
  void aMissingFileOfAListFailsOrIsLeftOutWithItsReason() throws IOException {
    Path list = path("train.lst");
    Files.writeString(list, "7\t1.0\tcats/a.png\n8\t0.0\tcats/gone.jpg\n7\t2.0\tdogs/c.JPEG\n");
    assertHas(
        error(3, "pack --list {} --root {} {}", list, photos, packed), "gone.jpg", "no such file");
    assertFalse(Files.exists(packed));

    Recordio skip =
        run("pack --on-error skip --list {} --root {} --shards 1 {}", list, photos, packed)
            .ended(5);
    assertHas(skip.err(), "files skipped  1", "note: 1 record has the key of an earlier record");
    assertTrue(
        Files.readString(packed.resolve("_rejects/part-00000.tsv"))
            .contains("gone.jpg\tno such file"));
    assertEquals("7\t0\n7\t56\n", Files.readString(packed.resolve("part-00000.idx")));
  }

  @Test
  void aLineThatIsNoEntryOfAListIsNamedByOffsetAndLine() throws IOException {
    Path list = path("train.lst");
    Files.writeString(list, "7\t1.0\tcats/a.png\nx\t0.0\tcats/b.jpg\n");
    assertHas(
        error(3, "pack --list {} --root {} {}", list, photos, packed),
        "malformed list line",
        "train.lst at offset 17, line 2",
        "expected a key");
  }

  @Test
  void existingOutputIsRefusedAndLeftAlone() throws IOException {
    Files.createDirectories(packed);
    Files.writeString(packed.resolve("keep"), "me");
    assertHas(error(2, "pack {} {}", photos, packed), "output exists already", "packed");
    assertEquals("me", Files.readString(packed.resolve("keep")));
  }

  @Test
  void inputsThatAreNamedTwiceArePackedTwiceWithANote() {
    Recordio run = ok("pack {} {} {}/ {}", photos, photos.resolve("cats"), photos, packed);
    assertHas(run.err(), "packing 8 files");
    List<String> notes = run.err().lines().filter(l -> l.endsWith("packed twice")).toList();
    assertEquals(2, notes.size(), run.err());
    assertTrue(notes.get(0).contains("photos/cats is also part of"), run.err());
    assertTrue(notes.get(1).contains("photos is named twice"), run.err());
  }

  @Test
  void shardsFarBeyondTheRecordsAreBadUsage() {
    assertHas(error(2, "pack --shards 2000 {} {}", photos, packed), "2,000 shards", "3 records");
    assertFalse(Files.exists(packed));
  }

  @Test
  void wrongUseIsRefused() {
    assertHas(error(2, "pack {}", photos), "INPUT", "OUTPUT");
    assertHas(error(2, "pack --shards 0 {} {}", photos, packed), "--shards is 0");
    assertHas(error(2, "pack --shards 2 --shard-size 1m {} {}", photos, packed), "exclude");
    assertHas(error(2, "pack --list x.lst {} {}", photos, packed), "with --list");
    assertHas(error(2, "pack --header jpeg {} {}", photos, packed), "auto, image, none");
    assertHas(error(2, "pack --on-error ignore {} {}", photos, packed), "fail, skip");
    assertHas(error(2, "pack --shard-szie 1m {} {}", photos, packed), "--shard-szie");
    assertHas(error(3, "pack ./nowhere {}", packed), "nowhere");
    assertHas(error(3, "pack --exts gif {} {}", photos, packed), "nothing to pack", "--exts all");
    assertFalse(Files.exists(packed));
  }
}
