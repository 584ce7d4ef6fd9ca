// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.Notes;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.run.error.UsageException;
import dev.recordio.jobs.run.local.RunConf;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims of outputs on local files. */
class OutputClaimTest {
  private static final int THREADS = 6;
  private static final int ROUNDS = 60;

  @TempDir Path temp;

  private Path out;

  private org.apache.hadoop.fs.Path out() {
    out = temp.resolve("out");
    return LocalFiles.path(out);
  }

  private static Configuration conf() {
    Configuration conf = LocalJobs.conf();
    OutputClaim.setCommand(conf, "shuffle");
    return conf;
  }

  private String refused(org.apache.hadoop.fs.Path path) {
    return assertThrows(UsageException.class, () -> OutputClaim.take(conf(), path)).getMessage();
  }

  private List<String> names() throws IOException {
    return names(temp);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private Path claim() {
    return temp.resolve(".out.recordio-claim");
  }

  @Test
  void theSecondIsToldWhoHasTheOutputAndSinceWhen() throws Exception {
    try (OutputClaim held = OutputClaim.take(conf(), out())) {
      String message = refused(out());
      String who =
          "another command writes there: file:"
              + out
              + ": shuffle of "
              + System.getProperty("user.name")
              + "@.+ \\(process "
              + ProcessHandle.current().pid()
              + "\\), since 20\\d\\d-.*Z; wait until it ends, or name another output";
      assertTrue(message.matches(who), message);
      assertEquals(List.of(".out.recordio-claim"), names());
    }
    assertEquals(List.of(), names());
    OutputClaim.take(conf(), out()).close();
  }

  @Test
  void copiesOfItsConfigurationHaveTheOutput() throws Exception {
    Configuration conf = conf();
    try (OutputClaim held = OutputClaim.take(conf, out())) {
      var copy = new Configuration(conf);
      OutputClaim.take(copy, out()).close();
      OutputClaim.take(copy, new org.apache.hadoop.fs.Path(out(), "train")).close();
      OutputClaim.take(copy, LocalFiles.path(temp.resolve(".out.csr-new"))).close();
      assertTrue(refused(out()).contains("another command"));
      OutputClaim.take(copy, LocalFiles.path(temp.resolve("other"))).close();
    }
    assertEquals(List.of(), names());
  }

  /** A process that claims the output and is killed. */
  private void claimAndDie() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ClaimMain.class.getName(),
                out().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertEquals("claimed", process.inputReader(StandardCharsets.UTF_8).readLine());
      assertTrue(refused(out()).contains("(process " + process.pid() + ")"));
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void theClaimOfAKilledProcessIsTakenOverAndSaid() throws Exception {
    claimAndDie();
    assertEquals(List.of(".out.recordio-claim"), names());
    var notes = new ArrayList<String>();
    try (Notes.Listening listening = Notes.listen(notes::add);
        OutputClaim held = OutputClaim.take(conf(), out())) {
      assertEquals(1, notes.size());
      assertTrue(notes.get(0).startsWith("taken over: the claim of file:" + out), notes.get(0));
      assertTrue(refused(out()).contains("shuffle of "), "the new owner");
    }
    assertEquals(List.of(), names());
  }

  /** Leaves claims as killed commands do: the first, and those that have taken it over in turn. */
  private void leave(int owners) throws IOException {
    Path file = claim();
    for (int i = 0; i < owners; i++) {
      ClaimOwner gone = gone();
      Files.writeString(file, gone.text());
      file = temp.resolve(".out.recordio-claim." + gone.id());
    }
  }

  private static ClaimOwner gone() {
    ClaimOwner own = ClaimOwner.now(conf(), "pack");
    return ClaimOwner.parse(own.text().replaceFirst("(?m)^started: .*$", "started: 1"));
  }

  @Test
  void oneThatWasTakenOverByAnotherKilledOneIsTakenOver() throws Exception {
    leave(3);
    try (OutputClaim held = OutputClaim.take(conf(), out())) {
      assertEquals(4, names().size());
      assertTrue(refused(out()).contains("shuffle of "));
    }
    assertEquals(List.of(), names());
  }

  @Test
  void ofManyWhoFindADeadClaimOneAtATimeGoesOn() throws Exception {
    out();
    var holders = new AtomicInteger();
    var held = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        leave(round % 3);
        Callable<Void> taker =
            () -> {
              while (true) {
                try (OutputClaim claim = OutputClaim.take(conf(), LocalFiles.path(out))) {
                  assertEquals(1, holders.incrementAndGet());
                  held.incrementAndGet();
                  holders.decrementAndGet();
                  return null;
                } catch (UsageException e) {
                  assertTrue(
                      e.getMessage().contains("another command writes there"), e::getMessage);
                }
              }
            };
        var all = new ArrayList<Future<Void>>();
        for (int i = 0; i < THREADS; i++) {
          all.add(threads.submit(taker));
        }
        for (Future<Void> one : all) {
          one.get();
        }
        assertEquals(List.of(), names());
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(ROUNDS * THREADS, held.get());
  }

  @Test
  void whatCannotBeSeenIsNamedWithTheFileToRemove() throws Exception {
    String text = gone().text().replaceFirst("(?m)^host: .*$", "host: node7");
    out();
    Files.writeString(claim(), text);
    String message = refused(out());
    assertTrue(message.contains("@node7 (process "), message);
    assertTrue(message.endsWith("if it has ended, remove file:" + claim()), message);
    Files.writeString(claim(), gone().text().replaceFirst("(?m)^job: .*$", "job: job_1_0002"));
    message = refused(out());
    assertTrue(message.contains(", job_1_0002), since "), message);
    assertTrue(message.contains("and so have its jobs on the cluster, remove file:"), message);
    Files.delete(claim());
    OutputClaim.take(conf(), out()).close();
  }

  @Test
  void aFileThatIsNoClaimIsNamed() throws Exception {
    out();
    Files.createFile(claim());
    assertEquals(
        "not a claim that a command has written: file:"
            + claim()
            + "; if no command writes file:"
            + out
            + ", remove it",
        refused(out()));
    assertEquals(List.of(".out.recordio-claim"), names());
  }

  @Test
  void aSuccessorThatACrashHasLeftIsInNobodysWay() throws Exception {
    out();
    Path left = Files.writeString(temp.resolve(".out.recordio-claim." + gone().id()), "x");
    OutputClaim.take(conf(), out()).close();
    assertTrue(Files.exists(left));
  }

  @Test
  void aClaimThatWasRemovedIsFoundOutAndNobodyElsesIsRemoved() throws Exception {
    OutputClaim held = OutputClaim.take(conf(), out());
    held.requireHeld();
    assertFalse(held.isLost());
    Files.delete(claim());
    assertTrue(held.isLost());
    try (OutputClaim other = OutputClaim.take(conf(), out())) {
      assertTrue(held.isLost());
      String message = assertThrows(JobFailedException.class, held::requireHeld).getMessage();
      assertTrue(
          message.contains(claim() + " was removed before the output was complete"), message);
      held.close();
      assertEquals(List.of(".out.recordio-claim"), names());
    }
  }

  @Test
  void foldersThatAreMadeForItGoUnlessThereIsAnOutput() throws Exception {
    Path deep = temp.resolve("a/b/out");
    OutputClaim claim = OutputClaim.take(conf(), LocalFiles.path(deep));
    assertTrue(Files.exists(temp.resolve("a/b/.out.recordio-claim")));
    claim.close();
    assertEquals(List.of(), names());
    Files.createDirectory(temp.resolve("a"));
    OutputClaim.take(conf(), LocalFiles.path(deep)).close();
    assertEquals(List.of("a"), names());
    claim = OutputClaim.take(conf(), LocalFiles.path(deep));
    Files.writeString(temp.resolve("a/b/mine"), "mine");
    claim.close();
    assertEquals(List.of("mine"), names(temp.resolve("a/b")));
    claim = OutputClaim.take(conf(), LocalFiles.path(temp.resolve("c/out")));
    Files.createDirectory(temp.resolve("c/out"));
    claim.close();
    assertEquals(List.of("out"), names(temp.resolve("c")));
  }

  @Test
  void anOutputInAClaimedOneIsRefusedAndLeavesNothing() throws Exception {
    var inner = new org.apache.hadoop.fs.Path(out(), "a/b");
    try (OutputClaim held = OutputClaim.take(conf(), out())) {
      assertTrue(refused(inner).startsWith("another command writes there: file:" + out + ": "));
      assertEquals(List.of(".out.recordio-claim"), names());
    }
    try (OutputClaim held = OutputClaim.take(conf(), inner)) {
      String message =
          assertThrows(
                  FileAlreadyExistsException.class,
                  () -> OutputClaim.takeNew(conf(), out(), List.of()))
              .getMessage();
      assertTrue(message.contains("holds .b.recordio-claim"), message);
    }
    assertEquals(List.of(), names());
    leave(1);
    OutputClaim.take(conf(), inner).close(); // the owner of what is above has ended
  }

  @Test
  void aDryRunClaimsNothingAndIsToldWhatTheRunIs() throws Exception {
    Configuration dry = conf();
    RunConf.DRY_RUN.set(dry, true);
    try (OutputClaim none = OutputClaim.take(dry, LocalFiles.path(temp.resolve("a/out")))) {
      assertEquals(List.of(), names());
    }
    leave(2);
    OutputClaim.take(dry, out()).close();
    assertEquals(2, names().size());
    try (OutputClaim held = OutputClaim.take(conf(), out())) {
      assertThrows(UsageException.class, () -> OutputClaim.take(dry, out()));
    }
  }

  @Test
  void aLinkToTheOutputIsTheOutput() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("folder"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
    Path above = Files.createSymbolicLink(temp.resolve("above"), temp);
    try (OutputClaim held = OutputClaim.take(conf(), LocalFiles.path(folder))) {
      assertTrue(refused(LocalFiles.path(link)).contains("another command"));
      assertTrue(refused(LocalFiles.path(above.resolve("folder"))).contains("another command"));
      assertTrue(refused(LocalFiles.path(above.resolve("folder/x"))).contains("another command"));
    }
    OutputClaim.take(conf(), LocalFiles.path(above.resolve("new"))).close();
    assertEquals(List.of("above", "folder", "link"), names());
  }

  @Test
  void aNameAsLongAsTheyMayBeIsClaimed() throws Exception {
    Path one = temp.resolve("x".repeat(255));
    Path other = temp.resolve("x".repeat(254) + "y");
    try (OutputClaim held = OutputClaim.take(conf(), LocalFiles.path(one))) {
      assertTrue(refused(LocalFiles.path(one)).contains("another command"));
      OutputClaim.take(conf(), LocalFiles.path(other)).close();
    }
    assertEquals(List.of(), names());
  }
}
