// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import dev.recordio.distributed.Containers.Container;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** The class path of a container's JVM, which must not end meanwhile. */
final class ClassPath {
  private final Path folder;
  private final TreeSet<Path> jars = new TreeSet<>();
  private final TreeSet<Path> folders = new TreeSet<>();

  ClassPath(Container container) throws IOException {
    folder = Path.of("/proc/" + container.jvm() + "/cwd").toRealPath();
    for (String entry : Containers.environment(container).get("CLASSPATH").split(":")) {
      if (entry.endsWith("/*")) {
        jars(folder.resolve(entry.substring(0, entry.length() - 2))).forEach(this::add);
      } else {
        add(folder.resolve(entry));
      }
    }
  }

  /** A folder may be called {@code .jar}: YARN unpacks the other contents of a job's jar. */
  private void add(Path entry) {
    if (Files.isDirectory(entry)) {
      folders.add(entry);
    } else if (Files.exists(entry)) {
      jars.add(entry);
    }
  }

  /** Returns the folder in which the container runs. */
  Path folder() {
    return folder;
  }

  /** Returns the jars that are not in a folder, relative to the container's own. */
  List<Path> jarsBesides(Path lib) {
    return jars.stream().filter(jar -> !jar.startsWith(lib)).map(folder::relativize).toList();
  }

  /** Returns the class files of the folders. */
  List<Path> looseClasses() throws IOException {
    var classes = new ArrayList<Path>();
    for (Path root : folders) {
      try (Stream<Path> files = Files.walk(root)) {
        files.filter(file -> file.toString().endsWith(".class")).forEach(classes::add);
      }
    }
    return classes;
  }

  /** Returns the jars of a folder that have an entry which begins so. */
  static List<Path> jarsWith(Path lib, String prefix) throws IOException {
    var found = new ArrayList<Path>();
    for (Path jar : jars(lib)) {
      try (var zip = new ZipFile(jar.toFile())) {
        if (zip.stream().anyMatch(entry -> entry.getName().startsWith(prefix))) {
          found.add(jar);
        }
      }
    }
    return found;
  }

  private static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }
}
