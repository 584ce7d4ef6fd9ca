// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package: what is in it, and that it runs from where it is unpacked. */
class DebianPackageTest {
  @TempDir Path folder;

  @BeforeEach
  void needsDpkg() {
    assumeTrue(onPath("dpkg-deb"), "there is no dpkg-deb here");
  }

  @Test
  void itNeedsAJavaAndNothingElse() throws Exception {
    String control = ReleaseFiles.run(folder, "dpkg-deb", "--field", deb().toString());
    assertTrue(control.contains("Package: recordio\n"), control);
    assertTrue(
        control.contains("Depends: default-jre-headless (>= 2:1.17) | java17-runtime-headless\n"),
        control);
    assertTrue(
        control.contains("Version: " + ReleaseFiles.version().replace("-SNAPSHOT", "~snapshot")),
        control);
  }

  @Test
  void itsFilesAreWhereDebianWantsThem() throws Exception {
    Path root = unpack();
    for (String file :
        List.of(
            "usr/share/recordio/bin/recordio",
            "usr/share/doc/recordio/copyright",
            "usr/share/doc/recordio/changelog.gz",
            "usr/share/bash-completion/completions/recordio",
            "usr/share/zsh/vendor-completions/_recordio",
            "usr/share/fish/vendor_completions.d/recordio.fish",
            "etc/recordio/log4j.properties")) {
      assertTrue(Files.isRegularFile(root.resolve(file)), file);
    }
    assertEquals(
        Path.of("../share/recordio/bin/recordio"),
        Files.readSymbolicLink(root.resolve("usr/bin/recordio")));
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> open =
          files
              .filter(file -> !Files.isSymbolicLink(file))
              .filter(DebianPackageTest::writableByOthers)
              .toList();
      assertEquals(List.of(), open, "writable by others than root");
    }
  }

  @Test
  void itPacksAndReadsWithoutHadoopAndWithoutWritingToItsOwnFolders() throws Exception {
    Path root = unpack();
    Path images = Files.createDirectories(folder.resolve("images/a"));
    Files.writeString(images.resolve("1.jpg"), "not an image, but a file");
    Path packed = folder.resolve("packed");
    List<Path> before = files(root);

    run(root, "pack", images.getParent().toString(), packed.toString());
    String info = run(root, "info", packed.toString());

    assertTrue(info.contains("records"), info);
    assertEquals(before, files(root));
  }

  private String run(Path root, String... words) throws Exception {
    var command = new java.util.ArrayList<>(List.of(root.resolve("usr/bin/recordio").toString()));
    command.addAll(List.of(words));
    return ReleaseFiles.run(
        folder,
        Map.of(
            "HOME", folder.toString(),
            "RECORDIO_EMBEDDED", "1",
            "JAVA_HOME", System.getProperty("java.home")),
        command);
  }

  private Path unpack() throws Exception {
    Path root = folder.resolve("root");
    ReleaseFiles.run(folder, "dpkg-deb", "--extract", deb().toString(), root.toString());
    // The link to the folder of settings is absolute, as Debian has it.
    Path conf = root.resolve("usr/share/recordio/conf");
    if (Files.isSymbolicLink(conf)) {
      Path target = Files.readSymbolicLink(conf);
      Files.delete(conf);
      Files.createSymbolicLink(conf, root.resolve(target.toString().substring(1)));
    }
    return root;
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.sorted().toList();
    }
  }

  private static boolean writableByOthers(Path file) {
    try {
      String mode =
          java.nio.file.attribute.PosixFilePermissions.toString(
              Files.getPosixFilePermissions(file));
      return mode.charAt(4) == 'w' || mode.charAt(7) == 'w';
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Path deb() {
    Path deb = ReleaseFiles.folder().resolve("recordio.deb");
    assertTrue(Files.isRegularFile(deb), deb::toString);
    assertFalse(Files.isSymbolicLink(deb));
    return deb;
  }

  static boolean onPath(String command) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }
}
