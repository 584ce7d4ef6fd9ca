// SPDX-License-Identifier: Apache-2.0
package dev.recordio.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** What a public Maven repository asks for: poms, sources, javadoc, checksums and signatures. */
class PublishedArtifactsTest {
  private static final List<String> ENDINGS =
      List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar");

  @TempDir Path folder;

  @Test
  void everyArtifactHasItsSourcesItsJavadocAndItsPom() throws Exception {
    List<String> published = published();
    assertTrue(published.containsAll(ReleaseFiles.JARS), published::toString);
    for (String artifact : published) {
      for (String ending : ENDINGS) {
        assertTrue(Files.size(ReleaseFiles.file(artifact, ending)) > 0);
      }
      assertTrue(has(ReleaseFiles.file(artifact, "-sources.jar"), "package-info.java"), artifact);
      assertTrue(has(ReleaseFiles.file(artifact, "-javadoc.jar"), "index.html"), artifact);
    }
  }

  @Test
  void everyFileHasChecksumsThatFit() throws Exception {
    for (Path file : files()) {
      for (String algorithm : List.of("MD5", "SHA1")) {
        Path sum = Path.of(file + "." + algorithm.toLowerCase(java.util.Locale.ROOT));
        byte[] digest = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
        assertEquals(HexFormat.of().formatHex(digest), Files.readString(sum).trim(), sum::toString);
      }
    }
  }

  @Test
  void everyFileIsSignedByTheKeyOfTheBuild() throws Exception {
    Path home = Files.createTempDirectory("gpg"); // a short path: an agent listens there
    try {
      ReleaseFiles.run(folder, gpg(home, "--import", publicKey().toString()));
      int signed = 0;
      for (Path file : files()) {
        ReleaseFiles.run(folder, gpg(home, "--verify", file + ".asc", file.toString()));
        signed++;
      }
      assertTrue(signed >= 1 + ENDINGS.size() * ReleaseFiles.JARS.size(), "only " + signed);
    } finally {
      ReleaseFiles.run(folder, "gpgconf", "--homedir", home.toString(), "--kill", "all");
      ReleaseFiles.run(folder, "rm", "-r", home.toString());
    }
  }

  @Test
  void thePomsSayWhatIsAskedFor() throws Exception {
    Document parent = pom(ReleaseFiles.PARENT);
    for (String element : List.of("url", "licenses", "developers", "scm", "organization")) {
      assertFalse(text(parent, element).isBlank(), element);
    }
    for (String artifact : ReleaseFiles.JARS) {
      assertEquals(
          ReleaseFiles.PARENT,
          text(pom(artifact), "artifactId"),
          artifact + " has its parent first");
    }
    for (String artifact : published()) {
      Document pom = pom(artifact);
      assertFalse(text(pom, "name").isBlank(), artifact);
      assertFalse(text(pom, "description").isBlank(), artifact);
    }
  }

  /** The artifacts with a jar: with {@code -Pengines} more than {@link ReleaseFiles#JARS}. */
  private static List<String> published() throws Exception {
    var published = new ArrayList<String>();
    try (Stream<Path> folders = Files.list(ReleaseFiles.repository().resolve("dev/recordio"))) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        String artifact = folder.getFileName().toString();
        if (!text(pom(artifact), "packaging").equals("pom")) {
          published.add(artifact);
        }
      }
    }
    return published;
  }

  /** The files that a repository serves, without checksums and signatures. */
  private static List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    try (Stream<Path> all = Files.walk(ReleaseFiles.repository())) {
      all.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("maven-metadata"))
          .filter(file -> !file.toString().matches(".*\\.(md5|sha1|asc)"))
          .forEach(files::add);
    }
    return files;
  }

  private static String[] gpg(Path home, String... words) {
    var command = new ArrayList<>(List.of("gpg", "--homedir", home.toString(), "--batch"));
    command.addAll(List.of(words));
    return command.toArray(String[]::new);
  }

  private static Path publicKey() {
    return ReleaseFiles.folder().resolve("throw-away.key.pub");
  }

  private static boolean has(Path jar, String name) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      return zip.stream().anyMatch(entry -> entry.getName().endsWith(name));
    }
  }

  private static Document pom(String artifact) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ReleaseFiles.file(artifact, ".pom").toFile());
  }

  private static String text(Document pom, String element) {
    var found = pom.getElementsByTagName(element);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().trim();
  }
}
