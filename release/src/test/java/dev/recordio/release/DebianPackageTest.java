// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Debian package: what is in it, what Debian says to it, and that it runs from where it is
 * unpacked.
 */
class DebianPackageTest {
  @TempDir Path folder;

  private DebianPackage installed;

  @BeforeEach
  void unpack() throws Exception {
    installed = new DebianPackage(folder);
  }

  @Test
  void itNeedsAJavaAndNothingElse() throws Exception {
    String control =
        ReleaseFiles.run(folder, "dpkg-deb", "--field", DebianPackage.file().toString());
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
    Path root = installed.root();
    for (String file :
        List.of(
            "usr/share/recordio/bin/recordio",
            "usr/share/doc/recordio/copyright",
            "usr/share/doc/recordio/changelog.gz",
            "usr/share/man/man1/recordio.1.gz",
            "etc/recordio/log4j.properties")) {
      assertTrue(Files.isRegularFile(root.resolve(file)), file);
    }
    assertEquals(
        Path.of("../share/recordio/bin/recordio"),
        Files.readSymbolicLink(root.resolve("usr/bin/recordio")));
    List<Path> open =
        installed.files().stream()
            .filter(file -> !Files.isSymbolicLink(file))
            .filter(DebianPackageTest::writableByOthers)
            .toList();
    assertEquals(List.of(), open, "writable by others than root");
  }

  @Test
  void itPacksAndReadsWithoutHadoopAndWithoutWritingToItsOwnFolders() throws Exception {
    Path images = Files.createDirectories(folder.resolve("images/a"));
    Files.writeString(images.resolve("1.jpg"), "not an image, but a file");
    Path packed = folder.resolve("packed");
    List<Path> before = installed.files();

    installed.run("pack", images.getParent().toString(), packed.toString());
    String info = installed.run("info", packed.toString());

    assertTrue(info.contains("records"), info);
    assertEquals(before, installed.files());
  }

  @ParameterizedTest
  @CsvSource({
    "bash, usr/share/bash-completion/completions/recordio",
    "zsh, usr/share/zsh/vendor-completions/_recordio",
    "fish, usr/share/fish/vendor_completions.d/recordio.fish"
  })
  void itsCompletionsAreWholeScripts(String shell, String script) throws Exception {
    Path file = installed.root().resolve(script);
    assertEquals(installed.run("completion", shell), Files.readString(file));
    DebianPackage.assumeOnPath(shell);
    assertEquals("", ReleaseFiles.run(folder, shell, "-n", file.toString()));
  }

  @Test
  void lintianFindsNoErrors() throws Exception {
    DebianPackage.assumeOnPath("lintian");
    ReleaseFiles.run(
        folder,
        "lintian",
        "--fail-on",
        "error",
        "--display-level",
        "error",
        DebianPackage.file().toString());
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
}
