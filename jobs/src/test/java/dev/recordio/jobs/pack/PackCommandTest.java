// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines, output and results of {@code recordio pack}. */
@Supports(row = "pack folders, lists, tar, tar.gz, zip, SequenceFiles", engine = "command line")
class PackCommandTest {
  @TempDir Path temp;
  private Path photos;
  private Path packed;

  @BeforeEach
  void makePhotos() throws IOException {
    photos = Files.createDirectories(temp.resolve("photos"));
    packed = temp.resolve("packed");
    for (String name : List.of("cats/b.jpg", "cats/a.png", "dogs/c.JPEG", "dogs/notes.txt")) {
      Files.createDirectories(photos.resolve(name).getParent());
      Files.writeString(photos.resolve(name), "content of " + name);
    }
  }

  private Recordio run(Object... words) {
    return Recordio.run(
        LocalJobs.conf(temp), Stream.of(words).map(Object::toString).toArray(String[]::new));
  }

  private static void assertFails(int code, Recordio run, String... parts) {
    assertEquals(code, run.code(), run.err());
    List<String> errors = run.err().lines().filter(l -> l.startsWith("recordio: ")).toList();
    assertEquals(1, errors.size(), run.err());
    for (String part : parts) {
      assertTrue(errors.get(0).contains(part), errors.get(0));
    }
    assertFalse(run.err().contains("\tat "), "no stack trace: " + run.err());
  }

  @Test
  void packsAFolderOfImagesAndReportsWhatItDid() throws IOException {
    Recordio run = run("pack", "--shards", 1, photos, packed);
    assertEquals(0, run.code(), run.err());
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
        run("cat", "--key", 1, "--strip-header", packed.resolve("part-00000.rec")).out());
  }

  private String notes(Object... words) {
    Recordio run = run(words);
    assertEquals(0, run.code(), run.err());
    return run.err()
        .lines()
        .filter(line -> line.startsWith("note: ") && line.contains("classes"))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void recordsInTheOrderOfTheirClassesAreSaid() throws IOException {
    String note =
        "note: the records are in the order of their 2 classes, as the folders are; --shuffle --seed"
            + " N puts them in one random order";
    assertEquals(note, notes("pack", "-q", "--write-list", temp.resolve("a.lst"), photos, packed));
    assertEquals(note, notes("pack", "--dry-run", photos, temp.resolve("nowhere")));
    assertEquals("", notes("pack", "--shuffle", photos, temp.resolve("shuffled")));
    assertEquals("", notes("pack", "--header", "none", photos, temp.resolve("plain")));
    assertEquals("", notes("pack", "--exclude", "dogs/**", photos, temp.resolve("one-class")));
    assertEquals("", notes("pack", "--list-only", photos, temp.resolve("b.lst")));
    Path listed = temp.resolve("listed");
    assertEquals("", notes("pack", "--list", temp.resolve("a.lst"), "--root", photos, listed));
  }

  @Test
  void theOptionAndItsKeyMeanTheSameAndTheOptionWins() {
    Path byKey = temp.resolve("by-key");
    Path both = temp.resolve("both");
    assertEquals(0, run("pack", "-D", "recordio.pack.shards=3", photos, byKey).code());
    assertTrue(Files.exists(byKey.resolve("part-00002.rec")));
    assertEquals(
        0, run("pack", photos, "-D", "recordio.pack.shards=3", both, "--shards", 2).code());
    assertTrue(Files.exists(both.resolve("part-00001.rec")));
    assertFalse(Files.exists(both.resolve("part-00002.rec")));

    Path bySize = temp.resolve("by-size");
    assertEquals(
        0,
        run("pack", "-D", "recordio.pack.shards=3", "--shard-size", "1m", photos, bySize).code());
    assertFalse(Files.exists(bySize.resolve("part-00001.rec")));
  }

  @Test
  void withoutHeadersTheRecordsAreTheFiles() throws IOException {
    assertEquals(0, run("pack", "--header", "none", "-q", photos, packed).code());
    assertEquals(
        "content of cats/a.pngcontent of cats/b.jpgcontent of dogs/c.JPEGcontent of dogs/notes.txt",
        run("cat", packed).out());
  }

  @Test
  void shufflingNeedsOnlyTheSeedToBeRepeated() throws IOException {
    Path again = temp.resolve("again");
    assertEquals(0, run("pack", "--shuffle", "--seed", 5, photos, packed).code());
    assertEquals(
        0, run("pack", "--shuffle", "--seed", 5, "-D", "recordio.threads=1", photos, again).code());
    assertArrayEquals(
        Files.readAllBytes(packed.resolve("part-00000.rec")),
        Files.readAllBytes(again.resolve("part-00000.rec")));
  }

  @Test
  void aMissingFileOfAListFailsOrIsLeftOutWithItsReason() throws IOException {
    Path list = temp.resolve("train.lst");
    Files.writeString(list, "7\t1.0\tcats/a.png\n8\t0.0\tcats/gone.jpg\n7\t2.0\tdogs/c.JPEG\n");
    assertFails(
        3, run("pack", "--list", list, "--root", photos, packed), "gone.jpg", "no such file");
    assertFalse(Files.exists(packed));

    Recordio skip =
        run("pack", "--on-error", "skip", "--list", list, "--root", photos, "--shards", 1, packed);
    assertEquals(5, skip.code(), skip.err());
    assertTrue(skip.err().contains("files skipped  1"), skip.err());
    assertTrue(skip.err().contains("note: 1 record has a key"), skip.err());
    assertTrue(
        Files.readString(packed.resolve("_rejects/part-00000.tsv"))
            .contains("gone.jpg\tno such file"));
    assertEquals("7\t0\n7\t56\n", Files.readString(packed.resolve("part-00000.idx")));
  }

  @Test
  void aLineThatIsNoEntryOfAListIsNamedByOffsetAndLine() throws IOException {
    Path list = temp.resolve("train.lst");
    Files.writeString(list, "7\t1.0\tcats/a.png\nx\t0.0\tcats/b.jpg\n");
    assertFails(
        3,
        run("pack", "--list", list, "--root", photos, packed),
        "malformed list line",
        "train.lst at offset 17, line 2",
        "expected a key");
  }

  @Test
  void existingOutputIsRefusedAndLeftAlone() throws IOException {
    Files.createDirectories(packed);
    Files.writeString(packed.resolve("keep"), "me");
    assertFails(2, run("pack", photos, packed), "output exists already", "packed");
    assertEquals("me", Files.readString(packed.resolve("keep")));
  }

  @Test
  void inputsThatAreNamedTwiceArePackedTwiceWithANote() {
    Recordio run = run("pack", photos, photos.resolve("cats"), photos + "/", packed);
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().contains("packing 8 files"), run.err());
    List<String> notes = run.err().lines().filter(l -> l.endsWith("packed twice")).toList();
    assertEquals(2, notes.size(), run.err());
    assertTrue(notes.get(0).contains("photos/cats is also part of"), run.err());
    assertTrue(notes.get(1).contains("photos is named twice"), run.err());
  }

  @Test
  void shardsFarBeyondTheRecordsAreBadUsage() {
    assertFails(2, run("pack", "--shards", 2000, photos, packed), "2,000 shards", "3 records");
    assertFalse(Files.exists(packed));
  }

  @Test
  void wrongUseIsRefused() {
    assertFails(2, run("pack", photos), "INPUT", "OUTPUT");
    assertFails(2, run("pack", "--shards", 0, photos, packed), "--shards is 0");
    assertFails(2, run("pack", "--shards", 2, "--shard-size", "1m", photos, packed), "exclude");
    assertFails(2, run("pack", "--list", "x.lst", photos, packed), "with --list");
    assertFails(2, run("pack", "--header", "jpeg", photos, packed), "auto, image, none");
    assertFails(2, run("pack", "--on-error", "ignore", photos, packed), "fail, skip");
    assertFails(2, run("pack", "--shard-szie", "1m", photos, packed), "--shard-szie");
    assertFails(3, run("pack", temp.resolve("nowhere"), packed), "nowhere");
    assertFails(3, run("pack", "--exts", "gif", photos, packed), "nothing to pack", "--exts all");
    assertFalse(Files.exists(packed));
  }
}
