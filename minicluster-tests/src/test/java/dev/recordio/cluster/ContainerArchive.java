// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Class data sharing for containers: the JVM maps parsed classes of Hadoop from an archive, instead
 * of parsing them again in each of hundreds of short-lived JVMs.
 *
 * <p>The archive holds classes of Hadoop and its dependencies alone, and containers use it if their
 * class path starts with the jars it was made from, whatever follows. One archive serves all test
 * JVMs of a build. A JVM that cannot use it runs without, and passes the same tests.
 */
final class ContainerArchive {
  /**
   * Names of the classes that containers load from those jars, as {@code -XX:DumpLoadedClassList}
   * writes them. Names that a newer Hadoop lacks are skipped; classes not named are parsed.
   */
  private static final String CLASSES = "/container-classes.txt";

  private final File jar;
  private final File archive;

  private ContainerArchive(File jar, File archive) {
    this.jar = jar;
    this.archive = archive;
  }

  /** Finds or makes, in {@code dir}, the archive of the jars that this pathing jar names. */
  static ContainerArchive in(File dir) throws IOException {
    Files.createDirectories(dir.toPath());
    String name = "hadoop-" + Integer.toHexString(System.getProperty("java.class.path").hashCode());
    ContainerArchive made =
        new ContainerArchive(new File(dir, name + ".jar"), new File(dir, name + ".jsa"));
    try (FileChannel channel = open(new File(dir, "lock").toPath());
        FileLock lock = channel.lock()) {
      if (!made.archive.exists()) {
        made.make();
      }
      return made;
    }
  }

  private static FileChannel open(Path lock) throws IOException {
    return FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private void make() throws IOException {
    PathingJar.write(jar, MiniYarn::isFromElsewhere);
    File list = new File(jar.getPath() + ".classes");
    Path javas = Path.of(System.getProperty("java.home"), "lib", "classlist");
    try (InputStream hadoops = ContainerArchive.class.getResourceAsStream(CLASSES)) {
      Files.write(list.toPath(), Files.readAllBytes(javas));
      Files.write(list.toPath(), hadoops.readAllBytes(), StandardOpenOption.APPEND);
    }
    dump(list);
  }

  private void dump(File list) throws IOException {
    File unfinished = new File(archive.getPath() + ".part");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(YarnSettings.JVM.split(" ")));
    command.add("-Xshare:dump");
    command.add("-XX:SharedClassListFile=" + list);
    command.add("-XX:SharedArchiveFile=" + unfinished);
    command.addAll(List.of("-cp", jar.getPath()));
    File log = new File(archive.getPath() + ".log");
    Process dump =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    try {
      if (dump.waitFor() != 0) {
        throw new IOException("cannot make the containers' class archive, see " + log);
      }
    } catch (InterruptedException e) {
      dump.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while making the containers' class archive", e);
    }
    Files.move(unfinished.toPath(), archive.toPath(), StandardCopyOption.REPLACE_EXISTING);
  }

  /** The pathing jar of Hadoop and its dependencies. */
  File jar() {
    return jar;
  }

  /** Flags of containers: the archive, and its jars before the class path that YARN makes. */
  String flags() {
    return " -XX:SharedArchiveFile=" + archive + " -cp " + jar + File.pathSeparator + "$CLASSPATH";
  }
}
