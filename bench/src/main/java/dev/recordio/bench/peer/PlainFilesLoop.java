// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.peer;

import dev.recordio.bench.harness.Subject;
import dev.recordio.bench.harness.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * A plain Java program that lists the files of a folder and reads all of each, one after the other.
 * It does nothing else: no program that has to read them can be faster with one thread.
 */
public final class PlainFilesLoop {
  private final ArchivedJava java;

  /** Prepares the process by a run over no files. */
  public PlainFilesLoop(Path folder) throws IOException {
    Path jar = folder.resolve("loop.jar");
    String name = Reading.class.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var in = Reading.class.getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    java = new ArchivedJava(jar.toString(), Reading.class.getName(), folder.resolve("loop.jsa"));
    java.archive(Files.createDirectories(folder.resolve("no-files")));
  }

  /** Returns the reading of a folder. */
  public Subject subject(Path files, Tally expected) {
    var work =
        new CommandWork(
            () -> java.run(files),
            ended -> {
              long[] seen =
                  Arrays.stream(ended.out().strip().split(" "))
                      .mapToLong(Long::parseLong)
                      .toArray();
              return new Tally(seen[0], seen[1], 0);
            },
            Processes.Ended::cost);
    return new Subject("plain loop, whole process", work, expected);
  }

  /** The program. */
  static final class Reading {
    private Reading() {}

    /**
     * Reads the files of a folder, in the order of their names, and prints their number and bytes.
     */
    public static void main(String[] args) throws IOException {
      var files = new ArrayList<Path>();
      try (var listed = Files.newDirectoryStream(Path.of(args[0]))) {
        for (Path file : listed) {
          files.add(file);
        }
      }
      files.sort(null);
      long bytes = 0;
      for (Path file : files) {
        bytes += Files.readAllBytes(file).length;
      }
      System.out.println(files.size() + " " + bytes);
    }
  }
}
