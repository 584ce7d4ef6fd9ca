// SPDX-License-Identifier: Apache-2.0
package dev.recordio.connect;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Spark Connect server in a process of its own, on a free port of 127.0.0.1. */
final class ConnectServer implements AutoCloseable {
  private static final Pattern STARTED =
      Pattern.compile("Spark Connect server started at: 127\\.0\\.0\\.1:(\\d+)");
  private static final Path CLASS_PATH = Path.of("server", "target", "class-path");

  private final Process process;
  private final int port;
  private final Thread log;

  private ConnectServer(Process process, int port, Thread log) {
    this.process = process;
    this.port = port;
    this.log = log;
  }

  /**
   * Starts a server, and waits until it can be called.
   *
   * @param folder for its warehouse and temporary files
   */
  static ConnectServer start(Path folder) throws IOException {
    Path printed = Path.of("target", "connect-server.txt");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The flags of this process: Spark's packages are opened by them.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-X") || argument.startsWith("--add-opens"))
        .forEach(command::add);
    for (String setting :
        List.of(
            "spark.connect.grpc.binding.address=127.0.0.1",
            "spark.connect.grpc.binding.port=0",
            "spark.master=local[2]",
            "spark.ui.enabled=false",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.driver.host=127.0.0.1",
            "spark.sql.warehouse.dir=" + folder.resolve("warehouse").toUri(),
            "spark.local.dir=" + folder)) {
      command.add("-D" + setting);
    }
    command.add("-cp");
    command.add(Files.readString(CLASS_PATH).trim());
    command.add("org.apache.spark.sql.connect.service.SparkConnectServer");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var lines = new ArrayList<String>();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        // What the server prints from now on must be taken, or it would wait.
        var log = new Thread(() -> write(printed, lines, out), "connect-server-log");
        log.start();
        return new ConnectServer(process, Integer.parseInt(started.group(1)), log);
      }
    }
    throw new IOException("the server did not start:\n" + String.join("\n", lines));
  }

  private static void write(Path printed, List<String> first, BufferedReader rest) {
    try (var to = Files.newBufferedWriter(printed)) {
      for (String line : first) {
        to.write(line + "\n");
      }
      rest.transferTo(to);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns where clients find it. */
  String address() {
    return "sc://127.0.0.1:" + port;
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    process.waitFor();
    log.join();
  }
}
