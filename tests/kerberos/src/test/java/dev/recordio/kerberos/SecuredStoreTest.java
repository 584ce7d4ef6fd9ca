// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.testing.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that write beside their input, or into a store, on secured file systems: for a user with
 * a ticket, and for one who has only tokens.
 */
@ExtendWith(SecuredExtension.class)
class SecuredStoreTest {
  private static final int RECORDS = 300;
  private static final int WIDTH = 24;

  private final SecuredHadoop hadoop;
  private final Set<String> both = new TreeSet<>();
  @TempDir Path local;

  SecuredStoreTest(SecuredHadoop hadoop) {
    this.hadoop = hadoop;
    both.add(hadoop.near().tokenService());
    both.add(hadoop.far().tokenService());
  }

  @BeforeEach
  void forget() {
    SubmittedTokens.take();
  }

  private <T> T withTokens(PrivilegedExceptionAction<T> action, SecuredHdfs... of)
      throws IOException, InterruptedException {
    Credentials tokens = hadoop.tokens(of);
    return SecuredHadoop.withTokens(tokens, action);
  }

  private static Recordio ok(Recordio done) {
    assertEquals(0, done.code(), done.err());
    return done;
  }

  private Recordio remote(String... args) throws IOException {
    return Recordio.run(hadoop.conf(), args);
  }

  private void local(String... args) throws IOException {
    ok(Recordio.run(LocalJobs.conf(local), args));
  }

  private Path fetched(String remote) throws IOException, InterruptedException {
    Path copy = local.resolve("copy" + System.nanoTime());
    hadoop.get(remote, copy);
    return copy;
  }

  private static void sameFile(Path expected, Path found) throws IOException {
    assertArrayEquals(Files.readAllBytes(expected), Files.readAllBytes(found), found.toString());
  }

  @Test
  void indexWritesBesideFilesOfBothFileSystems() throws Exception {
    Path file = Fixtures.copy("mixed.rec", local);
    local("index", file.toString());
    for (boolean ticket : new boolean[] {true, false}) {
      String near = hadoop.put(hadoop.near(), "index-" + ticket, file);
      String far = hadoop.put(hadoop.far(), "index-" + ticket, file);
      if (ticket) {
        hadoop.asUser(() -> ok(remote("index", near, far)));
        assertEquals(List.of(both), SubmittedTokens.take());
      } else {
        Recordio none = withTokens(() -> remote("index", near, far), hadoop.near());
        assertFalse(none.code() == 0, "the far file system needs a token");
        assertEquals(1, none.err().lines().count(), none.err());
        withTokens(() -> ok(remote("index", near, far)), hadoop.near(), hadoop.far());
      }
      for (String rec : List.of(near, far)) {
        for (String suffix : List.of(".idx", ".ridx")) {
          sameFile(local.resolve("mixed" + suffix), fetched(rec.replace(".rec", suffix)));
        }
      }
    }
  }

  private Path rows() throws IOException {
    byte[] rows = new byte[RECORDS * WIDTH];
    new Random(7).nextBytes(rows);
    var npy = new ByteArrayOutputStream();
    npy.writeBytes(NpyHeader.of(NpyType.parse("|u1"), RECORDS, WIDTH));
    npy.writeBytes(rows);
    return Files.write(local.resolve("x.npy"), npy.toByteArray());
  }

  @Test
  void storeIsFilledFromAndExportedToAnotherFileSystem() throws Exception {
    Path rows = rows();
    String input = hadoop.put(hadoop.far(), "store", rows);
    for (boolean ticket : new boolean[] {true, false}) {
      String name = "/data/store/" + (ticket ? "ticket" : "tokens");
      String store = hadoop.near().uri() + name;
      String output = hadoop.far().uri() + name;
      PrivilegedExceptionAction<Recordio> commands =
          () -> {
            ok(remote("store", "create", store, "--field", "x=u1[24]", "--chunk-size", "4k"));
            ok(remote("store", "import", store, "x=" + input));
            ok(remote("store", "verify", store));
            return ok(remote("store", "export", store, output, "--shards", "1"));
          };
      if (ticket) {
        hadoop.asUser(commands);
        assertEquals(List.of(both, both), SubmittedTokens.take());
      } else {
        withTokens(commands, hadoop.near(), hadoop.far());
      }
      sameFile(rows, fetched(output).resolve("part-00000.x.npy"));
    }
    String again = hadoop.near().uri() + "/data/store/tokens";
    Recordio none = withTokens(() -> remote("store", "import", again, "x=" + input), hadoop.near());
    assertFalse(none.code() == 0, "the far file system needs a token");
    assertEquals(1, none.err().lines().count(), none.err());
  }
}
