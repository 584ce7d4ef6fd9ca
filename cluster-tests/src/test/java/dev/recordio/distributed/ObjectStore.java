// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * An S3-compatible server, {@code moto_server}, with an empty bucket, and S3A's settings for it.
 * Where no such server is installed, the test that asks for one is skipped.
 */
final class ObjectStore implements AutoCloseable {
  private static final String BUCKET = "bucket";

  private static final Pattern RUNNING =
      Pattern.compile("Running on (http://127\\.0\\.0\\.1:\\d+)\\s");

  private final Path log;
  private final Process server;
  private final URI endpoint;

  /**
   * @param log an absent file for what the server prints
   */
  ObjectStore(Path log) throws IOException, InterruptedException {
    assumeTrue(installed(), "no moto_server on PATH: pip install 'moto[server]'");
    this.log = log;
    server =
        new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", "0")
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

  /** Waits until the server tells its address, on a port that the system has chosen. */
  private URI endpoint() throws IOException, InterruptedException {
    while (true) {
      Matcher told = RUNNING.matcher(Files.readString(log));
      if (told.find()) {
        return URI.create(told.group(1));
      }
      assertFalse(server.waitFor(50, TimeUnit.MILLISECONDS), "the object store does not start");
    }
  }

  private static boolean installed() throws IOException, InterruptedException {
    // A shim of a version manager may be there for a program that is not: so it is run.
    var probe = new ProcessBuilder("sh", "-c", "moto_server --help");
    probe.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return probe.start().waitFor() == 0;
  }

  private void makeBucket() throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest put =
        HttpRequest.newBuilder(endpoint.resolve("/" + BUCKET))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    assertEquals(200, client.send(put, BodyHandlers.discarding()).statusCode());
  }

  /** Returns how often an object was read so far, whole or in part. */
  long gets(String name) throws IOException {
    String request = "\"GET /" + BUCKET + "/" + name + " HTTP";
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(request)).count();
    }
  }

  /** Returns a configuration for S3A on this server, and for local jobs. */
  Configuration conf() {
    Configuration conf = LocalFiles.checked();
    conf.set("fs.s3a.endpoint", endpoint.toString());
    conf.set("fs.s3a.endpoint.region", "us-east-1");
    conf.set("fs.s3a.path.style.access", "true");
    conf.set("fs.s3a.connection.ssl.enabled", "false");
    conf.setInt("fs.s3a.block.size", 20_000); // of splits: S3A has no blocks
    conf.set("fs.s3a.access.key", "any");
    conf.set("fs.s3a.secret.key", "any");
    return conf;
  }

  /** Returns the address of an object or folder. */
  static String uri(String name) {
    return "s3a://" + BUCKET + "/" + name;
  }

  @Override
  public void close() throws InterruptedException {
    server.destroy();
    if (!server.waitFor(10, TimeUnit.SECONDS)) {
      server.destroyForcibly();
    }
  }
}
