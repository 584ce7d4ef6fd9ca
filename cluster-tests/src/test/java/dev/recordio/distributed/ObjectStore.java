// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * An S3-compatible server, {@code moto_server}, with an empty bucket, and S3A's settings for it.
 * Where no such server is installed, the test that asks for one is skipped.
 */
final class ObjectStore implements AutoCloseable {
  private static final String BUCKET = "bucket";

  private final Process server;
  private final URI endpoint;

  /**
   * @param log an absent file for what the server prints
   */
  ObjectStore(Path log) throws IOException, InterruptedException {
    assumeTrue(installed(), "no moto_server on PATH: pip install 'moto[server]'");
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    endpoint = URI.create("http://127.0.0.1:" + port);
    server =
        new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    makeBucket();
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
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (true) {
      try {
        assertEquals(200, client.send(put, BodyHandlers.discarding()).statusCode());
        return;
      } catch (ConnectException e) {
        boolean ended = server.waitFor(50, TimeUnit.MILLISECONDS);
        assertTrue(!ended && System.nanoTime() < end, "the object store does not start");
      }
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
