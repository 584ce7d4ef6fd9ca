// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import dev.recordio.conf.ConfKey;
import dev.recordio.jobs.job.WatchedTask;
import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.jobs.shard.ShardOutputFormat;
import dev.recordio.jobs.testing.JobTestBase;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;

/** Base of the tests of the pack job. */
abstract class PackTestBase extends JobTestBase {
  private int outputs;

  /** The results of a job. */
  record Packed(Path folder, Map<String, byte[]> files, Counters counters, PackPlan plan) {
    /** The .rec files, end to end. */
    byte[] records() {
      return Rec.concat(
          files.entrySet().stream()
              .filter(file -> file.getKey().endsWith(".rec"))
              .map(Map.Entry::getValue)
              .toList());
    }

    List<byte[]> payloads() {
      return Rec.payloads(records());
    }

    String text(String name) {
      return new String(files.get(name), StandardCharsets.UTF_8);
    }

    long count(PackCounter counter) {
      return counters.findCounter(counter).getValue();
    }

    List<String> rejects() {
      return files.keySet().stream()
          .filter(name -> name.startsWith("_rejects/"))
          .flatMap(name -> text(name).lines())
          .toList();
    }
  }

  /** A configuration with one shard unless {@code settings} specify otherwise. */
  public final Configuration conf(Object... settings) throws IOException {
    Configuration conf = conf();
    PackConf.SHARDS.set(conf, 1);
    for (int i = 0; i < settings.length; i += 2) {
      if (settings[i] instanceof ConfKey key) {
        key.set(conf, settings[i + 1]);
      } else {
        conf.set((String) settings[i], settings[i + 1].toString());
      }
    }
    return conf;
  }

  /** A new path for output. */
  final Path newOutput() throws IOException {
    return new Path(testDir(), "out" + outputs++);
  }

  /** Packs to a new folder and reads it. */
  final Packed pack(Configuration conf, Path... inputs) throws Exception {
    try (var job = new PackJob(conf, List.of(inputs), newOutput())) {
      return run(job);
    }
  }

  /** Runs a prepared job, whose tasks call a test's code. */
  final Packed run(PackJob job, Class<? extends Watch> watch) throws Exception {
    WatchedTask.watch(job.job(), watch);
    return run(job);
  }

  /** Runs a prepared job. */
  final Packed run(PackJob job) throws Exception {
    try (var nowhere = new PrintStream(OutputStream.nullOutputStream())) {
      Counters counters = new JobRunner(nowhere, true).run(job.job());
      Path out = ShardOutputFormat.getOutputPath(job.job());
      Map<String, byte[]> files = readAll(out);
      files.remove(PackManifest.NAME); // see PackManifestTest
      return new Packed(out, files, counters, job.plan());
    }
  }

  /** The message of the failing task. */
  final String failure(Configuration conf, Path... inputs) throws Exception {
    try {
      pack(conf, inputs);
    } catch (JobFailedException e) {
      return e.exitCode().code() + " " + e.getMessage();
    }
    throw new AssertionError("the job did not fail");
  }

  /** All files below a folder, by relative path, except {@code _SUCCESS}. */
  final Map<String, byte[]> readAll(Path folder) throws IOException {
    var files = new TreeMap<String, byte[]>();
    var all = fs().listFiles(folder, true);
    while (all.hasNext()) {
      FileStatus file = all.next();
      String name = folder.toUri().relativize(file.getPath().toUri()).getPath();
      if (!name.equals("_SUCCESS")) {
        files.put(name, bytes(file.getPath()));
      }
    }
    return files;
  }

  final byte[] bytes(Path file) throws IOException {
    try (InputStream in = file.getFileSystem(conf()).open(file)) {
      return in.readAllBytes();
    }
  }

  @Override
  public final Path write(String name, byte[] content) throws IOException {
    Path file = new Path(testDir(), new Path(null, null, name));
    // Without checksum files, whose names can't be formed for all names.
    FileSystem fs = fs() instanceof LocalFileSystem local ? local.getRawFileSystem() : fs();
    try (OutputStream out = fs.create(file, true)) {
      out.write(content);
    }
    return file;
  }

  /** Writes files below {@code folder} of the test's folder. */
  final Path writeAll(String folder, Map<String, byte[]> files) throws IOException {
    for (var file : files.entrySet()) {
      write(folder + "/" + file.getKey(), file.getValue());
    }
    return new Path(testDir(), folder);
  }

  /** Copies the fixtures' 26 input files; returns their folder. */
  final Path imageFiles() throws IOException {
    for (String name : imageNames()) {
      write("files/" + name, fixture("files/" + name));
    }
    write("files/notes.txt", fixture("files/notes.txt"));
    return new Path(testDir(), "files");
  }

  /** The images of the fixtures in im2rec's order. */
  static List<String> imageNames() {
    return new String(fixture("list_recursive.lst"), StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.substring(line.lastIndexOf('\t') + 1))
        .toList();
  }

  static byte[] fixture(String name) {
    return Fixtures.bytes("/fixtures/images/" + name);
  }

  /** The payloads as texts. */
  static List<String> texts(Packed packed) {
    return packed.payloads().stream().map(String::new).toList();
  }

  /** One short word for each payload: its length and hash. */
  public static List<String> digests(List<byte[]> payloads) {
    return payloads.stream().map(PackTestBase::digest).toList();
  }

  public static String digest(byte[] bytes) {
    return bytes.length + ":" + Integer.toHexString(Arrays.hashCode(bytes));
  }

  /** Payloads' digests in an order that does not depend on theirs. */
  static List<String> sorted(List<byte[]> payloads) {
    return digests(payloads).stream().sorted().toList();
  }
}
