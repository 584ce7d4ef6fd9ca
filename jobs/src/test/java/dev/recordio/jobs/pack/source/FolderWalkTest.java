// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static dev.recordio.testing.Faults.Call.LIST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.run.error.BadInputException;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.Faults;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWalkTest {
  @TempDir Path root;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Configuration conf = LocalJobs.conf();
  private FileSystem fs;

  @BeforeEach
  void open() throws IOException {
    var faults = new Faults();
    faults
        .on("**/forbidden", LIST)
        .fails(folder -> new AccessControlException("forbidden, says the test"));
    fs = faults.local(conf);
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    fs.close();
  }

  private List<String> walk() throws IOException {
    var found = new ArrayList<String>();
    new FolderWalk(
            fs,
            threads,
            2,
            new SourceErrors(conf),
            new Selection(conf),
            new ReadRetries(conf, () -> {}))
        .walk(
            new org.apache.hadoop.fs.Path(root.toUri()),
            new org.apache.hadoop.fs.Path(root.toUri()),
            source ->
                found.add(
                    (source.kind == Source.Kind.FILE ? "" : "! ")
                        + source
                            .path
                            .substring(source.path.indexOf(root.toString()))
                            .substring(root.toString().length() + 1)));
    return found;
  }

  @Test
  void filesComeBeforeFoldersAtEveryLevel() throws IOException {
    for (String name : List.of("b/z", "b/a/x", "a", "z", "c/y", "B/q", "b.txt", ".h")) {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    Files.createDirectory(root.resolve("empty"));
    assertEquals(List.of("a", "b.txt", "z", "B/q", "b/z", "b/a/x", "c/y"), walk());
    PackConf.HIDDEN.set(conf, true);
    assertEquals(List.of(".h", "a", "b.txt", "z", "B/q", "b/z", "b/a/x", "c/y"), walk());
  }

  /** Only where the listing shows no checksums at all need nobody look for them. */
  @Test
  void foldersWithoutChecksumsAreKnown() throws IOException {
    for (String name : List.of("with/a", "with/.a.crc", "with/b", "without/a")) {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, name);
    }
    var plain = new ArrayList<String>();
    new FolderWalk(
            FileSystem.getLocal(conf),
            threads,
            2,
            new SourceErrors(conf),
            new Selection(conf),
            new ReadRetries(conf, () -> {}))
        .walk(
            new org.apache.hadoop.fs.Path(root.toUri()),
            new org.apache.hadoop.fs.Path(root.toUri()),
            source -> plain.add(source.path.replaceAll(".*(with.*)", "$1 ") + source.plain));
    assertEquals(List.of("with/a false", "with/b false", "without/a true"), plain);
  }

  @Test
  void deepTreesAreWalked() throws IOException {
    Path folder = root;
    for (int depth = 0; depth < 500; depth++) {
      folder = folder.resolve("d");
      Files.createDirectory(folder);
      if (depth % 100 == 99) {
        Files.writeString(folder.resolve("f"), "");
      }
    }
    assertEquals(5, walk().size());
  }

  @Test
  void manyFoldersSideBySideKeepTheirOrder() throws IOException {
    var expected = new ArrayList<String>();
    for (int i = 100; i < 400; i++) {
      Files.createDirectory(root.resolve("d" + i));
      Files.writeString(root.resolve("d" + i).resolve("f"), "");
      expected.add("d" + i + "/f");
    }
    assertEquals(expected, walk());
  }

  @Test
  void folderThatCanNotBeListedIsNamedOrRejected() throws IOException {
    Files.createDirectories(root.resolve("a/forbidden"));
    Files.writeString(root.resolve("b"), "");
    var e = assertThrows(BadInputException.class, this::walk);
    assertTrue(e.getMessage().contains("a/forbidden: permission denied: "), e.getMessage());
    PackConf.ON_ERROR.set(conf, "skip");
    assertEquals(List.of("b", "! a/forbidden"), walk());
  }

  @Test
  void interruptedWalkIsNotASkippedFolder() throws IOException {
    PackConf.ON_ERROR.set(conf, "skip");
    Thread.currentThread().interrupt();
    try {
      assertThrows(InterruptedIOException.class, this::walk);
    } finally {
      assertTrue(Thread.interrupted(), "the flag is kept");
    }
  }
}
