// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLinksTest {
  private static final int ROUNDS = 400;
  private static final int THREADS = 4;

  @TempDir Path folder;

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  /** The disk is not waited for: that is not what is raced for, and takes most of the time. */
  private static final class Hasty extends LocalLinks {
    Hasty() {
      super(true);
    }

    @Override
    void write(Path file, byte[] bytes) throws IOException {
      Files.write(file, bytes, java.nio.file.StandardOpenOption.CREATE_NEW);
    }
  }

  @Test
  void oneOfManyWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    var meeting = new CyclicBarrier(THREADS);
    try {
      var wins = new ArrayList<Future<List<Boolean>>>();
      for (int thread = 0; thread < THREADS; thread++) {
        byte[] bytes = ("written by " + thread).repeat(100).getBytes(UTF_8);
        wins.add(
            threads.submit(
                () -> {
                  var won = new ArrayList<Boolean>();
                  for (int round = 0; round < ROUNDS; round++) {
                    Path file = folder.resolve("file-" + round);
                    meeting.await();
                    won.add(new Hasty().publish(path(file), bytes));
                  }
                  return won;
                }));
      }
      for (int round = 0; round < ROUNDS; round++) {
        int winners = 0;
        for (int thread = 0; thread < THREADS; thread++) {
          if (wins.get(thread).get().get(round)) {
            winners++;
            assertEquals(
                ("written by " + thread).repeat(100),
                Files.readString(folder.resolve("file-" + round)));
          }
        }
        assertEquals(1, winners, "round " + round);
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(ROUNDS, names().size(), "no temporary file is left");
  }

  @Test
  void fileIsWholeAndItsFolderIsMade() throws IOException {
    Path file = folder.resolve("new/folder/file");
    assertTrue(new LocalLinks(true).publish(path(file), new byte[] {1, 2, 3}));
    assertFalse(new LocalLinks(true).publish(path(file), new byte[] {4}));
    assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(file));
    assertEquals(1, file.getParent().toFile().list().length);
  }

  @Test
  void failedStepsLeaveNoTemporaryFile() throws IOException {
    var fullDisk =
        new LocalLinks(true) {
          @Override
          void write(Path file, byte[] bytes) throws IOException {
            super.write(file, new byte[1]);
            throw new IOException("disk full");
          }
        };
    var noLinks =
        new LocalLinks(true) {
          @Override
          void link(Path name, Path file) {
            assertTrue(Publisher.isTemporary(file.getFileName().toString()), file.toString());
            assertEquals(folder, file.getParent());
            throw new UnsupportedOperationException();
          }
        };
    for (Publisher failing : List.of(fullDisk, noLinks)) {
      var file = path(folder.resolve("file"));
      assertThrows(IOException.class, () -> failing.publish(file, new byte[] {1}));
      assertEquals(List.of(), names());
    }
  }

  @Test
  void onlyTemporaryNamesAreTakenForSuch() {
    String temporary = Publisher.temporary(new org.apache.hadoop.fs.Path("/a/b.json")).getName();
    assertTrue(Publisher.isTemporary(temporary), temporary);
    for (String other :
        List.of("b.json", ".b.json", ".b.json.tmp", "x" + temporary, temporary + "x")) {
      assertFalse(Publisher.isTemporary(other), other);
    }
  }
}
