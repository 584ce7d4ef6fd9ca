// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The processes that this one starts, as the virtual machine records them. */
public final class StartedProcesses {
  private static final String EVENT = "jdk.ProcessStart";

  private StartedProcesses() {}

  /** Returns the commands of the processes that are started while {@code work} runs. */
  public static List<String> during(Callable<?> work) throws Exception {
    Path file = Files.createTempFile("processes", ".jfr");
    try (var recording = new Recording()) {
      recording.enable(EVENT).withoutThreshold().withoutStackTrace();
      recording.start();
      work.call();
      recording.stop();
      recording.dump(file);
      return commands(file);
    } finally {
      Files.delete(file);
    }
  }

  private static List<String> commands(Path file) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(EVENT))
        .map((RecordedEvent event) -> event.getString("command"))
        .toList();
  }
}
