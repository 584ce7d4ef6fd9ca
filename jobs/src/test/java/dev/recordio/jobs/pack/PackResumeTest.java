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
    Path begun = Files.createDirectory(path("begun"));
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
                  "hadoop.tmp.dir=" + path("killed"),
                  "-D",
                  Faults.SETTING,
                  "-D",
                  Faults.stalling(OPEN, "**/dogs/11.jpg", begun),
                  "--shards",
                  Integer.toString(SHARDS),
                  "faulty:" + photos,
                  packed.toString())
              .redirectErrorStream(true)
              .redirectOutput(path("killed.txt").toFile())
              .start();
      process.onExit().thenRun(() -> begun.resolve("ended").toFile().mkdir());
      try {
        assertNotNull(watch.poll(3, TimeUnit.MINUTES), "a task that waits");
        assertTrue(process.isAlive(), () -> read(path("killed.txt")));
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

  private static String resume(int shards) {
    return "pack -D " + Faults.SETTING + " --shards " + shards + " --resume faulty:{} {} ";
  }

  /** How many tasks the job that was killed had finished. */
  private int finished() throws IOException {
    return names(packed.resolve("_temporary/0")).stream()
        .filter(name -> name.startsWith("task_"))
        .toList()
        .size();
  }

  private Path undisturbed() {
    Path whole = path("whole");
    ok("pack -q --shards {} {} {}", SHARDS, photos, whole);
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
    assertHas(error(2, "pack {} {}", photos, packed), "did not finish", "--resume", "--overwrite");
    assertHas(error(2, resume(11), photos, packed), "--shards was '12' and is '11'");
    assertHas(
        error(2, resume(SHARDS) + "--resize 9", photos, packed), "--resize was '0' and is '9'");
    assertHas(
        error(2, resume(SHARDS) + "--exclude cats/1.jpg", photos, packed),
        "was '' and is 'cats/1.jpg'");

    int finished = finished();
    assertTrue(finished > 3 && finished < SHARDS, finished + " shards");
    assertHas(
        ok(resume(SHARDS) + "--write-list ./f.lst", photos, packed).err(),
        "shards kept    " + finished + "\n");
    assertEquals(shard, Files.getAttribute(packed.resolve("part-00003.rec"), "unix:ino"));
    assertEquals(files(undisturbed()), files(packed));
    assertEquals(12, Files.readAllLines(path("f.lst")).size());
    assertHas(error(2, resume(SHARDS), photos, packed), "is complete");
  }

  @Test
  void anInputThatHasChangedIsRefusedWithWhatDiffers() throws Exception {
    packUntilKilled();
    Files.writeString(photos.resolve("dogs/9.jpg"), "another, longer");
    assertHas(
        error(2, resume(SHARDS), photos, packed),
        "a file is another one, or was changed",
        "in shard 6",
        "dogs/9.jpg");
    file("dogs/95.jpg", "one more");
    assertHas(error(2, resume(SHARDS), photos, packed), "it had 12 files and has 13");
    ok(
        "pack -q -D {} --overwrite --shards {} faulty:{} {}",
        Faults.SETTING,
        SHARDS,
        photos,
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
    assertHas(ok(resume(SHARDS), photos, packed).err(), "shards kept    " + whole + "\n");
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
    ok("demo -q --dir ./demo");
    Path images = path("demo/photos/sea");
    List<Path> all;
    try (Stream<Path> walk = Files.walk(images)) {
      all = walk.filter(file -> file.toString().endsWith(".jpg")).sorted().toList();
    }
    Path last = all.get(all.size() - 1);
    byte[] sound = Files.readAllBytes(last);
    var modified = Files.getLastModifiedTime(last);
    Files.write(last, new byte[sound.length]); // no image
    Files.setLastModifiedTime(last, modified);
    String line = "pack {} -D recordio.threads=1 --shards {} --exts jpg --resize 8 {} {}";
    Recordio failed = run(line, "--resume", all.size(), images, packed);
    assertFails(3, failed, last.getFileName().toString());
    assertHas(failed.err(), "the same command goes on");
    assertEquals(List.of("_resume"), names(packed));
    int kept = names(packed.resolve("_resume/kept")).size();
    assertTrue(kept > 0, "shards that were whole");
    Files.write(last, sound);
    Files.setLastModifiedTime(last, modified);
    assertHas(
        ok(line, "--resume", all.size(), images, packed).err(), "shards kept    " + kept + "\n");
    Path whole = path("whole");
    ok(line, "-q", all.size(), images, whole);
    assertEquals(files(whole), files(packed));
  }

  @Test
  void whereTheCommitterKeepsNothingAFailedRunLeavesNothing() {
    String line =
        "pack --resume -D mapreduce.fileoutputcommitter.algorithm.version=2 --resize 8 {} {}";
    Recordio failed = run(line, photos, packed);
    assertFails(3, failed, "invalid image"); // they are text
    assertFalse(failed.err().contains("the same command goes on"), failed.err());
    assertFalse(Files.exists(packed));
    assertHas(error(3, line, photos, packed), "invalid image");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void ofAFinishedOutputTheErrorSaysWhatItLacks() throws Exception {
    ok("pack -q --shards {} {} {}", SHARDS, photos, packed);
    Files.delete(packed.resolve("part-00007.rec"));
    assertHas(
        error(2, resume(SHARDS), photos, packed),
        "part-00007.rec is missing",
        "which its _pack.json lists",
        "--overwrite packs it anew");
    Files.writeString(packed.resolve("part-00002.rec"), "cut off");
    assertHas(
        error(2, resume(SHARDS), photos, packed),
        "part-00002.rec has 7 bytes, not 5",
        "which its _pack.json lists");
    Files.writeString(packed.resolve("_pack.json"), "none");
    assertHas(error(2, resume(SHARDS), photos, packed), "the output is complete", "--overwrite");
  }

  @Test
  void whatNoPackHasLeftIsRefused() throws Exception {
    Files.createDirectories(packed);
    assertHas(error(2, "pack --resume {} {}", photos, packed), "was not left by a pack");
    Path fresh = path("fresh");
    ok("pack -q --resume --shards {} {} {}", SHARDS, photos, fresh);
    assertEquals(files(undisturbed()), files(fresh));
  }
}
