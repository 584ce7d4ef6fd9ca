// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * Gives a target the inputs of its corpus and then changed ones, on a thread that is watched: an
 * input may not take longer than 5 seconds of the processor, nor allocate more than 64 MiB beyond
 * its own length.
 *
 * <p>System properties: those of {@link Fuzz}, and {@code fuzz.seconds}: seconds for each target,
 * half of them with the master seed, half with a fresh one, instead of a number of inputs. A
 * finding is written to {@code target/fuzz}; the run goes on until there are ten different ones.
 */
final class ByteFuzz {
  private static final long MAX_ALLOCATED = 64L << 20;
  private static final long MAX_CPU_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(120); // on a machine that is busy
  private static final int MAX_FINDINGS = 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final ByteTarget target;
  private final String test;
  private final Map<String, String> findings = new LinkedHashMap<>(); // by where they were thrown
  private final StringBuilder seeds = new StringBuilder();
  private long inputs;
  private long refused;

  private volatile byte[] current; // the input that is being parsed, null between two of them
  private byte[] watched; // the one that was being parsed when the thread was last looked at
  private long watchedFrom;
  private long watchedFromCpu;

  /** Creates the fuzz of a target of a test class. */
  ByteFuzz(ByteTarget target, Class<?> test) {
    this.target = target;
    this.test = test.getSimpleName();
  }

  /** Runs all inputs; fails if there is a finding. */
  void run() throws Exception {
    long start = System.nanoTime();
    var failure = new Throwable[1];
    var worker =
        new Thread(
            () -> {
              try {
                runAll();
              } catch (Throwable e) {
                failure[0] = e;
              }
            },
            "fuzz " + target.name());
    worker.setDaemon(true); // one that hangs does not keep the JVM
    worker.start();
    for (worker.join(200); worker.isAlive(); worker.join(200)) {
      failIfHanging(worker);
    }
    if (failure[0] != null) {
      throw new AssertionError(target.name() + ": " + failure[0], failure[0]);
    }
    report((System.nanoTime() - start) / 1e9);
    if (!findings.isEmpty()) {
      throw new AssertionError(String.join("\n\n", findings.values()));
    }
  }

  private void failIfHanging(Thread worker) throws IOException {
    byte[] input = current;
    long now = System.nanoTime();
    long cpu = THREADS.getThreadCpuTime(worker.getId());
    if (input != watched) {
      watched = input;
      watchedFrom = now;
      watchedFromCpu = cpu;
    } else if (input != null
        && (cpu - watchedFromCpu > MAX_CPU_NANOS || now - watchedFrom > MAX_NANOS)) {
      var hang = new AssertionError("an input takes longer than 5 s");
      hang.setStackTrace(worker.getStackTrace());
      found("", input, hang);
      worker.interrupt();
      throw new AssertionError(String.join("\n\n", findings.values()), hang);
    }
  }

  private void runAll() throws Exception {
    Corpus corpus = target.corpus();
    Exception refusal = null;
    for (var file : corpus.files().entrySet()) {
      refusal = parse("file " + file.getKey(), file.getValue());
    }
    if (refused == inputs) {
      throw new AssertionError("no file of its corpus is sound", refusal);
    }
    for (byte[] input : corpus.more()) {
      parse("a member of more.zip", input);
    }
    var mutator = new ByteMutator(corpus.all());
    if (Fuzz.ONLY.isEmpty()) {
      double seconds = Double.parseDouble(System.getProperty("fuzz.seconds", "0"));
      if (seconds > 0) {
        mutate(mutator, Fuzz.SEED, Long.MAX_VALUE, seconds / 2);
        mutate(mutator, new SplittableRandom().nextLong(), Long.MAX_VALUE, seconds / 2);
      } else {
        long count = Math.max(1, (long) Math.ceil(target.wanted() * Fuzz.SCALE));
        mutate(mutator, Fuzz.SEED, count, Double.POSITIVE_INFINITY);
      }
    } else {
      mutate(mutator, Fuzz.onlySeed());
    }
  }

  private void mutate(ByteMutator mutator, long seed, long most, double seconds) throws Exception {
    seeds.append(seeds.isEmpty() ? "seed " : " and ").append(seed);
    long start = System.nanoTime();
    var cases = new SplittableRandom(seed ^ target.name().hashCode() * Fuzz.GOLDEN);
    for (long i = 0;
        i < most && System.nanoTime() - start < seconds * 1e9 && findings.size() < MAX_FINDINGS;
        i++) {
      mutate(mutator, cases.nextLong());
    }
  }

  private void mutate(ByteMutator mutator, long seed) throws IOException {
    var random = new SplittableRandom(seed);
    byte[] input = mutator.next(random);
    parse(String.format("case 0x%016X", seed), random.nextInt(8) > 0 ? target.mend(input) : input);
  }

  private Exception parse(String name, byte[] input) throws IOException {
    inputs++;
    byte[] kept = input.clone(); // as it was, should the parser change it
    current = kept;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      Exception refusal = target.parse(input);
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      if (allocated > MAX_ALLOCATED + input.length) {
        throw new AssertionError(allocated + " bytes allocated", refusal);
      }
      refused += refusal == null ? 0 : 1;
      return refusal;
    } catch (Throwable e) {
      found(name, kept, e);
      return null;
    } finally {
      current = null;
    }
  }

  /** Notes a finding, unless there is one already that was thrown there. */
  private void found(String name, byte[] input, Throwable e) throws IOException {
    String where =
        e.getClass().getName()
            + Arrays.stream(e.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("dev.recordio."))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    if (findings.containsKey(where)) {
      return;
    }
    var crc = new CRC32();
    crc.update(input);
    String id = HexFormat.of().toHexDigits((int) crc.getValue());
    Path file = folder().resolve(target.name() + "-" + id);
    Files.write(file, input);
    String alone =
        name.startsWith("case ")
            ? String.format(
                "; alone: -Dtest=%s -Dfuzz.target=%s -Dfuzz.case=%s",
                test, target.name(), name.substring(5))
            : "";
    findings.put(
        where,
        String.format(
            "%s, %s: %s%n  %s%n  the input, of %d bytes, is in %s%s; to keep it: cp %s %s",
            target.name(),
            name,
            e,
            where,
            input.length,
            file,
            alone,
            file,
            Corpus.found(target.name(), id)));
  }

  private static Path folder() throws IOException {
    return Files.createDirectories(Path.of(System.getProperty("basedir", ""), "target", "fuzz"));
  }

  private void report(double seconds) throws IOException {
    String line =
        String.format(
            Locale.ROOT,
            "%s, %s: %,d inputs, %,d refused, %d findings; %.1f s, %,.0f inputs/s",
            target.name(),
            seeds,
            inputs,
            refused,
            findings.size(),
            seconds,
            inputs / seconds);
    System.out.println(line);
    Files.writeString(folder().resolve("bytes-" + target.name() + ".txt"), line + "\n");
  }
}
