// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Fork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks can read only files for which the client got a token. */
class PackTokensTest {
  @TempDir Path scratch;

  @Test
  void fileSystemsThatAListNamesAreAskedForTokens() throws Exception {
    Path tmp = Files.createDirectory(scratch.resolve("tmp"));
    Path file = Files.writeString(scratch.resolve("a.jpg"), "A");
    Path list =
        Files.writeString(
            scratch.resolve("t.lst"),
            String.format(
                "1\t0\ttokens://one%s\n2\t0\ttokens://two%s\n3\t0\t%s\n", file, file, file));
    String said =
        Fork.run(TokenMain.class, "96m", tmp, list.toUri(), scratch.resolve("out").toUri());
    assertEquals(List.of("tokens://one", "tokens://two"), said.lines().toList());
  }

  @Test
  void fileSystemOfTheQuarantineIsAskedForTokens() throws Exception {
    Path tmp = Files.createDirectory(scratch.resolve("tmp"));
    Path file = Files.write(scratch.resolve("a.rec"), new byte[8]);
    String said =
        Fork.run(
            TokenMain.class, "96m", tmp, file.toUri(), "tokens://three" + scratch + "/damaged");
    assertEquals(List.of("tokens://three"), said.lines().toList());
  }
}
