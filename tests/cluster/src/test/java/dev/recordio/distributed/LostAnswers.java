// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands between S3A and an object store. Some uploads get no answer although the object store has
 * done them: the connection is closed instead. Some are answered by a conflict, and not done, as
 * Amazon's S3 may do while another upload of the same object is under way.
 *
 * <p>Conditional uploads reach the object store one after the other. S3 lets one of them win; moto
 * looks whether the object exists and creates it in two steps, between which others may look.
 */
final class LostAnswers implements AutoCloseable {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private static final String CONFLICT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Error><Code>ConditionalRequestConflict</Code><Message>try again</Message></Error>
      """;

  private static final String NOT_IMPLEMENTED =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Error><Code>NotImplemented</Code><Message>a header you provided</Message></Error>
      """;

  private final URI store;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Lock conditional = new ReentrantLock();
  private final AtomicInteger lose = new AtomicInteger();
  private final AtomicInteger conflicts = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger unconditional = new AtomicInteger();
  private final AtomicInteger copies = new AtomicInteger();
  private volatile boolean knowsNoConditions;

  LostAnswers(URI store) throws IOException {
    this.store = store;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  /** Returns the address that S3A is given. */
  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** From now on the next uploads of manifests get no answer. */
  void lose(int uploads) {
    lose.set(uploads);
  }

  /** From now on the next uploads of manifests are not done: another one is under way. */
  void conflict(int uploads) {
    conflicts.set(uploads);
  }

  /** From now on all conditional uploads are refused, as stores do that do not know them. */
  void knowNoConditions() {
    knowsNoConditions = true;
  }

  /** Returns how many uploads were refused since their object exists. */
  int refused() {
    return refused.get();
  }

  /** Returns how many uploads of manifests would have replaced one that exists. */
  int unconditional() {
    return unconditional.get();
  }

  /** Returns how many requests copied an object. */
  int copies() {
    return copies.get();
  }

  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean upload = exchange.getRequestMethod().equals("PUT");
      boolean ofManifest =
          upload && exchange.getRequestURI().getPath().matches(".*/_manifest/0\\d*\\.json");
      boolean guarded = exchange.getRequestHeaders().containsKey("If-None-Match");
      if (ofManifest && !guarded) {
        unconditional.incrementAndGet();
      }
      if (exchange.getRequestHeaders().containsKey("x-amz-copy-source")) {
        copies.incrementAndGet();
      }
      HttpRequest request = request(exchange);
      if (ofManifest && takeOne(conflicts)) {
        error(exchange, 409, CONFLICT);
        return;
      }
      if (guarded && knowsNoConditions) {
        error(exchange, 501, NOT_IMPLEMENTED);
        return;
      }
      HttpResponse<byte[]> answer = upload && guarded ? sendAlone(request) : send(request);
      if (upload && answer.statusCode() == 412) {
        refused.incrementAndGet();
      }
      if (ofManifest && takeOne(lose)) {
        return; // closing without an answer ends the connection
      }
      answer(exchange, answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void error(HttpExchange exchange, int status, String body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    send(exchange, status, body.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean takeOne(AtomicInteger number) {
    return number.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofByteArray());
  }

  private HttpResponse<byte[]> sendAlone(HttpRequest request)
      throws IOException, InterruptedException {
    conditional.lock();
    try {
      return send(request);
    } finally {
      conditional.unlock();
    }
  }

  private HttpRequest request(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    var request =
        HttpRequest.newBuilder(store.resolve(exchange.getRequestURI()))
            .version(HttpClient.Version.HTTP_1_1)
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    boolean head = exchange.getRequestMethod().equals("HEAD");
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              boolean length = head && name.equalsIgnoreCase("content-length");
              if (length || !OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, List.copyOf(values));
              }
            });
    send(exchange, answer.statusCode(), answer.body());
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
