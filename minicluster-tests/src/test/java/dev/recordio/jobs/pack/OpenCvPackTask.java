// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.cluster.MeetingPoint;
import dev.recordio.jobs.job.TaskContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Waits, with half of its images made, until the job's other task has got as far. It tells where
 * native code was unpacked: the temporary folder, the cache, and the cache's folders.
 */
final class OpenCvPackTask extends MidwayPackTask {
  @Override
  void midway(TaskContext task) throws IOException {
    String cache = System.getProperty("org.bytedeco.javacpp.cachedir");
    try (Stream<Path> folders = Files.list(Path.of(cache))) {
      String names =
          folders.map(folder -> folder.getFileName().toString()).collect(Collectors.joining(","));
      String told = System.getProperty("java.io.tmpdir") + "\t" + cache + "\t" + names;
      MeetingPoint.arrive(task.conf(), told);
    }
  }
}
