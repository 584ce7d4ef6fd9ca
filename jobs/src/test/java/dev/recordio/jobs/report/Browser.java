// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A page in headless Chromium, controlled by the DevTools protocol on 127.0.0.1: one message for
 * each method, with the events that come meanwhile kept aside.
 */
final class Browser implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final long MAX_SECONDS = 60;

  private final ObjectMapper mapper = new ObjectMapper();
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private final List<JsonNode> events = new ArrayList<>();
  private final Process process;
  private final WebSocket socket;
  private final String session;
  private int sent;

  /** Returns the program; null when there is none. */
  static Path program() {
    for (String folder : System.getenv("PATH").split(":")) {
      for (String name : NAMES) {
        Path program = Path.of(folder, name);
        if (Files.isExecutable(program)) {
          return program;
        }
      }
    }
    return null;
  }

  /**
   * Starts the browser with an empty page.
   *
   * @param scratch an empty folder for its profile
   */
  Browser(Path program, Path scratch) throws IOException, InterruptedException {
    process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + scratch,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(scratch.resolveSibling(scratch.getFileName() + ".log").toFile())
            .start();
    try {
      List<String> port = port(scratch.resolve("DevToolsActivePort"));
      socket =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .buildAsync(URI.create("ws://127.0.0.1:" + port.get(0) + port.get(1)), new Messages())
              .join();
      String target =
          send(null, "Target.createTarget", "url", "about:blank").path("targetId").asText();
      session =
          send(null, "Target.attachToTarget", "targetId", target, "flatten", true)
              .path("sessionId")
              .asText();
      for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
        call(domain + ".enable");
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** The browser writes its port when it listens. */
  private List<String> port(Path file) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
    while (!Files.exists(file) || Files.readAllLines(file).size() < 2) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
        throw new IOException("the browser does not listen");
      }
    }
    return Files.readAllLines(file);
  }

  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          messages.add(mapper.readTree(text.toString()));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  /** Calls a method of the page, with names and values of parameters by turns. */
  JsonNode call(String method, Object... parameters) throws IOException, InterruptedException {
    return send(session, method, parameters);
  }

  private JsonNode send(String to, String method, Object... parameters)
      throws IOException, InterruptedException {
    ObjectNode message = mapper.createObjectNode();
    message.put("id", ++sent).put("method", method);
    if (to != null) {
      message.put("sessionId", to);
    }
    ObjectNode values = message.putObject("params");
    for (int i = 0; i < parameters.length; i += 2) {
      values.set((String) parameters[i], mapper.valueToTree(parameters[i + 1]));
    }
    socket.sendText(message.toString(), true).join();
    while (true) {
      JsonNode answer = next();
      if (answer.path("id").asInt() == sent) {
        if (answer.has("error")) {
          throw new IOException(method + ": " + answer.get("error"));
        }
        return answer.get("result");
      }
    }
  }

  private JsonNode next() throws IOException, InterruptedException {
    JsonNode message = messages.poll(MAX_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new IOException("the browser does not answer");
    }
    if (message.has("method")) {
      events.add(message);
    }
    return message;
  }

  /** Opens a file, and waits until it is loaded. */
  void open(Path file) throws IOException, InterruptedException {
    events.clear();
    call("Page.navigate", "url", file.toUri().toString());
    while (events("Page.loadEventFired").isEmpty()) {
      next();
    }
  }

  /** Returns the events of a name since the page was opened. */
  List<JsonNode> events(String name) {
    return events.stream()
        .filter(event -> event.path("method").asText().equals(name))
        .map(event -> event.get("params"))
        .toList();
  }

  /** Returns the value of an expression in the page. */
  JsonNode evaluate(String expression) throws IOException, InterruptedException {
    JsonNode answer = call("Runtime.evaluate", "expression", expression, "returnByValue", true);
    if (answer.has("exceptionDetails")) {
      throw new IOException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  @Override
  public void close() throws InterruptedException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }
}
