// SPDX-License-Identifier: Apache-2.0
package dev.recordio.kerberos;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A job in containers of a secured YARN. */
@ExtendWith(SecuredExtension.class)
class SecuredYarnTest {
  @TempDir Path local;

  /** The staging area is on one file system, the photos on the other: tasks need both tokens. */
  @Test
  void packsFilesOfAnotherFileSystem(SecuredHadoop hadoop) throws Exception {
    Path photos = Files.createDirectory(local.resolve("photos"));
    for (String name : List.of("a.jpg", "b.jpg")) {
      Files.writeString(photos.resolve(name), name.repeat(5000));
    }
    String remote = hadoop.put(hadoop.far(), "yarn", photos);
    String output = hadoop.far().uri() + "/data/yarn/packed";
    try (SecuredYarn yarn = SecuredYarn.start(hadoop)) {
      Recordio packed = hadoop.asUser(() -> Recordio.run(yarn.conf(), "pack", remote, output));
      assertEquals(0, packed.code(), packed.err());
    }
    Path expected = local.resolve("expected");
    Recordio.run(LocalJobs.conf(local), "pack", photos.toString(), expected.toString()).ended(0);
    hadoop.get(output, local.resolve("packed"));
    for (String name : List.of("part-00000.rec", "part-00000.idx", "_SUCCESS")) {
      assertArrayEquals(
          Files.readAllBytes(expected.resolve(name)),
          Files.readAllBytes(local.resolve("packed").resolve(name)),
          name);
    }
  }
}
