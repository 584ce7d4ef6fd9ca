// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands over two secured file systems: each job is submitted with a token for every one that its
 * tasks use, and its output is that of the same command on local files. Each runs twice: for a user
 * with a ticket, and for one who has only tokens, as a job has that is started by another job.
 */
@ExtendWith(SecuredExtension.class)
class SecuredCommandsTest {
  private final SecuredHadoop hadoop;
  private final Set<String> near;
  private final Set<String> far;
  private final Set<String> both;
  @TempDir Path local;
  private int runs;

  SecuredCommandsTest(SecuredHadoop hadoop) {
    this.hadoop = hadoop;
    near = Set.of(hadoop.near().tokenService());
    far = Set.of(hadoop.far().tokenService());
    both = new TreeSet<>(near);
    both.addAll(far);
  }

  @BeforeEach
  void forget() {
    SubmittedTokens.take();
  }

  @Test
  @Supports(row = "Kerberos: tokens for every file system of a job", engine = "command line")
  void packTakesAListAndFilesOfOtherFileSystems() throws Exception {
    Path photos = photos(local.resolve("photos"));
    Path list =
        Files.writeString(local.resolve("t.lst"), "3\t0\tb.jpg\n5\t1\ta.jpg\n9\t0\tc.jpg\n");
    String root = hadoop.put(hadoop.far(), "pack", photos);
    String remoteList = hadoop.put(hadoop.near(), "pack", list);
    String absolute =
        hadoop.put(
            hadoop.near(),
            "pack",
            Files.writeString(
                local.resolve("absolute.lst"),
                Files.readString(list).replaceAll("(\\w+\\.jpg)", root + "/$1")));
    sameAsLocal(
        List.of(both),
        List.of("pack", "--shards", "2", "--root", root, "--list", remoteList),
        List.of("pack", "--shards", "2", "--root", photos.toString(), "--list", list.toString()));
    sameAsLocal(
        List.of(both),
        List.of(
            "pack", "--shards", "2", "-D", "recordio.pack.list.confine=none", "--list", absolute),
        List.of("pack", "--shards", "2", "--root", photos.toString(), "--list", list.toString()));
    sameAsLocal(
        List.of(both),
        List.of("pack", "--shards", "2", root),
        List.of("pack", "--shards", "2", photos.toString()));
  }

  @Test
  void csrReadsSideFilesOfAnotherFileSystem() throws Exception {
    Path rows = Files.createDirectory(local.resolve("rows"));
    Files.writeString(rows.resolve("a.libsvm"), "1 0:1 2:3\n0 1:2\n1 2:2\n");
    Files.writeString(rows.resolve("a.libsvm.group"), "2\n1\n");
    Files.writeString(rows.resolve("a.libsvm.weight"), "0.5\n0.25\n");
    String remote = hadoop.put(hadoop.far(), "csr", rows);
    sameAsLocal(
        List.of(far, both), // the statistics, and the shards
        List.of("csr", remote),
        List.of("csr", rows.toString()));
  }

  @Test
  void shuffleHasReducersOnBothFileSystems() throws Exception {
    Path records = Files.createDirectory(local.resolve("records"));
    Fixtures.copy("mixed.rec", records);
    String remote = hadoop.put(hadoop.far(), "shuffle", records);
    sameAsLocal(
        List.of(far, both), // the census, and the shuffle
        List.of("shuffle", "--seed", "7", "--shards", "3", remote),
        List.of("shuffle", "--seed", "7", "--shards", "3", records.toString()));
  }

  /** Runs a command, which ends with its output, for both users; its output is on the near one. */
  private void sameAsLocal(
      List<Set<String>> tokens, List<String> command, List<String> localCommand) throws Exception {
    Path expected = local.resolve("expected" + ++runs);
    Recordio.run(LocalJobs.conf(local), with(localCommand, expected.toString())).ended(0);
    SubmittedTokens.take();

    String ticket = hadoop.near().uri() + "/data/out/ticket" + System.nanoTime();
    Recordio byTicket = hadoop.asUser(() -> Recordio.run(hadoop.conf(), with(command, ticket)));
    assertEquals(0, byTicket.code(), byTicket.err());
    assertEquals(tokens, SubmittedTokens.take());
    sameFiles(expected, ticket);

    Credentials all = hadoop.tokens(hadoop.near(), hadoop.far());
    String bearer = hadoop.near().uri() + "/data/out/bearer" + System.nanoTime();
    Recordio byTokens =
        SecuredHadoop.withTokens(all, () -> Recordio.run(hadoop.conf(), with(command, bearer)));
    assertEquals(0, byTokens.code(), byTokens.err());
    sameFiles(expected, bearer);

    String none = hadoop.near().uri() + "/data/out/none" + System.nanoTime();
    Recordio byNearToken =
        SecuredHadoop.withTokens(
            hadoop.tokens(hadoop.near()), () -> Recordio.run(hadoop.conf(), with(command, none)));
    assertFalse(byNearToken.code() == 0, "the far file system needs a token");
    assertEquals(1, byNearToken.err().lines().count(), byNearToken.err());
  }

  private static String[] with(List<String> command, String output) {
    var all = new ArrayList<>(command);
    all.add(output);
    return all.toArray(String[]::new);
  }

  private void sameFiles(Path expected, String remote) throws IOException, InterruptedException {
    Path copy = local.resolve("copy" + System.nanoTime());
    hadoop.get(remote, copy);
    List<String> names = names(expected);
    assertTrue(names.size() > 1, names.toString());
    assertEquals(names, names(copy));
    for (String name : names) {
      if (!name.startsWith("_")) { // manifests name the sources
        assertArrayEquals(
            Files.readAllBytes(expected.resolve(name)),
            Files.readAllBytes(copy.resolve(name)),
            name);
      }
    }
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static Path photos(Path folder) throws IOException {
    Files.createDirectory(folder);
    for (String name : List.of("a.jpg", "b.jpg", "c.jpg")) {
      byte[] content = new byte[50_000];
      Arrays.fill(content, (byte) name.charAt(0));
      Files.write(folder.resolve(name), content);
    }
    return folder;
  }
}
