// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.peer.PythonLoad;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** An S3-compatible server, moto, on this machine, with an empty bucket; closing it ends it. */
final class ObjectStore implements Closeable {
  private static final String S3A = "org.apache.hadoop.fs.s3a.S3AFileSystem";
  private static final Path BUCKET = new Path("s3a://bench/");

  private final Process server;
  private final Configuration conf = Storage.S3A.local();

  /**
   * Starts a server.
   *
   * @throws IOException when Python, moto or S3A is missing; the message says what to install
   */
  ObjectStore() throws IOException {
    if (conf.getClassByNameOrNull(S3A) == null) {
      throw new IOException("s3a: hadoop-aws and its SDK are not in HADOOP_CLASSPATH");
    }
    String script = PythonLoad.source("object_store.py");
    // pip installs moto for the first Python of the path, which need not be the system's
    server =
        new ProcessBuilder(List.of("python3", "-c", script, Long.toString(Storage.REQUEST_MILLIS)))
            .redirectError(Redirect.INHERIT)
            .start();
    try {
      var out = new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8);
      String port = new BufferedReader(out).readLine();
      if (port == null) {
        throw new IOException("s3a: no moto for python3: pip install 'moto[server]'");
      }
      var endpoint = URI.create("http://127.0.0.1:" + port + "/");
      makeBucket(endpoint);
      conf.set("fs.s3a.endpoint", endpoint.toString());
      conf.set("fs.s3a.endpoint.region", "us-east-1");
      conf.setBoolean("fs.s3a.path.style.access", true);
      conf.setBoolean("fs.s3a.connection.ssl.enabled", false);
      conf.set("fs.s3a.fast.upload.buffer", "bytebuffer"); // no folder for temporary files
      conf.set("fs.s3a.access.key", "any");
      conf.set("fs.s3a.secret.key", "any");
    } catch (IOException | RuntimeException | Error e) {
      server.destroy();
      throw e;
    }
  }

  private static void makeBucket(URI endpoint) throws IOException {
    URI bucket = endpoint.resolve(BUCKET.toUri().getHost());
    var put = HttpRequest.newBuilder(bucket).PUT(HttpRequest.BodyPublishers.noBody()).build();
    try {
      int status = HttpClient.newHttpClient().send(put, BodyHandlers.discarding()).statusCode();
      if (status != 200) {
        throw new IOException("s3a: moto makes no bucket: expected status 200, found " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("s3a").initCause(e);
    }
  }

  Configuration conf() {
    return conf;
  }

  Path bucket() {
    return BUCKET;
  }

  @Override
  public void close() throws IOException {
    try {
      BUCKET.getFileSystem(conf).close();
    } finally {
      server.destroy();
    }
  }
}
