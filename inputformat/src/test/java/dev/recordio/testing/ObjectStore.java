// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;

/**
 * An S3-compatible server, {@code moto_server}, with an empty bucket, and S3A's settings for it. If
 * no such server is installed, tests that need one are skipped.
 */
public final class ObjectStore implements AutoCloseable {
  private static final String BUCKET = "bucket";

  private static final Pattern RUNNING =
      Pattern.compile("Running on (http://127\\.0\\.0\\.1:\\d+)\\s");

  private final Path log;
  private final List<String> within;
  private final Process server;
  private final URI endpoint;

  /**
   * Starts one.
   *
   * @param log a file, not yet existing, for the server's output
   * @param within the prefix of a command that runs in the server's network; none for this one
   */
  public ObjectStore(Path log, String... within) throws IOException, InterruptedException {
    assumeInstalled();
    this.log = log;
    this.within = List.of(within);
    server =
        process("moto_server", "-H", "127.0.0.1", "-p", "0")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      endpoint = endpoint();
      makeBucket();
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      server.destroyForcibly();
      throw e;
    }
  }

  /** Waits until the server prints its address, on a port chosen by the system. */
  private URI endpoint() throws IOException, InterruptedException {
    while (true) {
      Matcher address = RUNNING.matcher(Files.readString(log));
      if (address.find()) {
        return URI.create(address.group(1));
      }
      assertFalse(server.waitFor(50, TimeUnit.MILLISECONDS), "the object store does not start");
    }
  }

  private ProcessBuilder process(String... command) {
    var line = new ArrayList<String>(within);
    line.addAll(List.of(command));
    return new ProcessBuilder(line);
  }

  /**
   * Returns how often a file system of S3A has done something so far. It counts for itself; its
   * storage statistics would be those of the first one in this JVM.
   *
   * @param what such as {@code object_copy_requests}
   */
  public static long count(FileSystem s3a, String what) {
    return IOStatisticsSupport.retrieveIOStatistics(s3a).counters().get(what);
  }

  /** Skips the test if no such server is installed. */
  public static void assumeInstalled() throws IOException, InterruptedException {
    assumeTrue(installed(), "no moto_server on PATH: pip install 'moto[server]'");
  }

  private static boolean installed() throws IOException, InterruptedException {
    // A version manager's shim may exist for a missing program: so it is run.
    var probe = new ProcessBuilder("sh", "-c", "moto_server --help");
    probe.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return probe.start().waitFor() == 0;
  }

  /** A request by the shell, since the server may be in another network than this process. */
  private void makeBucket() throws IOException, InterruptedException {
    String put =
        """
        exec 3<>/dev/tcp/$0/$1
        printf 'PUT /%s HTTP/1.0\\r\\nHost: %s\\r\\nContent-Length: 0\\r\\n\\r\\n' "$2" "$0" >&3
        head -n 1 <&3 | grep -q ' 200 '
        """;
    String port = Integer.toString(endpoint.getPort());
    Process shell = process("bash", "-c", put, endpoint.getHost(), port, BUCKET).start();
    assertEquals(0, shell.waitFor(), "the object store makes no bucket");
  }

  /** Returns how often an object was read so far, whole or in part. */
  public long gets(String name) throws IOException {
    String request = "\"GET /" + BUCKET + "/" + name + " HTTP";
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(request)).count();
    }
  }

  /** Returns S3A's settings for this server. */
  public Map<String, String> settings() {
    return Map.of(
        "fs.s3a.endpoint", endpoint.toString(),
        "fs.s3a.endpoint.region", "us-east-1",
        "fs.s3a.path.style.access", "true",
        "fs.s3a.connection.ssl.enabled", "false",
        "fs.s3a.access.key", "any",
        "fs.s3a.secret.key", "any");
  }

  /** Returns a configuration for S3A on this server, and for local jobs. */
  public Configuration conf() {
    Configuration conf = LocalFiles.checked();
    settings().forEach(conf::set);
    conf.setInt("fs.s3a.block.size", 20_000); // of splits: S3A has no blocks
    return conf;
  }

  /** Returns the address of an object or folder. */
  public static String uri(String name) {
    return "s3a://" + BUCKET + "/" + name;
  }

  /** Ends the server, and the file system that is cached: it has this server's address. */
  @Override
  public void close() throws IOException, InterruptedException {
    if (within.isEmpty()) {
      FileSystem.get(URI.create(uri("")), conf()).close();
    }
    server.destroy();
    if (!server.waitFor(10, TimeUnit.SECONDS)) {
      server.destroyForcibly();
    }
  }
}
