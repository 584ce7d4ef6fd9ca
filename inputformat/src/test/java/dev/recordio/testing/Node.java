// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Runs scripts with Node.js and the packages of their folder, which npm installs once a build. */
public final class Node {
  private static final List<String> PACKAGES = List.of("package.json", "package-lock.json");

  private Node() {}

  /**
   * Installs packages, and skips the test where there is no Node.js, or no registry.
   *
   * @param folder of resources with package.json and package-lock.json
   * @param scripts of that folder
   * @return where the scripts are, with their packages
   */
  public static Path assumeHas(String folder, String... scripts)
      throws IOException, InterruptedException {
    Path place = Path.of("target", "node", folder).toAbsolutePath();
    Files.createDirectories(place);
    boolean fresh = true;
    for (String name : PACKAGES) {
      fresh &= copy(folder, name, place);
    }
    for (String name : scripts) {
      copy(folder, name, place);
    }
    Path done = place.resolve("installed");
    if (!fresh || !Files.exists(done)) {
      Files.deleteIfExists(done);
      assumeTrue(
          isInstalled(place), "skipped: no npm, or no registry for the packages of " + folder);
      Files.createFile(done);
    }
    return place;
  }

  /** Copies a resource; returns whether the file was the same already. */
  private static boolean copy(String folder, String name, Path place) throws IOException {
    String resource = "/js/" + folder + "/" + name;
    try (InputStream in =
        Objects.requireNonNull(Node.class.getResourceAsStream(resource), resource)) {
      byte[] bytes = in.readAllBytes();
      Path file = place.resolve(name);
      boolean same = Files.exists(file) && java.util.Arrays.equals(bytes, Files.readAllBytes(file));
      Files.write(file, bytes);
      return same;
    }
  }

  private static boolean isInstalled(Path place) throws InterruptedException {
    try {
      var npm =
          new ProcessBuilder(
                  "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", "cache")
              .directory(place.toFile())
              .redirectErrorStream(true)
              .redirectOutput(place.resolve("npm.log").toFile());
      npm.environment().put("npm_config_fetch_retries", "0");
      return npm.start().waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no npm
    }
  }

  /** Runs a script, which must succeed, and returns what it has printed. */
  public static List<String> run(Path script, Path... files)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("node", script.toString()));
    for (Path file : files) {
      command.add(file.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }
}
