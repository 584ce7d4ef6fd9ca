// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The Debian package, unpacked; and its program, run from there. */
final class DebianPackage {
  private final Path folder;
  private final Path root;

  /**
   * Unpacks the package.
   *
   * @param folder where to, and what the program has as its home
   */
  DebianPackage(Path folder) throws IOException, InterruptedException {
    assumeOnPath("dpkg-deb");
    this.folder = folder;
    this.root = folder.resolve("root");
    ReleaseFiles.run(folder, "dpkg-deb", "--extract", file().toString(), root.toString());
    // The link to the folder of settings is absolute, as Debian has it.
    Path conf = root.resolve("usr/share/recordio/conf");
    if (Files.isSymbolicLink(conf)) {
      Path target = Files.readSymbolicLink(conf);
      Files.delete(conf);
      Files.createSymbolicLink(conf, root.resolve(target.toString().substring(1)));
    }
  }

  /** The package itself. */
  static Path file() {
    Path deb = ReleaseFiles.folder().resolve("recordio.deb");
    assertTrue(Files.isRegularFile(deb), deb::toString);
    assertFalse(Files.isSymbolicLink(deb));
    return deb;
  }

  /** The folder that is the root of a file system where the package is installed. */
  Path root() {
    return root;
  }

  /** All files and folders. */
  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.sorted().toList();
    }
  }

  /** Runs the program, which must succeed, and returns what it printed. */
  String run(String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(root.resolve("usr/bin/recordio").toString()));
    command.addAll(List.of(words));
    return ReleaseFiles.run(
        folder,
        Map.of(
            "HOME", folder.toString(),
            "RECORDIO_EMBEDDED", "1",
            "JAVA_HOME", System.getProperty("java.home")),
        command);
  }

  static void assumeOnPath(String command) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command))),
        "there is no " + command + " here");
  }
}
