// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.faults;

import dev.recordio.testing.Faults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the processes of a job do at each {@link Moment}, once in each process. They leave a file
 * for every moment that came, so that a test knows that it did.
 */
public final class JobFaults implements Faults.Script {
  /** The file that lets waiting processes go. */
  public static final String GO = "go";

  private static final long MAX_WAIT_MINUTES = 8;
  private static final Pattern ATTEMPT = Pattern.compile(" attempt_\\d+_\\d+_(\\w+)( |$)");

  private Path folder;

  /**
   * Returns settings, {@code key=value}, for the processes of a job.
   *
   * @param folder a local folder, for the files that they leave and wait for
   */
  public static List<String> settings(Path folder, List<Moment> moments) {
    var settings = new ArrayList<>(Faults.ON_HDFS);
    var words = new ArrayList<>(List.of(folder.toString()));
    moments.forEach(moment -> words.add(moment.toString()));
    settings.add(Faults.script(JobFaults.class, words.toArray(new String[0])));
    return settings;
  }

  @Override
  public void write(Faults faults, List<String> words) throws IOException {
    folder = Path.of(words.get(0));
    for (String word : words.subList(1, words.size())) {
      Moment moment = Moment.parse(word);
      var came = new AtomicBoolean();
      moment
          .on(faults)
          .does(
              at -> {
                if (moment.isAt(process(), at) && came.compareAndSet(false, true)) {
                  leave(moment.action().name());
                  act(moment.action());
                }
              });
    }
    leave("began");
  }

  /** The attempt that this JVM runs, as {@code m_000001_0}, or {@code client}. */
  private static String process() {
    Matcher attempt = ATTEMPT.matcher(System.getProperty("sun.java.command", ""));
    return attempt.find() ? attempt.group(1) : "client";
  }

  /** Leaves a file with the container's name. */
  private void leave(String what) throws IOException {
    Files.write(
        folder.resolve(process() + "." + what),
        System.getenv().getOrDefault("CONTAINER_ID", "").getBytes(StandardCharsets.UTF_8));
  }

  private void act(Moment.Action action) throws IOException, InterruptedException {
    if (action == Moment.Action.HALT) {
      Runtime.getRuntime().halt(137);
    }
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MAX_WAIT_MINUTES);
    while (!Files.exists(folder.resolve(GO))) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("nobody lets " + process() + " go");
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
