// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static dev.recordio.testing.Faults.Call.OPEN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.RecordIO;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Going on with an output that was not finished. */
class PackResumeTest extends PackOutputTestBase {
  private static final int SHARDS = 12; // about a file each

  /** Packs in a process of its own, which is killed when a task comes to a file that it awaits. */
  private void packUntilKilled() throws Exception {
    Path begun = Files.createDirectory(temp.resolve("begun"));
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    try (WatchService watch = begun.getFileSystem().newWatchService()) {
      begun.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  classPath,
                  RecordIO.class.getName(),
                  "pack",
                  "-q",
                  "-D",
                  "recordio.threads=1",
                  "-D",
                  "hadoop.tmp.dir=" + temp.resolve("killed"),
                  "-D",
                  Faults.SETTING,
                  "-D",
                  Faults.stalling(OPEN, "**/dogs/11.jpg", begun),
                  "--shards",
                  Integer.toString(SHARDS),
                  "faulty:" + photos,
                  packed.toString())
              .redirectErrorStream(true)
              .redirectOutput(temp.resolve("killed.txt").toFile())
              .start();
      process.onExit().thenRun(() -> begun.resolve("ended").toFile().mkdir());
      try {
        assertNotNull(watch.poll(3, TimeUnit.MINUTES), "a task that waits");
        assertTrue(process.isAlive(), () -> read(temp.resolve("killed.txt")));
      } finally {
        process.destroyForcibly(); // SIGKILL
        process.waitFor();
      }
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Recordio resume(Object... more) {
    return resumeTo(SHARDS, more);
  }

  private Recordio resumeTo(int shards, Object... more) {
    Object[] words = {
      "pack", "-D", Faults.SETTING, "--shards", shards, "--resume", "faulty:" + photos, packed
    };
    return run(Stream.concat(Stream.of(words), Stream.of(more)).toArray());
  }

  /** How many tasks the job that was killed had finished. */
  private int finished() throws IOException {
    return names(packed.resolve("_temporary/0")).stream()
        .filter(name -> name.startsWith("task_"))
        .toList()
        .size();
  }

  private Path undisturbed() {
    Path whole = temp.resolve("whole");
    succeed("pack", "-q", "--shards", SHARDS, photos, whole);
    return whole;
  }

  private Path committed(String name) throws IOException {
    try (Stream<Path> all = Files.walk(packed)) {
      return all.filter(file -> file.getFileName().toString().equals(name)).findFirst().get();
    }
  }

  @Test
  void afterAKillWholeShardsStayAndTheResultIsThatOfAnUndisturbedRun() throws Exception {
    packUntilKilled();
    Object shard = Files.getAttribute(committed("part-00003.rec"), "unix:ino");
    assertFails(2, run("pack", photos, packed), "did not finish", "--resume", "--overwrite");
    assertFails(2, resumeTo(11), "--shards was '12' and is '11'");
    assertFails(2, resume("--resize", 9), "--resize was '0' and is '9'");
    assertFails(2, resume("--exclude", "cats/1.jpg"), "was '' and is 'cats/1.jpg'");

    int finished = finished();
    assertTrue(finished > 3 && finished < SHARDS, finished + " shards");
    Recordio run = resume("--write-list", temp.resolve("f.lst"));
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().contains("shards kept    " + finished + "\n"), run.err());
    assertEquals(shard, Files.getAttribute(packed.resolve("part-00003.rec"), "unix:ino"));
    assertEquals(files(undisturbed()), files(packed));
    assertEquals(12, Files.readAllLines(temp.resolve("f.lst")).size());
    assertFails(2, resume(), "is complete");
  }

  @Test
  void anInputThatHasChangedIsRefusedWithWhatDiffers() throws Exception {
    packUntilKilled();
    Files.writeString(photos.resolve("dogs/9.jpg"), "another, longer");
    assertFails(2, resume(), "a file is another one, or was changed", "in shard 6", "dogs/9.jpg");
    file("dogs/95.jpg", "one more");
    assertFails(2, resume(), "it had 12 files and has 13");
    succeed(
        "pack",
        "-q",
        "-D",
        Faults.SETTING,
        "--overwrite",
        "--shards",
        SHARDS,
        "faulty:" + photos,
        packed);
    assertEquals(files(undisturbed()), files(packed));
  }

  @Test
  void aShardThatIsNotWholeIsPackedAnew() throws Exception {
    packUntilKilled();
    damage("part-00000.ridx");
    damage("part-00001.rec");
    Files.delete(committed("part-00002.idx"));
    damage("part-00003.idx");
    int whole = finished() - 4;
    Recordio run = resume();
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().contains("shards kept    " + whole + "\n"), run.err());
    assertEquals(files(undisturbed()), files(packed));
  }

  /** Changes a bit in the middle. */
  private void damage(String name) throws IOException {
    Path file = committed(name);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Files.deleteIfExists(file.resolveSibling("." + name + ".crc"));
  }

  @Test
  void aRunThatMayBeResumedKeepsWholeShardsWhenItFails() throws Exception {
    succeed("demo", "-q", "--dir", temp.resolve("demo"));
    Path images = temp.resolve("demo/photos/sea");
    List<Path> all;
    try (Stream<Path> walk = Files.walk(images)) {
      all = walk.filter(file -> file.toString().endsWith(".jpg")).sorted().toList();
    }
    Path last = all.get(all.size() - 1);
    byte[] sound = Files.readAllBytes(last);
    var modified = Files.getLastModifiedTime(last);
    Files.write(last, new byte[sound.length]); // no image
    Files.setLastModifiedTime(last, modified);
    Object[] words = {
      "pack",
      "--resume",
      "-D",
      "recordio.threads=1",
      "--shards",
      all.size(),
      "--exts",
      "jpg",
      "--resize",
      8,
      images,
      packed
    };
    Recordio failed = run(words);
    assertFails(3, failed, last.getFileName().toString());
    assertTrue(failed.err().contains("the same command goes on"), failed.err());
    assertEquals(List.of("_resume"), names(packed));
    int kept = names(packed.resolve("_resume/kept")).size();
    assertTrue(kept > 0, "shards that were whole");
    Files.write(last, sound);
    Files.setLastModifiedTime(last, modified);
    Recordio run = succeed(words);
    assertTrue(run.err().contains("shards kept    " + kept + "\n"), run.err());
    Path whole = temp.resolve("whole");
    words[1] = "-q";
    words[words.length - 1] = whole;
    succeed(words);
    assertEquals(files(whole), files(packed));
  }

  @Test
  void whereTheCommitterKeepsNothingAFailedRunLeavesNothing() {
    Object[] words = {
      "pack",
      "--resume",
      "-D",
      "mapreduce.fileoutputcommitter.algorithm.version=2",
      "--resize",
      8,
      photos,
      packed
    };
    Recordio failed = run(words);
    assertFails(3, failed, "invalid image"); // they are text
    assertFalse(failed.err().contains("the same command goes on"), failed.err());
    assertFalse(Files.exists(packed));
    assertFails(3, run(words), "invalid image");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void ofAFinishedOutputTheErrorSaysWhatItLacks() throws Exception {
    succeed("pack", "-q", "--shards", SHARDS, photos, packed);
    Files.delete(packed.resolve("part-00007.rec"));
    assertFails(
        2,
        resume(),
        "part-00007.rec is missing",
        "which its _pack.json lists",
        "--overwrite packs it anew");
    Files.writeString(packed.resolve("part-00002.rec"), "cut off");
    assertFails(2, resume(), "part-00002.rec has 7 bytes, not 5", "which its _pack.json lists");
    Files.writeString(packed.resolve("_pack.json"), "none");
    assertFails(2, resume(), "the output is complete", "--overwrite");
  }

  @Test
  void whatNoPackHasLeftIsRefused() throws Exception {
    Files.createDirectories(packed);
    assertFails(2, run("pack", "--resume", photos, packed), "was not left by a pack");
    Path fresh = temp.resolve("fresh");
    succeed("pack", "-q", "--resume", "--shards", SHARDS, photos, fresh);
    assertEquals(files(undisturbed()), files(fresh));
  }
}
